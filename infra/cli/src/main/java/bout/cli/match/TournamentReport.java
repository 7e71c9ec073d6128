package bout.cli.match;

import static bout.cli.text.TableForm.number;

import bout.cli.text.TableForm;
import bout.competition.ratings.EloFit;
import bout.competition.tables.CrossTable;
import bout.competition.tables.Table;
import bout.competition.tables.Table.TieBreak;
import bout.competition.tournament.Plan;
import bout.competition.tournament.Plan.Format;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.TournamentStandings;
import bout.competition.tournament.TournamentStandings.Entrant;
import bout.engine.Game;
import bout.engine.Plain;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

final class TournamentReport {

    private final Game<?> game;
    private final List<Entrant> entrants = new ArrayList<>();
    private final Tournament tournament;
    private final OptionalInt anchor;
    private final long began = System.nanoTime();
    private final Scoreboard.FaultReport faults = new Scoreboard.FaultReport();

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
            entrants.add(new Entrant(
                    time == 1 ? player.toString() : player + " (" + time + ")",
                    player instanceof PlayerArgument.House ? player.argument() : null));
        }
    }

    private String name(int player) {
        return entrants.get(player).name();
    }

    void add(TournamentMatch match) {
        for (TournamentMatch.Fault fault : match.faults()) {
            faults.add(
                    name(match.fixture().player(fault.seat())),
                    fault.kind(),
                    fault.times(),
                    "in seat " + fault.seat().number() + " on the board of seed " + match.seed() + ", turn "
                            + fault.turn() + ": " + fault.text());
        }
    }

    void print(PrintWriter out, TableForm form) {
        Plan plan = tournament.plan();
        boolean gauntlet = plan.format() == Format.GAUNTLET;
        List<List<String>> rows = gauntlet ? gauntlet() : table();
        if (form.isCsv()) {
            form.print(out, rows, rows.getFirst().size());
            return;
        }
        out.println(game.card().id() + ": " + plan.format().code() + " of " + entrants.size() + " players, "
                + plan.boards()
                + (plan.boards() == 1 ? " board" : " boards") + ", seed " + plan.seed() + ", " + tournament.played()
                + " matches in " + number(1, (System.nanoTime() - began) / 1e9) + " s");
        form.print(out, rows, gauntlet ? 1 : 2);
        EloFit.Ratings elo = elo(0);
        if (elo != null && elo.groups() > 1 && !gauntlet) {
            out.println("Elo: the players fall into " + elo.groups()
                    + " groups without a match between them; ratings of different groups cannot be compared.");
        }
        faults.print(out);
        for (int player = 0; player < entrants.size(); player++) {
            if (tournament.withdrawn(player)) {
                out.println(
                        name(player) + ": withdrawn because all its " + tournament.failures(player) + " calls failed");
            }
        }
    }

    private List<List<String>> table() {
        Table table = tournament.table();
        EloFit.Ratings elo = elo(anchor(table));
        List<List<String>> rows = new ArrayList<>();
        // Every table has a column of wins, whether they break ties or not.
        List<TieBreak> tieBreaks = table.tieBreaks();
        List<String> head =
                new ArrayList<>(List.of("rank", "player", table.ranking().title()));
        tieBreaks.stream()
                .filter(tieBreak -> tieBreak != TieBreak.WINS)
                .forEach(tieBreak -> head.add(tieBreak.title()));
        head.addAll(List.of("wins", "draws", "losses", "mean " + game.card().scoreUnit(), "failed calls"));
        if (elo != null) {
            head.addAll(List.of("Elo", "+-", "LOS"));
        }
        rows.add(head);
        for (int place = 0; place < table.rows().size(); place++) {
            Table.Row row = table.rows().get(place);
            int player = row.player();
            int matches = row.wins() + row.draws() + row.losses();
            boolean rated = row.rank() > 0;
            List<String> cells =
                    new ArrayList<>(List.of(rated ? "" + row.rank() : "-", name(player), text(row.value())));
            for (int i = 0; i < tieBreaks.size(); i++) {
                if (tieBreaks.get(i) != TieBreak.WINS) {
                    cells.add(text(row.tieBreaks().get(i)));
                }
            }
            cells.addAll(List.of(
                    "" + row.wins(),
                    "" + row.draws(),
                    "" + row.losses(),
                    matches == 0 ? "" : number(1, row.score() / matches),
                    "" + tournament.failures(player)));
            if (elo != null) {
                Table.Row next = place + 1 < table.rows().size() ? table.rows().get(place + 1) : null;
                cells.add(rated ? number(0, elo.elo(player)) : "");
                cells.add(rated ? number(0, elo.interval95(player)) : "");
                cells.add(
                        rated && next != null && next.rank() > 0
                                ? percent(elo.superiority(player, next.player()))
                                : "");
            }
            rows.add(cells);
        }
        return rows;
    }

    private List<List<String>> gauntlet() {
        CrossTable results = tournament.results();
        // The first player's lead over each other one does not depend on the anchor.
        EloFit.Ratings elo = elo(0);
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                name(0) + " against",
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
        for (int other = 1; other < entrants.size(); other++) {
            boolean counts = !results.annulled(other);
            wins += counts ? results.wins(0, other) : 0;
            draws += counts ? results.draws(0, other) : 0;
            losses += counts ? results.wins(other, 0) : 0;
            rows.add(List.of(
                    name(other),
                    "" + results.wins(0, other),
                    "" + results.draws(0, other),
                    "" + results.wins(other, 0),
                    text(results.wins(0, other) + results.draws(0, other) / 2.0),
                    text(results.score(0, other)),
                    text(results.score(other, 0)),
                    "" + tournament.failures(other),
                    counts ? number(0, elo.elo(0) - elo.elo(other)) : "",
                    counts ? number(0, elo.interval95(other)) : "",
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
    private EloFit.Ratings elo(int anchor) {
        return tournament.elo(anchor).orElse(null);
    }

    Map<String, Object> toPlain() {
        Plan plan = tournament.plan();
        Map<String, Object> plain = Plain.object(
                "game", game.card().id(),
                "format", plan.format().code(),
                "ranking", plan.ranking().code(),
                "boards", plan.boards(),
                "seed", plan.seed(),
                "played", tournament.played());
        plain.putAll(TournamentStandings.results(entrants, tournament, anchor(tournament.table())));
        return plain;
    }

    private static String text(OptionalDouble value) {
        return value.isPresent() ? text(value.getAsDouble()) : "";
    }

    private static String text(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String percent(double share) {
        return number(1, 100 * share) + " %";
    }
}
