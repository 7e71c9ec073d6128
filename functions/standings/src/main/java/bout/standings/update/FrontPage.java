package bout.standings.update;

import bout.engine.Plain;
import bout.games.Games;
import bout.store.journal.StandingsFiles;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.table.Listing.PageRequest;
import bout.telemetry.Parallel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The file that the start page reads, described by {@code front.schema.json}: of each game the top of the ladder, its
 * highlights and how many matches counted today; the latest tournament; the latest matches of people. It is put
 * together from other published files and the public list of finished matches, so it says nothing that those do not.
 *
 * <p>Running matches are not in it: this function runs when something has ended. The page takes them from the API's
 * list, which names no players of a rated match before its end (decision 0019).
 *
 * <p>Several functions write the file at the same time. Each reads the other files again, so the last writer restores
 * nothing old. Written at most every few seconds, and only if it has changed.
 */
final class FrontPage {

    static final String FILE = "front.json";

    private static final Duration WRITTEN_EVERY = Duration.ofSeconds(5);
    private static final int TOP = 5;
    private static final int TOP_OF_TOURNAMENT = 4;
    private static final int LATEST = 12;

    /** Among so many finished matches, those of people since the last update are looked for. */
    private static final int LOOKED_THROUGH = 50;

    private final Matches matches;
    private final StandingsFiles files;
    private final Clock clock;
    private Instant writtenAt = Instant.MIN;

    FrontPage(Matches matches, StandingsFiles files, Clock clock) {
        this.matches = matches;
        this.files = files;
        this.clock = clock;
    }

    /**
     * Writes the file again if due, or now, because the change is too important to wait, such as the end of a
     * tournament.
     */
    synchronized void update(boolean now) {
        Instant at = clock.instant();
        if (!now && at.isBefore(writtenAt.plus(WRITTEN_EVERY))) {
            return;
        }
        writtenAt = at;
        Optional<Plain> before = files.get(FILE);
        Map<String, Object> content = Plain.object(
                "games", games(before, LocalDate.ofInstant(at, ZoneOffset.UTC)),
                "tournament", tournament().orElse(null),
                "people", people(before));
        if (!before.map(FrontPage::withoutTime)
                .equals(Optional.of(Plain.of(content).value()))) {
            Map<String, Object> file =
                    Plain.object("updatedAt", at.truncatedTo(ChronoUnit.MILLIS).toString());
            file.putAll(content);
            files.put(FILE, file);
        }
    }

    private static Object withoutTime(Plain file) {
        Map<String, Object> content = new LinkedHashMap<>();
        file.fields().forEach((name, value) -> content.put((String) name, value));
        content.remove("updatedAt");
        return content;
    }

    private List<Object> games(Optional<Plain> before, LocalDate today) {
        List<String> ids = Games.ALL.stream().map(game -> game.card().id()).toList();
        List<Object> games = new ArrayList<>();
        Parallel.call(ids, id -> files.get(StandingsFiles.ladder(id))).stream()
                .flatMap(Optional::stream)
                .forEach(ladder -> games.add(game(ladder, before, today)));
        return games;
    }

    private static Map<String, Object> game(Plain ladder, Optional<Plain> before, LocalDate today) {
        String id = ladder.get("game").text();
        Object matches = ladder.get("matches").value();
        Map<String, Object> plain = Plain.object("game", id, "matches", matches, "day", today.toString());
        // The ladder counts from its start. What it had when the day began is kept in the file itself.
        plain.put(
                "matchesBefore",
                before.stream()
                        .flatMap(file -> file.get("games").entries().stream())
                        .filter(each -> each.get("game").text().equals(id))
                        .map(each -> each.get("day").text().equals(today.toString())
                                ? each.get("matchesBefore").value()
                                : each.get("matches").value())
                        .findFirst()
                        .orElse(0));
        plain.put(
                "top",
                ladder.get("players").entries().stream()
                        .limit(TOP)
                        .map(row -> copy(
                                row, "rank", "key", "name", "author", "house", "rating", "plusMinus", "provisional"))
                        .toList());
        plain.putAll(copy(ladder.get("highlights"), "closest", "upset"));
        return plain;
    }

    private static Map<String, Object> copy(Plain from, String... fields) {
        Map<String, Object> copy = new LinkedHashMap<>();
        for (String field : fields) {
            copy.put(field, from.get(field).value());
        }
        return copy;
    }

    /** The newest tournament that is being played, or else the newest one that has ended. */
    private Optional<Map<String, Object>> tournament() {
        List<Plain> listed = files.get(PublicTournaments.FILE).stream()
                .flatMap(list -> list.get("tournaments").entries().stream())
                .toList();
        Predicate<Plain> running = each -> each.get("state").text().equals("running");
        Predicate<Plain> finished = each -> each.get("state").text().equals("finished");
        return Stream.of(running, finished)
                .flatMap(state -> listed.stream().filter(state).limit(1))
                .findFirst()
                .flatMap(each -> files.get("tournaments/" + each.get("id").text() + ".json"))
                .map(FrontPage::tournament);
    }

    private static Map<String, Object> tournament(Plain standings) {
        Map<String, Object> plain = copy(standings, "id", "name", "game", "format", "state", "played", "matches");
        Plain players = standings.get("players");
        plain.put("players", players.length());
        plain.put("valueTitle", standings.get("valueTitle").value());
        plain.put(
                "top",
                standings.get("table").entries().stream()
                        .limit(TOP_OF_TOURNAMENT)
                        .map(row -> {
                            Plain player = players.at(row.get("player").integer(0, players.length() - 1));
                            Map<String, Object> shown = copy(player, "key", "name", "author");
                            shown.putAll(copy(row, "rank", "value"));
                            return shown;
                        })
                        .toList());
        return plain;
    }

    /** The latest matches in which not both players are house bots: new ones, then those that were listed before. */
    private List<Object> people(Optional<Plain> before) {
        Map<String, Object> people = new LinkedHashMap<>();
        matches.list(new PageRequest<>(null, Status.FINISHED, LOOKED_THROUGH, null)).items().stream()
                .filter(match -> match.players().stream().anyMatch(player -> player.house() == null))
                .forEach(match -> people.put(match.id(), match(match)));
        // Read again, because a player may have been erased.
        matches.find(before.stream()
                        .flatMap(file -> file.get("people").entries().stream())
                        .map(each -> each.get("id").text())
                        .filter(id -> !people.containsKey(id))
                        .toList())
                .forEach(match -> people.put(match.id(), match(match)));
        return people.values().stream().limit(LATEST).toList();
    }

    private static Map<String, Object> match(MatchRecord match) {
        Map<String, Object> plain = Plain.object("id", match.id(), "game", match.game());
        plain.put("players", match.players().stream().map(PlayerRecord::toPlain).toList());
        plain.put("result", match.outcome().result().toPlain());
        plain.put("worthShowing", match.worthShowing());
        plain.put("createdAt", match.createdAt().toString());
        return plain;
    }
}
