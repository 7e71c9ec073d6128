package bout.competition.tournament;

import bout.competition.Author;
import bout.competition.pairings.Encounter;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.Knockout;
import bout.competition.pairings.Swiss;
import bout.competition.ratings.EloFit;
import bout.competition.tables.CrossTable;
import bout.competition.tables.Table;
import bout.competition.tables.Table.TieBreak;
import bout.engine.Plain;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A tournament in its published form, described by {@code tournament.schema.json}. The same tournament always gives the
 * same value, so the file is written again only if something has changed.
 *
 * @param failed how many open matches failed because of a server error and wait to be requeued
 * @param updatedAt when the last match finished
 */
public record TournamentStandings(Heading heading, Tournament tournament, int open, int failed, Instant updatedAt) {

    /**
     * With more players, the file with the results of each pair would have megabytes and be written every few seconds.
     */
    public static final int MOST_CROSSED = 128;

    /**
     * The settings and the state of the tournament. Times are {@code null} until then; players are in order of seed.
     */
    public record Heading(
            String id,
            String name,
            String game,
            Map<String, Object> options,
            String state,
            Instant createdAt,
            Instant startedAt,
            Instant finishedAt,
            List<Entrant> players) {}

    /**
     * A player: its key is {@code bot_ID}, {@code house:NAME}, or {@code null} if it is known only by its URL, a
     * secret. The author is {@code null} if nobody is to be named.
     */
    public record Entrant(String name, String key, Author author) {

        /** Of a tournament that is not published, or whose players have no authors. */
        public Entrant(String name, String key) {
            this(name, key, null);
        }

        private Map<String, Object> toPlain() {
            return Plain.object("name", name, "key", key, "author", author);
        }
    }

