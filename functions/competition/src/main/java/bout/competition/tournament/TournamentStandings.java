package bout.competition.tournament;

import bout.competition.pairings.Encounter;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.Knockout;
import bout.competition.pairings.Swiss;
import bout.competition.ratings.EloFit;
import bout.competition.tables.CrossTable;
import bout.competition.tables.Table;
import bout.competition.tables.TieBreak;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A tournament in its published form, described by {@code tournament.schema.json}. The same tournament always gives the
 * same value, so the file is written again only if something has changed.
 *
 * @param heading everything except the results
 * @param tournament the results so far
 * @param open how many matches have started and have no result yet
 * @param failed how many open matches failed because of a server error and wait to be redriven
 * @param updatedAt when the last match finished
 */
public record TournamentStandings(Heading heading, Tournament tournament, int open, int failed, Instant updatedAt) {

    /**
     * Up to this many players the results of each pair are published. With more, the file would have megabytes and be
     * written every few seconds.
     */
    public static final int MOST_CROSSED = 128;

    /**
     * The settings and the state of the tournament.
     *
     * @param options a plain value for each option of the game
     * @param state the code of its state
     * @param reason why it was cancelled, or {@code null}
     * @param startedAt when its first matches started, or {@code null}
     * @param finishedAt when it finished or was cancelled, or {@code null}
     * @param players in order of seed
     */
    public record Heading(
            String id,
            String name,
            String game,
            Map<String, Object> options,
            String state,
            String reason,
            Instant createdAt,
            Instant startedAt,
            Instant finishedAt,
            List<Entrant> players) {}

    /**
     * A player of the tournament.
     *
     * @param key {@code bot_ID}, {@code house:NAME}, or {@code null} for a bot that is known only by its URL, which is
     *     secret
     */
    public record Entrant(String name, String key) {}

    /** Returns the tournament as a plain value. */
    public Map<String, Object> toPlain() {
        Plan plan = tournament.plan();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", heading.id);
        plain.put("name", heading.name);
        plain.put("game", heading.game);
        plain.put("format", plan.format().code());
        plain.put("ranking", plan.ranking().code());
        plain.put("boards", plan.boards());
        plain.put("rounds", plan.rounds());
        // Until then it would tell the boards of coming matches.
        plain.put("seed", heading.finishedAt == null ? null : plan.seed());
        plain.put("options", heading.options);
        plain.put("state", heading.state);
        plain.put("reason", heading.reason);
        plain.put("played", tournament.played());
        plain.put("matches", tournament.mostMatches());
        plain.put("open", open);
        plain.put("failed", failed);
        plain.put("createdAt", text(heading.createdAt));
        plain.put("startedAt", text(heading.startedAt));
        plain.put("finishedAt", text(heading.finishedAt));
        plain.put("updatedAt", text(updatedAt));
        plain.putAll(results(heading.players, tournament, tournament.table().middle()));
        return plain;
    }

    /**
     * The table with the players and all results, in the form of the schema {@code TournamentTable}.
     *
     * @param players in order of seed
     * @param anchor the player whose Elo is 1000
     */
    public static Map<String, Object> results(List<Entrant> players, Tournament tournament, int anchor) {
        Table table = tournament.table();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("players", players.stream().map(TournamentStandings::player).toList());
        plain.put("valueTitle", table.ranking().title());
        plain.put("columns", table.tieBreaks().stream().map(TieBreak::title).toList());
        Optional<EloFit.Fitted> elo = elo(tournament, anchor);
        plain.put("anchor", elo.isPresent() ? anchor : null);
        plain.put("table", table(tournament, elo));
        plain.put("cross", tournament.plan().players() <= MOST_CROSSED ? cross(tournament) : null);
        switch (tournament) {
            case SwissTournament swiss -> plain.put("pairings", pairings(swiss));
            case KnockoutTournament knockout -> plain.put("bracket", bracket(knockout));
            case ScheduledTournament _ -> {}
        }
        return plain;
    }

    private static String text(Instant instant) {
        return instant == null ? null : instant.toString();
    }

