package bout.bench;

import bout.cli.text.Columns;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.ajaxtiles.AjaxTiles;
import bout.wire.BotBody;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "calls",
        header = "Measure how long the runner takes to call a bot.",
        description = {
            "Plays matches of Ajax Tiles, so many at once, between bots in a process of their own that answer at once."
                    + " Prints the calls in a second and the CPU time of this process for a call: engine, JSON, client,"
                    + " bookkeeping, compiler and garbage collector.",
            "As a floor it measures, in the same way, the same bytes over plain sockets."
        },
        footer = {"  bout bench calls", "  bout bench calls --matches 32 --seconds 20"})
final class CallsCommand implements Callable<Integer> {

    private static final int MOST_MATCHES = 4096;
    private static final int MOST_LEVELS = 10;
    private static final double LONGEST_SECONDS = 60;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--matches",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,32,256",
            description = "How many matches at once; several numbers, with commas between them, are measured one after"
                    + " the other. Default: ${DEFAULT-VALUE}.")
    private List<Integer> levels;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "5",
            description = "How long each load is measured, up to 60, after a warm-up of the same length. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double seconds;

    @Override
    public Integer call() throws Exception {
        if (!(seconds > 0 && seconds <= LONGEST_SECONDS)) {
            throw new ParameterException(spec.commandLine(), "--seconds: above 0 and up to 60, not " + seconds + ".");
        }
        if (levels.size() > MOST_LEVELS || levels.stream().anyMatch(level -> level < 1 || level > MOST_MATCHES)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--matches: up to " + MOST_LEVELS + " numbers from 1 to " + MOST_MATCHES + ", not " + levels + ".");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                "Bot calls of Ajax Tiles (" + openingBody().length + " bytes each); CPU time of this process only.");
        try (BotsProcess bots = BotsProcess.start()) {
            for (int level : levels) {
                measure(out, bots, level);
            }
        }
        return 0;
    }

    private void measure(PrintWriter out, BotsProcess bots, int level) throws Exception {
        byte[] body = openingBody();
        Load.Measured raw = new RawLoad(bots.port(), body).load().measure(level, seconds, seconds);
        Load.Measured matches;
        try (MatchesLoad load = new MatchesLoad(bots.url(), level)) {
            matches = load.load().measure(level, seconds, seconds);
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                level == 1 ? "1 match" : level + " matches at once", "calls/s", "CPU µs per call", "x raw sockets"));
        rows.add(row("matches", matches, raw));
        rows.add(row("raw sockets", raw, raw));
        out.println();
        Columns.print(out, rows, 1);
        out.flush();
    }

    private static List<String> row(String name, Load.Measured measured, Load.Measured raw) {
        return List.of(
                name,
                String.format(Locale.ROOT, "%.0f", measured.callsPerSecond()),
                String.format(Locale.ROOT, "%.1f", measured.cpuMicroseconds()),
                String.format(Locale.ROOT, "%.2f", measured.cpuMicroseconds() / raw.cpuMicroseconds()));
    }

    /** What the bots are sent on the first turn; every later turn is about as long. */
    private static byte[] openingBody() {
        AjaxTiles game = new AjaxTiles();
        Options options = Options.defaults(game.card().options());
        return BotBody.write(Match.draw(game, "1", options).ask(Seat.FIRST));
    }
}
