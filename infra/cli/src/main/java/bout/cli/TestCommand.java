package bout.cli;

import bout.cli.text.CommandFailed;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The help of {@code bout test}. The script runs the tests itself: they begin with a build, which would replace the
 * classes of a command that runs it.
 */
@Command(
        name = "test",
        header = "Run the tests.",
        description = {
            "Without an option, runs all tests except the longest ones. The last line is"
                    + " 'Tests run: N, Failures: F, Errors: E, Skipped: S', after one line for each reason why tests were"
                    + " skipped."
        },
        exitCodeList = {"0:all tests passed", "1:a test or the build failed"},
        footer = {
            "  bout test --quick",
            "  bout test -pl functions/runner -am",
            "  bout test --quick -Dtest=RoboTagTest"
        })
final class TestCommand implements Callable<Integer> {

    @ArgGroup
    private Tier tier;

    private static final class Tier {

        @Option(names = "--quick", description = "Only tests that start no server, no other process and no browser.")
        private boolean quick;

        @Option(names = "--full", description = "All tests, including the longest ones.")
        private boolean full;

        @Option(
                names = "--coverage",
                description = "Measure how much of the engine, the address rule and the standings their tests cover.")
        private boolean coverage;

        @Option(
                names = "--mutation",
                description = "Measure how many small changes of the games, the address rule, the calls to bots, the"
                        + " standings, the store, the runner and the API their tests find (mutation testing).")
        private boolean mutation;
    }

    @Parameters(paramLabel = "MAVEN_OPTION", description = "Options for Maven, such as -pl MODULE.")
    private List<String> mavenOptions;

    @Override
    public Integer call() {
        throw new CommandFailed("'bout test' needs a clone of the repository: run its script bout");
    }
}
