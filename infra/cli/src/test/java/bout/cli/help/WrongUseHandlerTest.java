package bout.cli.help;

import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.cli.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class WrongUseHandlerTest {

    /** A command line as in the download: without the modules above this one. */
    @Command(name = "bout", subcommands = CommandLine.HelpCommand.class)
    private static final class Root {}

    @Test
    void aQuestionEndsWithNoFullStop() {
        Ran.line("check ajax-tiles 127.0.0.1:9999").fails(2, " Did you mean http://127.0.0.1:9999?\n");
    }

    @Test
    void whatWasTypedCannotChangeTheTerminal() {
        Ran ran = Ran.bout("games", "\u001b[31mx", "y").exits(2);
        assertFalse(ran.err().contains("\u001b"), ran.err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            deploy                  | bout: 'bout deploy' needs a clone of the repository.
            deploy --stack-name one | bout: 'bout deploy' needs a clone of the repository.
            dev chaos --matches 3   | bout: 'bout dev' needs a clone of the repository.
            deplox                  | bout: Unknown command 'bout deplox'.
            """)
    void saysWhichCommandsNeedTheRepository(String line, String said) {
        CommandLine commandLine = new CommandLine(new Root());
        WrongUseHandler.addTo(commandLine);
        Ran.with(commandLine, line.split(" ")).fails(2, said);
    }
}
