package bout.cli.tournament;

import bout.cli.match.PlayerArgument;
import bout.cli.text.TableForm;
import bout.cli.text.TerminalText;
import bout.competition.ratings.EloFit;
import bout.competition.tables.CrossTable;
import bout.competition.tables.Table;
import bout.competition.tables.TieBreak;
import bout.competition.tournament.Format;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.TournamentStandings;
import bout.engine.Game;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The results of a tournament on the command line. */
final class TournamentReport {

    private final Game<?> game;
    private final List<String> names = new ArrayList<>();

    /** As {@link TournamentStandings.Entrant} has them. */
    private final List<String> keys = new ArrayList<>();

    private final Tournament tournament;
    private final OptionalInt anchor;
    private final long began = System.nanoTime();
    private final Map<List<Object>, FirstSeen> faults = new LinkedHashMap<>();

    private static final class FirstSeen {
        private final TournamentMatch match;
        private final TournamentMatch.Fault fault;
        private long times;

        private FirstSeen(TournamentMatch match, TournamentMatch.Fault fault) {
            this.match = match;
            this.fault = fault;
        }
    }

    /**
     * @param players a second one with the same name gets a number
     * @param anchor whose Elo is 1000; by default the player in the middle of the table, because an outlier would make
     *     all intervals wide
     */
    TournamentReport(Game<?> game, List<PlayerArgument> players, Tournament tournament, OptionalInt anchor) {
        this.game = game;
        this.anchor = anchor;
        this.tournament = tournament;
        Map<String, Integer> times = new LinkedHashMap<>();
        for (PlayerArgument player : players) {
            int time = times.merge(player.toString(), 1, Integer::sum);
            names.add(time == 1 ? player.toString() : player + " (" + time + ")");
            keys.add(player instanceof PlayerArgument.House ? player.argument() : null);
        }
    }

    void add(TournamentMatch match) {
        for (TournamentMatch.Fault fault : match.faults()) {
            faults.computeIfAbsent(
                                    List.of(match.fixture().player(fault.seat()), fault.kind()),
                                    unseen -> new FirstSeen(match, fault))
                            .times +=
                    fault.times();
        }
    }

