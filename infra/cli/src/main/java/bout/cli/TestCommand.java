package bout.cli;

import bout.cli.text.CommandFailed;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The help of {@code bout test}. The script runs the tests itself: they begin with a build, which cannot be done from the
 * classes that it replaces.
 */
@Command(
        name = "test",
        header = "Runs all tests of all modules.",
        description = {
            "Ends with their number: Tests run: N, Failures: F, Errors: E, Skipped: S",
            "What follows is handed to Maven."
        },
        exitCodeList = {"0:all tests passed", "1:a test failed, or something could not be built"},
        footer = {"  bout test", "  bout test -pl functions/runner -am"})
final class TestCommand implements Callable<Integer> {

    @Parameters(paramLabel = "MAVEN OPTION", description = "Options of Maven, such as -pl MODULE.")
    private List<String> mavenOptions;

    @Override
    public Integer call() {
        throw new CommandFailed("the tests are run by the script bout at the top of the repository");
    }
}