    public Map<String, Object> toPlain() {
        Plan plan = tournament.plan();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", heading.id);
        plain.put("name", heading.name);
        plain.put("game", heading.game);
        plain.put("format", plan.format().code());
        plain.put("ranking", plan.ranking().code());
        plain.put("seats", plan.size().seats());
        plain.put("boards", plan.boards());
        plain.put("rounds", plan.rounds());
        // Until then it would tell the boards of coming matches.
        plain.put("seed", heading.finishedAt == null ? null : plan.seed());
        plain.put("options", heading.options);
        plain.put("state", heading.state);
        plain.put("played", tournament.played());
        plain.put("matches", plan.mostMatches());
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
     * The table with all results, as the schema {@code TournamentTable} says; the Elo of the player {@code anchor} is
     * 1000.
     */
    public static Map<String, Object> results(List<Entrant> players, Tournament tournament, int anchor) {
        Table table = tournament.table();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("players", players.stream().map(Entrant::toPlain).toList());
        plain.put("valueTitle", table.ranking().title());
        plain.put("columns", table.tieBreaks().stream().map(TieBreak::title).toList());
        Optional<EloFit.Ratings> elo = elo(tournament, anchor);
        plain.put("anchor", elo.isPresent() ? anchor : null);
        plain.put("table", table(tournament, elo));
        plain.put("cross", tournament.plan().players() <= MOST_CROSSED ? cross(tournament) : null);
        boolean inGroups = tournament.plan().size().seats() > 2;
        switch (tournament) {
            case SwissTournament swiss ->
                plain.put(inGroups ? "groups" : "pairings", inGroups ? groups(swiss) : pairings(swiss));
            case KnockoutTournament knockout ->
                plain.putAll(inGroups ? Map.of("groups", groups(knockout)) : brackets(knockout.knockout()));
            case ScheduledTournament _ -> {}
        }
        return plain;
    }

    /** The rows of a table in its published form, the best first, by the keys of the players. */
    public static Map<String, Plain> rows(Plain published) {
        List<Plain> players = published.get("players").entries();
        Map<String, Plain> rows = new LinkedHashMap<>();
        for (Plain row : published.get("table").entries()) {
            int player = row.get("player").integer(0, players.size() - 1);
            rows.put(players.get(player).text("key"), row);
        }
        return rows;
    }

    /** The keys of those who have a place in a table in its published form, the best first. */
    public static List<String> ranking(Plain published) {
        Map<String, Plain> rows = rows(published);
        return rows.keySet().stream()
                .filter(key -> !rows.get(key).get("rank").isNull())
                .toList();
    }

    private static String text(Instant instant) {
        return instant == null ? null : instant.toString();
    }

    /** Ratings of many players take seconds to fit, too long while results come in. */
    private static Optional<EloFit.Ratings> elo(Tournament tournament, int anchor) {
        boolean soon = tournament.plan().players() <= MOST_CROSSED || tournament.over();
        return tournament.played() > 0 && soon ? tournament.elo(anchor) : Optional.empty();
    }

    private static List<Object> table(Tournament tournament, Optional<EloFit.Ratings> elo) {
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
            Optional<EloFit.Ratings> rated = elo.filter(fitted -> row.rank() > 0);
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

    private static Map<String, Object> cell(CrossTable results, int player, int against) {
        int wins = results.wins(player, against);
        int draws = results.draws(player, against);
        int losses = results.wins(against, player);
        if (wins + draws + losses == 0) {
            return null;
        }
        return Plain.object("wins", wins, "draws", draws, "losses", losses, "score", results.score(player, against));
    }

    private static List<Object> pairings(SwissTournament swiss) {
        List<Object> rounds = new ArrayList<>();
        for (Swiss.Round round : swiss.rounds()) {
            Integer bye = round.byes().isEmpty() ? null : round.byes().getFirst();
            List<Object> pairs = onFirstBoard(swiss, round)
                    .map(fixture -> pair(fixture.first(), fixture.second(), swiss.results()))
                    .toList();
            rounds.add(Plain.object("pairs", pairs, "bye", bye));
        }
        return rounds;
    }

    /** One match of each pair or group; they meet in only one round, on each of its boards. */
    private static Stream<Fixture> onFirstBoard(SwissTournament swiss, Swiss.Round round) {
        int board = round.number() * swiss.plan().boards();
        return round.listed().stream().filter(fixture -> fixture.board() == board);
    }

    private static Object pair(int first, int second, CrossTable results) {
        double draws = results.draws(first, second) / 2.0;
        List<Double> points = List.of(results.wins(first, second) + draws, results.wins(second, first) + draws);
        return Plain.object("first", first, "second", second, "points", points);
    }

    private static List<Object> groups(SwissTournament swiss) {
        List<Object> rounds = new ArrayList<>();
        for (Swiss.Round round : swiss.rounds()) {
            List<Object> groups = onFirstBoard(swiss, round)
                    .map(fixture ->
                            group(fixture.players(), player -> swiss.points(round.number(), player), null, null))
                    .toList();
            rounds.add(Plain.object("groups", groups, "byes", round.byes()));
        }
        return rounds;
    }

    private static List<Object> groups(KnockoutTournament knockout) {
        List<Object> rounds = new ArrayList<>();
        for (List<Knockout.Slot> round : knockout.knockout().bracket()) {
            List<Object> groups = new ArrayList<>();
            List<Integer> byes = new ArrayList<>();
            for (Knockout.Slot slot : round) {
                switch (slot) {
                    case Knockout.Slot.Bye(int player) -> byes.add(player);
                    case Knockout.Slot.Meeting(Encounter encounter) -> {
                        Optional<Encounter.Decided> decided = encounter.decided();
                        groups.add(group(
                                encounter.players(),
                                encounter::points,
                                decided.map(Encounter.Decided::through).orElse(null),
                                decided.map(each -> each.by().code()).orElse(null)));
                    }
                }
            }
            rounds.add(Plain.object("groups", groups, "byes", byes));
        }
        return rounds;
    }

    private static Object group(
            List<Integer> players, ToDoubleFunction<Integer> points, List<Integer> through, String by) {
        Map<String, Object> plain = Plain.object(
                "players",
                players,
                "points",
                players.stream().map(points::applyAsDouble).toList());
        plain.put("through", through);
        plain.put("by", by);
        return plain;
    }

    private static Map<String, Object> brackets(Knockout knockout) {
        Map<String, Object> brackets = new LinkedHashMap<>();
        brackets.put("bracket", rounds(knockout.bracket()));
        if (knockout.twice()) {
            brackets.put("losers", rounds(knockout.losersBracket()));
        }
        return brackets;
    }

    private static List<Object> rounds(List<List<Knockout.Slot>> bracket) {
        return bracket.stream()
                .map(round ->
                        (Object) round.stream().map(TournamentStandings::slot).toList())
                .toList();
    }

    private static Map<String, Object> slot(Knockout.Slot slot) {
        return switch (slot) {
            case Knockout.Slot.Bye(int player) -> {
                Integer through = player < 0 ? null : player;
                yield slot(through, null, List.of(0, 0), 0, through, "bye");
            }
            case Knockout.Slot.Meeting(Encounter encounter) -> {
                int upper = encounter.players().getFirst();
                int lower = encounter.players().getLast();
                int upperWins = encounter.wins(upper);
                int lowerWins = encounter.wins(lower);
                Optional<Encounter.Decided> decided = encounter.decided();
                yield slot(
                        upper,
                        lower,
                        List.of(upperWins, lowerWins),
                        encounter.played() - upperWins - lowerWins,
                        decided.map(each -> each.through().getFirst()).orElse(null),
                        decided.map(each -> each.by().code()).orElse(null));
            }
        };
    }

    private static Map<String, Object> slot(
            Integer upper, Integer lower, List<Integer> wins, int draws, Integer winner, String by) {
        return Plain.object("upper", upper, "lower", lower, "wins", wins, "draws", draws, "winner", winner, "by", by);
    }
}
