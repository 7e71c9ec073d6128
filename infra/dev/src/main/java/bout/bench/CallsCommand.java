package bout.bench;

import bout.cli.text.BoutCommand;
import bout.cli.text.TableForm;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.ajaxtiles.AjaxTiles;
import bout.wire.BotBody;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "calls",
        header = "Measure how long the runner takes to call a bot.",
        description = {
            "Play matches of Ajax Tiles in parallel against bots that answer at once, in a separate process."
                    + " Print the calls per second and the CPU time of this process per call: engine, JSON, client,"
                    + " bookkeeping, compiler and garbage collector.",
            "As a lower bound, also send the same bytes over plain sockets."
        },
        footer = {"  bout dev bench calls", "  bout dev bench calls --matches 32 --seconds 20"})
final class CallsCommand extends BoutCommand {

    private static final int MAX_MATCHES = 4096;
    private static final int MAX_LEVELS = 10;
    private static final double MAX_SECONDS = 60;

    @Option(
            names = "--matches",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,32,256",
            description = "Number of parallel matches; several numbers, separated by commas, are measured in turn."
                    + " Default: ${DEFAULT-VALUE}.")
    private List<Integer> levels;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "5",
            description = "Seconds per measurement, up to 60, after a warm-up of the same length. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double seconds;

    @Override
    public Integer call() throws Exception {
        if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
            throw wrong("--seconds: above 0 and up to 60, not " + seconds + ".");
        }
        if (levels.size() > MAX_LEVELS || levels.stream().anyMatch(level -> level < 1 || level > MAX_MATCHES)) {
            throw wrong(
                    "--matches: up to " + MAX_LEVELS + " numbers from 1 to " + MAX_MATCHES + ", not " + levels + ".");
        }
        PrintWriter out = out();
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
                level == 1 ? "1 match" : level + " parallel matches", "calls/s", "CPU µs per call", "x raw sockets"));
        rows.add(row("matches", matches, raw));
        rows.add(row("raw sockets", raw, raw));
        out.println();
        TableForm.columns(out, rows, 1);
        out.flush();
    }

    private static List<String> row(String name, Load.Measured measured, Load.Measured raw) {
        return List.of(
                name,
                String.format(Locale.ROOT, "%.0f", measured.callsPerSecond()),
                String.format(Locale.ROOT, "%.1f", measured.cpuMicroseconds()),
                String.format(Locale.ROOT, "%.2f", measured.cpuMicroseconds() / raw.cpuMicroseconds()));
    }

    /** The request body of the first turn; later turns are about as long. */
    private static byte[] openingBody() {
        AjaxTiles game = new AjaxTiles();
        Options options = Options.defaults(game.card().options());
        return BotBody.write(Match.draw(game, "1", options).ask(Seat.FIRST));
    }
}
