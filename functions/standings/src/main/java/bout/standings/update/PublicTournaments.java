package bout.standings.update;

import static java.util.Comparator.reverseOrder;

import bout.engine.Plain;
import bout.store.journal.StandingsFiles;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.Tournaments;
import bout.table.Listing.PageRequest;
import bout.wire.AtomFeed;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The file that lists the latest public tournaments with their leaders: {@code {"tournaments": [{"id", "name", "game",
 * "format", "state", "players", "played", "matches", "createdAt", "leader", "leaderKey"}]}}, newest first. The leader
 * is a name and the key of a player, or {@code null} before the first result and while several share the first place.
 *
 * <p>Several functions write the file at the same time, each for its own tournament. They read the entries of the other
 * tournaments from the published file, so the last writer does not restore old data.
 */
final class PublicTournaments {

    static final String FILE = "tournaments.json";

    /** The same as a feed: an entry for each tournament, updated when it starts and when it ends. */
    static final String FEED = "tournaments.atom";

    private static final int FEED_ENTRIES = 50;

    private static final Duration WRITTEN_EVERY = Duration.ofSeconds(10);

    private final Tournaments tournaments;
    private final StandingsFiles files;
    private final URI site;
    private final Clock clock;
    private Instant writtenAt = Instant.MIN;
    private final Map<String, Object> publishedStates = new HashMap<>();

    private AtomFeed publishedFeed;

    PublicTournaments(Tournaments tournaments, StandingsFiles files, URI site, Clock clock) {
        this.tournaments = tournaments;
        this.files = files;
        this.site = site;
        this.clock = clock;
    }

    /**
     * Updates the file for a tournament that may have changed, whose standings are now published. A new state is
     * published at once, anything else every few seconds.
     */
    synchronized void update(TournamentRecord record, Map<String, Object> standings) {
        Instant now = clock.instant();
        boolean soon = !record.state().code().equals(publishedStates.get(record.id()));
        if (!record.isPublic() || !soon && now.isBefore(writtenAt.plus(WRITTEN_EVERY))) {
            return;
        }
        Map<String, Object> own = entry(record, Plain.of(standings));
        List<Map<String, Object>> entries = new ArrayList<>();
        Map<String, Plain> before = before();
        List<AtomFeed.Entry> told = new ArrayList<>();
        boolean listed = false;
        List<TournamentRecord> latest = latest();
        for (TournamentRecord each : latest) {
            boolean itself = each.id().equals(record.id());
            listed |= itself;
            Map<String, Object> entry = itself ? own : entry(each, before);
            entries.add(entry);
            told.add(TournamentFeed.entry(itself ? record : each, entry.get("leader"), site));
        }
        if (!listed
                && (latest.isEmpty() || record.id().compareTo(latest.getLast().id()) > 0)) {
            // The index lags slightly behind the table.
            entries.addFirst(own);
            told.addFirst(TournamentFeed.entry(record, own.get("leader"), site));
        }
        // The stages of a contest have had their ids since it was announced.
        entries.sort(Comparator.comparing(entry -> Instant.parse((String) entry.get("createdAt")), reverseOrder()));
        files.put(FILE, Map.of("tournaments", entries.subList(0, Math.min(PageRequest.MAX_LIMIT, entries.size()))));
        if (soon) {
            putFeed(told.subList(0, Math.min(FEED_ENTRIES, told.size())));
        }
        writtenAt = now;
        if (record.state().over()) {
            publishedStates.remove(record.id());
        } else {
            publishedStates.put(record.id(), record.state().code());
        }
    }

    private void putFeed(List<AtomFeed.Entry> entries) {
        AtomFeed feed = new AtomFeed(
                "urn:bout:tournaments",
                "Bout: tournaments",
                site.resolve("/" + StandingsFiles.key(FEED)),
                site.resolve("/tournaments.html"),
                entries);
        if (!feed.equals(publishedFeed)) {
            files.put(FEED, feed);
            publishedFeed = feed;
        }
    }

    private List<TournamentRecord> latest() {
        return tournaments
                .list(new PageRequest<>(null, null, PageRequest.MAX_LIMIT, null))
                .items();
    }

    private Map<String, Plain> before() {
        return files.get(FILE).map(list -> list.get("tournaments").entries()).orElse(List.of()).stream()
                .collect(Collectors.toMap(each -> each.get("id").text(), each -> each));
    }

    /** The entry of another tournament: the published one, unless the tournament has changed since. */
    private Map<String, Object> entry(TournamentRecord record, Map<String, Plain> before) {
        Plain listed = before.get(record.id());
        if (listed != null
                && listed.get("state").text().equals(record.state().code())
                && listed.get("played").value() instanceof Number played
                && played.longValue() == record.progress().played()) {
            return entry(
                    record,
                    played.longValue(),
                    listed.get("leader").value(),
                    listed.get("leaderKey").value());
        }
        return files.get(record)
                .map(standings -> entry(record, standings))
                .orElseGet(() -> entry(record, record.progress().played(), null, null));
    }

    private static Map<String, Object> entry(TournamentRecord record, Plain standings) {
        long played = ((Number) standings.get("played").value()).longValue();
        Plain table = standings.get("table");
        if (played == 0
                || Objects.equals(
                        table.at(0).get("rank").value(), table.at(1).get("rank").value())) {
            return entry(record, played, null, null);
        }
        int leader =
                table.at(0).get("player").integer(0, record.settings().plan().players() - 1);
        Plain player = standings.get("players").at(leader);
        return entry(
                record, played, player.get("name").text(), player.get("key").value());
    }

    private static Map<String, Object> entry(TournamentRecord record, long played, Object leader, Object leaderKey) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", record.id());
        plain.put("name", record.settings().name());
        plain.put("game", record.game());
        plain.put("format", record.settings().plan().format().code());
        plain.put("state", record.state().code());
        plain.put("players", record.settings().plan().players());
        plain.put("played", played);
        plain.put("matches", record.settings().plan().mostMatches());
        plain.put("createdAt", record.createdAt().toString());
        plain.put("leader", leader);
        plain.put("leaderKey", leaderKey);
        return plain;
    }
}
