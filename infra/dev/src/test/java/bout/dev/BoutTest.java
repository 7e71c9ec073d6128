package bout.dev;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Bout;
import bout.cli.Ran;
import bout.cli.text.CommandFailed;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;

class BoutTest {

    static Stream<CommandLine> commands() {
        return Bout.commandLine().getSubcommands().values().stream();
    }

    @Test
    void the_help_lists_every_command() {
        Ran ran = Ran.bout("--help").succeeds();
        for (String command : Bout.commandLine().getSubcommands().keySet()) {
            assertEquals(
                    1,
                    ran.out()
                            .lines()
                            .filter(line -> line.matches(" +" + command + " +\\S.*"))
                            .count(),
                    command);
        }
        ran.prints("Exit status:");
    }

    @ParameterizedTest
    @MethodSource("allCommands")
    void the_help_of_every_command_has_a_description_examples_and_exit_statuses(CommandLine command) {
        String name = command.getCommandSpec().qualifiedName();
        Ran ran = Ran.line(name.replaceFirst("^bout ", "") + " --help").succeeds();
        ran.prints("Usage: " + name);
        ran.prints("Exit status:");
        assertTrue(ran.out().matches("(?s).*\nExamples:\n  [^\n]*" + name + "\\b.*"), ran.out());
    }

    @ParameterizedTest
    @MethodSource("allCommands")
    void every_option_and_parameter_says_what_it_is_for(CommandLine command) {
        for (ArgSpec argument : command.getCommandSpec().args()) {
            assertTrue(
                    String.join("", argument.description()).length() > 10,
                    command.getCommandName() + " " + argument.paramLabel());
        }
    }

    @Test
    void the_version_names_the_build_the_engine_and_the_replay_format() {
        Ran ran = Ran.bout("--version").succeeds();
        assertTrue(ran.out().matches("bout \\d+\\.\\d+\\.\\d+ \\(engine \\d+, replay format \\d+\\)\\R"), ran.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bot", "dev", "dev bench", "contest", "invite", "owner", "key", "ratings"})
    void a_command_that_only_has_commands_below_it_prints_its_help(String command) {
        List<String> arguments = command.isEmpty() ? List.of() : List.of(command.split(" "));
        List<String> withHelp =
                Stream.concat(arguments.stream(), Stream.of("--help")).toList();
        List<String> asked =
                Stream.concat(Stream.of("help"), arguments.stream()).toList();

        Ran ran = Ran.bout(arguments.toArray(String[]::new)).succeeds();
        assertEquals("", ran.err());
        assertEquals(Ran.bout(withHelp.toArray(String[]::new)).out(), ran.out());
        assertEquals(Ran.bout(asked.toArray(String[]::new)).out(), ran.out());
    }

    static Stream<CommandLine> allCommands() {
        return commands().flatMap(BoutTest::withThoseBelow);
    }

    private static Stream<CommandLine> withThoseBelow(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(BoutTest::withThoseBelow));
    }

    @ParameterizedTest
    @MethodSource("allCommands")
    void help_fits_an_80_column_terminal_and_begins_with_a_verb(CommandLine command) {
        // Where no terminal is wider.
        String help = command.setUsageHelpAutoWidth(false).getUsageMessage();

        help.lines().forEach(line -> assertTrue(line.length() <= 80, line));
        String examples = help.substring(help.indexOf("Examples:\n") + "Examples:\n".length());
        examples.lines().forEach(line -> assertTrue(line.startsWith("  "), "a broken example: " + line));
        String verb = help.substring(0, help.indexOf(' ')).replace(",", "");
        assertTrue(verb.matches("[A-Z][a-z]+[a-rt-z]"), "not an imperative: " + verb);
    }

    @Command(name = "failing")
    private record Failing(RuntimeException failure) implements Callable<Integer> {
        @Override
        public Integer call() {
            throw failure;
        }
    }

    private static Ran failing(RuntimeException failure, String... arguments) {
        return Ran.with(Bout.commandLine().addSubcommand(new Failing(failure)), arguments);
    }

    @Test
    void an_expected_failure_is_one_line() {
        Ran ran = failing(new CommandFailed("the port is taken"), "failing").exits(1);
        assertEquals("bout: the port is taken\n", ran.err());
    }

    @Test
    void an_expected_failure_has_its_stack_trace_with_debug() {
        failing(new CommandFailed("the port is taken", new IllegalStateException("why")), "failing", "--debug")
                .fails(1, "Caused by: java.lang.IllegalStateException: why");
    }

    @Test
    void a_bug_shows_its_stack_trace() {
        Ran ran = failing(new IllegalStateException("never"), "failing").fails(1, "this is a bug in Bout");
        ran.says("at bout.dev.BoutTest");
        assertFalse(ran.out().contains("never"), ran.out());
    }
}
