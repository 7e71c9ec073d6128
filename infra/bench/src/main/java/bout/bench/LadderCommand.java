package bout.bench;

import bout.cli.text.Columns;
import bout.cli.text.CommandFailed;
import bout.standings.ratings.WengLin;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "ladder",
        header = "Simulates how fast a ladder finds the order of its players.",
        description = {
            "Players of known strength start new, and the matchmaker lets them play. Prints how near the order of the"
                    + " ratings is to the truth (Kendall's tau, 1 is the same order) after so many matches of each; after"
                    + " how many matches players were settled, their sigma below a third of its start; and the same for"
                    + " 20 players who join the ladder when it is settled. Means of several ladders. At the end, how large the"
                    + " errors of the ratings are in their own sigmas, which should be 1.",
            "Compares the parameters of ladders with others, those too that are usual for the formula."
        },
        exitCodeList = {
            "0:the simulation was run",
            "1:the picture could not be written",
            "2:wrong use: an unknown option or a value out of range"
        },
        footer = {"  bout bench ladder", "  bout bench ladder --picture ladder.svg --seed 7"})
final class LadderCommand implements Callable<Integer> {

    private static final List<Integer> MARKS = List.of(4, 6, 8, 10, 14, 20, 30, 40, 60, 80, 100);
    private static final int NEWCOMERS = 20;
    private static final int MOST_PLAYERS = 1000;
    private static final int MOST_LADDERS = 1000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--players",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many players, from 2 to 1000. Default: ${DEFAULT-VALUE}.")
    private int players;

    @Option(
            names = "--ladders",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many ladders to take the mean of, up to 1000. Default: ${DEFAULT-VALUE}.")
    private int ladders;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Any text; all that is drawn follows from it. Default: ${DEFAULT-VALUE}.")
    private String seed;

    @Option(names = "--picture", paramLabel = "FILE", description = "Draws the curves into an SVG file.")
    private Path picture;

    /** What became of the ladders of one model. */
    private record Figures(double[] tau, double errorInSigmas, List<Integer> settled, List<Integer> newcomers) {}

    @Override
    public Integer call() {
        check(
                players >= 2 && players <= MOST_PLAYERS,
                "--players: from 2 to " + MOST_PLAYERS + ", not " + players + ".");
        check(
                ladders >= 1 && ladders <= MOST_LADDERS,
                "--ladders: from 1 to " + MOST_LADDERS + ", not " + ladders + ".");
        Map<String, Figures> figures = new LinkedHashMap<>();
        figures.put("ladders (beta 25/9, gamma 1)", simulate(WengLin.LADDER));
        figures.put(
                "beta 25/6, gamma 1",
                simulate(new WengLin(WengLin.STANDARD.beta(), WengLin.STANDARD.kappa(), WengLin.Shrinking.FULLY)));
        figures.put("usual (beta 25/6, gamma sigma/c)", simulate(WengLin.STANDARD));
        print(figures);
        if (picture != null) {
            draw(figures);
        }
        return 0;
    }

    private void check(boolean right, String otherwise) {
        if (!right) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    private Figures simulate(WengLin model) {
        double[] tau = new double[MARKS.size()];
        double errorInSigmas = 0;
        List<Integer> settled = new ArrayList<>();
        List<Integer> newcomers = new ArrayList<>();
        for (int ladder = 0; ladder < ladders; ladder++) {
            LadderSimulation simulation = new LadderSimulation(model, players, seed + "/" + ladder);
            for (int mark = 0; mark < MARKS.size(); mark++) {
                simulation.playTo(MARKS.get(mark));
                tau[mark] += simulation.tau() / ladders;
            }
            errorInSigmas += simulation.errorInSigmas() / ladders;
            settled.addAll(simulation.settled());
            newcomers.addAll(simulation.newcomers(NEWCOMERS));
        }
        return new Figures(
                tau,
                errorInSigmas,
                settled.stream().sorted().toList(),
                newcomers.stream().sorted().toList());
    }

    private void print(Map<String, Figures> figures) {
        PrintWriter out = spec.commandLine().getOut();
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("matches of each"));
        MARKS.forEach(mark -> head.add("" + mark));
        head.add("error/sigma");
        rows.add(head);
        figures.forEach((name, each) -> {
            List<String> row = new ArrayList<>(List.of(name));
            for (double tau : each.tau) {
                row.add(String.format(Locale.ROOT, "%.3f", tau));
            }
            row.add(String.format(Locale.ROOT, "%.2f", each.errorInSigmas));
            rows.add(row);
        });
        Columns.print(out, rows, 1);
        out.println();
        List<List<String>> waits = new ArrayList<>();
        waits.add(List.of("settled after", "median", "95 %", "most", "of those who were new together"));
        List<List<String>> joined = new ArrayList<>();
        figures.forEach((name, each) -> {
            waits.add(quantiles(
                    name,
                    each.settled,
                    each.settled.size() + " of " + players * ladders + " within " + MARKS.getLast() + " matches"));
            joined.add(quantiles(name + ", joining a ladder", each.newcomers, each.newcomers.size() + " players"));
        });
        waits.addAll(joined);
        Columns.print(out, waits, 1);
        out.flush();
    }

    private static List<String> quantiles(String name, List<Integer> sorted, String of) {
        return sorted.isEmpty()
                ? List.of(name, "", "", "", of)
                : List.of(
                        name,
                        "" + sorted.get(sorted.size() / 2),
                        "" + sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(0.95 * sorted.size()) - 1)),
                        "" + sorted.getLast(),
                        of);
    }

    /** Curves from 0 to 1 over 0 to 100 matches, five units of the picture each match. */
    private void draw(Map<String, Figures> figures) {
        StringBuilder svg = new StringBuilder(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 360\" font-family=\"sans-serif\""
                        + " font-size=\"12\">\n<title>Kendall's tau between ratings and strengths, by matches of each"
                        + " player</title>\n<rect width=\"600\" height=\"360\" fill=\"white\"/>\n");
        for (int tenth = 0; tenth <= 10; tenth += 2) {
            int y = 310 - 28 * tenth;
            svg.append(String.format(
                    Locale.ROOT,
                    "<path d=\"M50 %d H560\" stroke=\"#ddd\"/><text x=\"44\" y=\"%d\" text-anchor=\"end\">%.1f</text>\n",
                    y,
                    y + 4,
                    tenth / 10.0));
        }
        for (int matches = 0; matches <= MARKS.getLast(); matches += 20) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"328\" text-anchor=\"middle\">%d</text>\n",
                    50 + 5 * matches,
                    matches));
        }
        svg.append("<text x=\"305\" y=\"350\" text-anchor=\"middle\">matches of each player</text>\n");
        List<String> colours = List.of("#0b57a4", "#2d7d46", "#b3541e");
        int number = 0;
        for (Map.Entry<String, Figures> each : figures.entrySet()) {
            StringBuilder points = new StringBuilder();
            for (int mark = 0; mark < MARKS.size(); mark++) {
                points.append(String.format(
                        Locale.ROOT, "%d,%.1f ", 50 + 5 * MARKS.get(mark), 310 - 280 * each.getValue().tau[mark]));
            }
            String colour = colours.get(number);
            svg.append("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" + colour + "\" points=\""
                    + points.toString().strip() + "\"/>\n<text x=\"330\" y=\"" + (250 + 20 * number) + "\" fill=\""
                    + colour + "\">" + each.getKey() + "</text>\n");
            number++;
        }
        svg.append("</svg>\n");
        try {
            Files.writeString(picture, svg);
        } catch (IOException unwritten) {
            throw new CommandFailed(
                    picture + ": the picture cannot be written (" + unwritten.getMessage() + ")", unwritten);
        }
    }
}
