package bout.cli;

import bout.cli.text.CommandFailed;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The help of {@code bout test}. The script runs the tests itself: they begin with a build, which cannot be done from the
 * classes that it replaces.
 */
@Command(
        name = "test",
        header = "Run the tests.",
        description = {
            "Run all tests but the longest ones, or as one of the options says.",
            "The last line is their number: Tests run: N, Failures: F, Errors: E, Skipped: S",
            "Before it is one line for each reason why tests were skipped."
        },
        exitCodeList = {"0:all tests passed", "1:a test failed, or something could not be built"},
        footer = {
            "  bout test --quick",
            "  bout test -pl functions/runner -am",
            "  bout test --quick -Dtest=RoboTagTest"
        })
final class TestCommand implements Callable<Integer> {

    @ArgGroup
    private Tier tier;

    /** One of these at most, before the options of Maven. */
    private static final class Tier {

        @Option(names = "--quick", description = "Only tests that start no server, no other process and no browser.")
        private boolean quick;

        @Option(names = "--full", description = "All tests, with the longest ones too.")
        private boolean full;

        @Option(
                names = "--coverage",
                description = "Run the tests of the engine, the address rule and the standings; print which part of"
                        + " their code they run.")
        private boolean coverage;

        @Option(
                names = "--mutation",
                description = "Change the code of the games and of the address rule in many small ways; print how many"
                        + " of the changes the tests notice.")
        private boolean mutation;
    }

    @Parameters(paramLabel = "MAVEN OPTION", description = "Options of Maven, such as -pl MODULE.")
    private List<String> mavenOptions;

    @Override
    public Integer call() {
        throw new CommandFailed("the tests are run by the script bout at the top of the repository");
    }
}