    void print(PrintWriter out, TableForm form) {
        List<List<String>> rows = tournament.plan().format() == Format.GAUNTLET ? gauntlet() : table();
        if (form.isCsv()) {
            form.print(out, rows, rows.getFirst().size());
            return;
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        out.println(String.format(
                Locale.ROOT,
                "%s: %s of %d players, %d %s, seed %s, %d matches in %.1f s",
                game.card().id(),
                tournament.plan().format().code(),
                names.size(),
                tournament.plan().boards(),
                tournament.plan().boards() == 1 ? "board" : "boards",
                tournament.plan().seed(),
                tournament.played(),
                seconds));
        form.print(out, rows, tournament.plan().format() == Format.GAUNTLET ? 1 : 2);
        EloFit.Fitted elo = elo(0);
        if (elo != null && elo.groups() > 1 && tournament.plan().format() != Format.GAUNTLET) {
            out.println("Elo: the players fall into " + elo.groups()
                    + " groups without a match between them; ratings of different groups cannot be compared.");
        }
        faults.forEach((key, seen) -> out.println(names.get((int) key.getFirst()) + ": " + seen.fault.kind()
                + (seen.times == 1 ? "" : ", " + seen.times + " times") + ", first in seat "
                + seen.fault.seat().number() + " on the board of seed " + seen.match.seed() + ", turn "
                + seen.fault.turn() + ": " + TerminalText.line(seen.fault.text())));
        for (int player = 0; player < names.size(); player++) {
            if (tournament.withdrawn(player)) {
                out.println(names.get(player) + ": withdrawn because all its " + tournament.failures(player)
                        + " calls failed");
            }
        }
    }

    private List<List<String>> table() {
        Table table = tournament.table();
        EloFit.Fitted elo = elo(anchor(table));
        List<List<String>> rows = new ArrayList<>();
        List<String> head =
                new ArrayList<>(List.of("rank", "player", table.ranking().title()));
        List<TieBreak> tieBreaks = table.tieBreaks();
        tieBreaks.stream().filter(TournamentReport::hasColumn).forEach(tieBreak -> head.add(tieBreak.title()));
        head.addAll(List.of("wins", "draws", "losses", "mean " + game.card().scoreUnit(), "failed calls"));
        if (elo != null) {
            head.addAll(List.of("Elo", "+-", "LOS"));
        }
        rows.add(head);
        for (int place = 0; place < table.rows().size(); place++) {
            Table.Row row = table.rows().get(place);
            int matches = row.wins() + row.draws() + row.losses();
            List<String> cells = new ArrayList<>(
                    List.of(row.rank() == 0 ? "-" : "" + row.rank(), names.get(row.player()), text(row.value())));
            for (int i = 0; i < tieBreaks.size(); i++) {
                if (hasColumn(tieBreaks.get(i))) {
                    cells.add(text(row.tieBreaks().get(i)));
                }
            }
            cells.addAll(List.of(
                    "" + row.wins(),
                    "" + row.draws(),
                    "" + row.losses(),
                    matches == 0 ? "" : oneDigit(row.score() / matches),
                    "" + tournament.failures(row.player())));
            if (elo != null) {
                boolean rated = row.rank() > 0;
                boolean followed = place + 1 < table.rows().size()
                        && table.rows().get(place + 1).rank() > 0;
                cells.add(rated ? whole(elo.elo(row.player())) : "");
                cells.add(rated ? whole(elo.interval95(row.player())) : "");
                cells.add(
                        rated && followed
                                ? percent(elo.superiority(
                                        row.player(),
                                        table.rows().get(place + 1).player()))
                                : "");
            }
            rows.add(cells);
        }
        return rows;
    }

    /** Every table has a column of wins, whether they break ties or not. */
    private static boolean hasColumn(TieBreak tieBreak) {
        return tieBreak != TieBreak.WINS;
    }

    /** The first player against each other one. */
    private List<List<String>> gauntlet() {
        CrossTable results = tournament.results();
        // The first player's lead over each other one does not depend on the anchor.
        EloFit.Fitted elo = elo(0);
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                names.getFirst() + " against",
                "wins",
                "draws",
                "losses",
                "points",
                game.card().scoreUnit() + " for",
                "against",
                "failed calls",
                "Elo ahead",
                "+-",
                "LOS"));
        int wins = 0;
        int draws = 0;
        int losses = 0;
        for (int other = 1; other < names.size(); other++) {
            boolean counts = !results.annulled(other);
            wins += counts ? results.wins(0, other) : 0;
            draws += counts ? results.draws(0, other) : 0;
            losses += counts ? results.wins(other, 0) : 0;
            rows.add(List.of(
                    names.get(other),
                    "" + results.wins(0, other),
                    "" + results.draws(0, other),
                    "" + results.wins(other, 0),
                    text(results.wins(0, other) + results.draws(0, other) / 2.0),
                    text(results.score(0, other)),
                    text(results.score(other, 0)),
                    "" + tournament.failures(other),
                    counts ? whole(elo.elo(0) - elo.elo(other)) : "",
                    counts ? whole(elo.interval95(other)) : "",
                    counts ? percent(elo.superiority(0, other)) : ""));
        }
        rows.add(List.of(
                "all",
                "" + wins,
                "" + draws,
                "" + losses,
                text(wins + draws / 2.0),
                text(results.score(0)),
                text(results.scoreAgainst(0)),
                "" + tournament.failures(0),
                "",
                "",
                ""));
        return rows;
    }

    private int anchor(Table table) {
        return anchor.orElseGet(table::middle);
    }

    /** The ratings from all results that count; {@code null} for a knockout. */
    private EloFit.Fitted elo(int anchor) {
        return tournament.elo(anchor).orElse(null);
    }

    /** The tournament, and its table as in the API. */
    Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("game", game.card().id());
        plain.put("format", tournament.plan().format().code());
        plain.put("ranking", tournament.plan().ranking().code());
        plain.put("boards", tournament.plan().boards());
        plain.put("seed", tournament.plan().seed());
        plain.put("played", tournament.played());
        List<TournamentStandings.Entrant> entrants = new ArrayList<>();
        for (int player = 0; player < names.size(); player++) {
            entrants.add(new TournamentStandings.Entrant(names.get(player), keys.get(player)));
        }
        plain.putAll(TournamentStandings.results(entrants, tournament, anchor(tournament.table())));
        return plain;
    }

    private static String text(OptionalDouble value) {
        return value.isPresent() ? text(value.getAsDouble()) : "";
    }

    /** With as many digits as needed. */
    private static String text(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String oneDigit(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