    private static Map<String, Object> player(Entrant player) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", player.name);
        plain.put("key", player.key);
        return plain;
    }

    /** Ratings of many players take seconds to fit, too long while results come in. */
    private static Optional<EloFit.Fitted> elo(Tournament tournament, int anchor) {
        boolean soon = tournament.plan().players() <= MOST_CROSSED || tournament.over();
        return tournament.played() > 0 && soon ? tournament.elo(anchor) : Optional.empty();
    }

    private static List<Object> table(Tournament tournament, Optional<EloFit.Fitted> elo) {
        Table table = tournament.table();
        List<Object> rows = new ArrayList<>();
        for (int place = 0; place < table.rows().size(); place++) {
            Table.Row row = table.rows().get(place);
            Table.Row next = place + 1 < table.rows().size() ? table.rows().get(place + 1) : null;
            int player = row.player();
            Map<String, Object> plain = new LinkedHashMap<>();
            plain.put("rank", row.rank() == 0 ? null : row.rank());
            plain.put("player", player);
            plain.put("value", row.value());
            plain.put(
                    "tieBreaks",
                    row.tieBreaks().stream().map(TournamentStandings::tieBreak).toList());
            plain.put("points", row.points());
            plain.put("wins", row.wins());
            plain.put("draws", row.draws());
            plain.put("losses", row.losses());
            plain.put("score", row.score());
            plain.put("scoreAgainst", row.scoreAgainst());
            plain.put("calls", tournament.calls(player));
            plain.put("failures", tournament.failures(player));
            plain.put("withdrawn", tournament.withdrawn(player));
            plain.put("annulled", tournament.results().annulled(player));
            Optional<EloFit.Fitted> rated = elo.filter(fitted -> row.rank() > 0);
            plain.put("elo", rated.map(fitted -> fitted.elo(player)).orElse(null));
            plain.put(
                    "interval95", rated.map(fitted -> fitted.interval95(player)).orElse(null));
            plain.put(
                    "superior",
                    rated.filter(fitted -> next != null && next.rank() > 0)
                            .map(fitted -> fitted.superiority(player, next.player()))
                            .orElse(null));
            rows.add(plain);
        }
        return rows;
    }

    private static Object tieBreak(OptionalDouble value) {
        return value.isPresent() ? (Object) value.getAsDouble() : null;
    }

    private static List<Object> cross(Tournament tournament) {
        int players = tournament.plan().players();
        List<Object> rows = new ArrayList<>();
        for (int player = 0; player < players; player++) {
            List<Object> row = new ArrayList<>();
            for (int against = 0; against < players; against++) {
                row.add(player == against ? null : cell(tournament.results(), player, against));
            }
            rows.add(row);
        }
        return rows;
    }

    /** Returns {@code null} if the two have not met. */
    private static Map<String, Object> cell(CrossTable results, int player, int against) {
        int wins = results.wins(player, against);
        int draws = results.draws(player, against);
        int losses = results.wins(against, player);
        if (wins + draws + losses == 0) {
            return null;
        }
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("wins", wins);
        cell.put("draws", draws);
        cell.put("losses", losses);
        cell.put("score", results.score(player, against));
        return cell;
    }

    private static List<Object> pairings(SwissTournament swiss) {
        List<Object> rounds = new ArrayList<>();
        for (Swiss.Round round : swiss.rounds()) {
            Map<String, Object> plain = new LinkedHashMap<>();
            plain.put("pairs", pairs(round, swiss.results()));
            plain.put("bye", round.bye().isPresent() ? round.bye().getAsInt() : null);
            rounds.add(plain);
        }
        return rounds;
    }

    private static List<Object> pairs(Swiss.Round round, CrossTable results) {
        List<Object> pairs = new ArrayList<>();
        Set<Set<Integer>> seen = new LinkedHashSet<>();
        for (Fixture fixture : round.listed()) {
            int first = fixture.first();
            int second = fixture.second();
            // A pair meets in only one round, on each of its boards.
            if (seen.add(Set.of(first, second))) {
                Map<String, Object> pair = new LinkedHashMap<>();
                pair.put("first", first);
                pair.put("second", second);
                double draws = results.draws(first, second) / 2.0;
                pair.put("points", List.of(results.wins(first, second) + draws, results.wins(second, first) + draws));
                pairs.add(pair);
            }
        }
        return pairs;
    }

    private static List<Object> bracket(KnockoutTournament knockout) {
        List<Object> rounds = new ArrayList<>();
        for (List<Knockout.Slot> round : knockout.bracket()) {
            rounds.add(round.stream().map(TournamentStandings::slot).toList());
        }
        return rounds;
    }

    private static Map<String, Object> slot(Knockout.Slot slot) {
        Map<String, Object> plain = new LinkedHashMap<>();
        switch (slot) {
            case Knockout.Slot.Bye bye -> {
                plain.put("upper", bye.player());
                plain.put("lower", null);
                plain.put("wins", List.of(0, 0));
                plain.put("draws", 0);
                plain.put("winner", bye.player());
                plain.put("by", "bye");
            }
            case Knockout.Slot.Meeting(Encounter encounter) -> {
                int upperWins = encounter.wins(encounter.upper());
                int lowerWins = encounter.wins(encounter.lower());
                plain.put("upper", encounter.upper());
                plain.put("lower", encounter.lower());
                plain.put("wins", List.of(upperWins, lowerWins));
                plain.put("draws", encounter.played() - upperWins - lowerWins);
                plain.put(
                        "winner",
                        encounter.decided().map(Encounter.Decided::winner).orElse(null));
                plain.put(
                        "by",
                        encounter.decided().map(decided -> decided.by().code()).orElse(null));
            }
        }
        return plain;
    }
}
