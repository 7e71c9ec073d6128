package bout.bench;

import static bout.cli.text.TableForm.number;

import bout.cli.text.BoutCommand;
import bout.cli.text.TableForm;
import bout.games.Games;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "engine",
        header = "Measure how fast the engine plays, with JMH.",
        description = {
            "Play whole games on one core, with a separate process for each measurement: once with recorded moves, as when a"
                    + " replay is verified, which is the engine alone; and once with house bots choosing the moves, at up to four seats. Print the mean of"
                    + " games and turns per second with JMH's 99.9 %% confidence interval, and the time per turn."
        },
        footer = {"  bout dev bench engine", "  bout dev bench engine --game tokens --seconds 10"})
final class EngineCommand extends BoutCommand {

    private static final double MAX_SECONDS = 60;
    private static final int ITERATIONS = 5;

    @Option(names = "--game", paramLabel = "GAME", description = "Measure only this game. Default: all, in turn.")
    private String game;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "5",
            description = "Seconds per measurement, up to 60, after a warm-up of the same length. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double seconds;

    @Override
    public Integer call() throws Exception {
        check(seconds > 0 && seconds <= MAX_SECONDS, "--seconds must be above 0 and at most 60; got " + seconds + ".");
        List<String> known = Games.ALL.stream().map(each -> each.card().id()).toList();
        check(
                game == null || known.contains(game),
                "--game must be one of " + String.join(", ", known) + "; got " + game + ".");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("game", "moves", "games/s", "turns/s", "+-", "ns per turn"));
        for (String id : game == null ? known : List.of(game)) {
            rows.add(measure(id, "recordedMoves", "recorded"));
            rows.add(measure(id, "houseBots", "house bots"));
        }
        TableForm.columns(out(), rows, 2);
        return 0;
    }

    private List<String> measure(String id, String benchmark, String moves) throws Exception {
        TimeValue iteration = TimeValue.milliseconds(Math.max(1, Math.round(seconds * 1000 / ITERATIONS)));
        RunResult result = new Runner(new OptionsBuilder()
                        .include(EngineBenchmark.class.getName() + "." + benchmark + "$")
                        .param("game", id)
                        .forks(1)
                        .warmupIterations(ITERATIONS)
                        .warmupTime(iteration)
                        .measurementIterations(ITERATIONS)
                        .measurementTime(iteration)
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build())
                .runSingle();
        double turns = result.getSecondaryResults().get("turns").getScore();
        double error = result.getSecondaryResults().get("turns").getScoreError();
        return List.of(
                id,
                moves,
                number(0, result.getPrimaryResult().getScore()),
                number(0, turns),
                number(0, error),
                number(0, 1e9 / turns));
    }
}
