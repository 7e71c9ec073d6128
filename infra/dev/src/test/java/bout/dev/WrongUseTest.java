package bout.dev;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Wrong command lines, and what every command says about them. */
@Tag("server")
class WrongUseTest {

    /** Words of picocli, of Java and of its exceptions, which tell a user nothing. */
    private static final Pattern INTERNALS = Pattern.compile(
            "positional|were specified|parameter at index|should be in KEY|is not an? (int|long|double|boolean)"
                    + "|mutually exclusive|Unmatched|Exception|\\bjava\\.|picocli|<[a-z]+>|\\bat bout\\.");

    /** What is typed, and the message. */
    private static final List<String[]> MISTAKES = List.of(
            // too few arguments
            row("play", "Missing required parameters: 'GAME', 'PLAYER1', 'PLAYER2'."),
            row("play ajax-tiles", "Missing required parameters: 'PLAYER1', 'PLAYER2'."),
            row("play ajax-tiles house:random", "Missing required parameter: 'PLAYER2'."),
            row("tournament", "Missing required parameter: 'GAME'."),
            row("compare ajax-tiles house:random", "Missing required parameter: 'B'."),
            row("verify", "Missing required parameter: 'REPLAY|MATCH'."),
            row("check ajax-tiles", "Missing required parameter: 'URL'."),
            row("serve ajax-tiles", "Missing required parameter: 'HOUSEBOT'."),
            row("wrap", "Missing required parameters: 'GAME', 'COMMAND'."),
            row("wrap ice-and-fire", "Missing required parameter: 'COMMAND'."),
            row("connect", "Missing required parameter: 'GAME'."),
            row("connect http://127.0.0.1:1/", "Missing --name NAME, or --bot ID for a bot that is registered."),
            row("bot create ajax-tiles http://127.0.0.1:1/", "Missing required option: '--name=NAME'."),
            row("bot create --name x", "Missing required parameter: 'GAME'."),
            row("bot publish --name x", "Missing required parameters: 'GAME', 'FILE'."),
            row("bot show", "Missing required parameter: 'ID'."),
            row("bot check", "Missing required parameter: 'ID'."),
            row("bot version", "Missing required parameter: 'ID'."),
            row("bot rotate-secret", "Missing required parameter: 'ID'."),
            row("bot delete", "Missing required parameter: 'ID'."),
            row("bot match", "Missing required parameter: 'SEAT_ID'."),
            row("token create --scope play", "Missing required option: '--name=NAME'."),
            row("token create", "Missing required options: '--name=NAME', '--scope=SCOPE'."),
            row("token revoke", "Missing required parameter: 'ID'."),
            row("invite create --days 7", "Missing required option: '--uses=N'."),
            row("invite show", "Missing required parameter: 'ID'."),
            row("invite revoke --tokens", "Missing required parameter: 'ID'."),
            row("join --name Ada", "Missing required parameter: 'LINK'."),
            row("ratings show", "Missing required parameter: 'GAME'."),
            row("ratings recompute", "Missing required parameter: 'GAME'."),
            row("dev collusion", "Missing required parameter: 'GAME'."),
            row("smoke", "Missing required parameter: 'URL'."),
            row("dev vectors", "Missing required parameter: 'DIR'."),
            row("completion", "Missing required parameter: 'SHELL'."),
            // too many
            row("play ajax-tiles house:random house:random more", "Unexpected argument 'more'."),
            row("compare ajax-tiles house:random house:random more", "Unexpected argument 'more'."),
            row("verify a.json more", "Unexpected argument 'more'."),
            row("games ajax-tiles more", "Unexpected argument 'more'."),
            row("check ajax-tiles http://127.0.0.1:1/ more", "Unexpected argument 'more'."),
            row("serve ajax-tiles random more", "Unexpected argument 'more'."),
            row("up more", "Unexpected argument 'more'."),
            row("bot create ajax-tiles http://127.0.0.1:1/ more --name x", "Unexpected argument 'more'."),
            row("bot list more", "Unexpected argument 'more'."),
            row("bot show bot_1 more", "Unexpected argument 'more'."),
            row("token list more", "Unexpected argument 'more'."),
            row("invite list more", "Unexpected argument 'more'."),
            row("ratings show tokens more", "Unexpected argument 'more'."),
            row("redrive more", "Unexpected argument 'more'."),
            row("dev vectors dir more", "Unexpected argument 'more'."),
            row("dev chaos more", "Unexpected argument 'more'."),
            row("completion bash more", "Unexpected argument 'more'."),
            // options
            row(
                    "play ajax-tiles house:random house:random --gmaes 3",
                    "Unknown option '--gmaes'. Did you mean '--games'?"),
            row("play --gmaes 3", "Unknown option '--gmaes'. Did you mean '--games'?"),
            row(
                    "play ajax-tiles house:random house:random --seed",
                    "Missing required parameter for option '--seed' (S)."),
            row(
                    "play ajax-tiles house:random house:random --json=x",
                    "Invalid value for option '--json': 'x' is neither true nor false."),
            row(
                    "play ajax-tiles house:random house:random --games 1 --games 2",
                    "option '--games' (N) should be specified only once."),
            row(
                    "play ajax-tiles house:random house:random --set x",
                    "Invalid value for option '--set': expected NAME=VALUE."),
            row("up --prot 9000", "Unknown option '--prot'. Did you mean '--port'?"),
            row("up --port", "Missing required parameter for option '--port' (PORT)."),
            row("--verison", "Unknown option '--verison'. Did you mean '--version'?"),
            row(
                    "dev address --no-lookup --resolved 8.8.8.8 https://x.example.org/",
                    "Use either --no-lookup or --resolved, not both."),
            // numbers
            row(
                    "play ajax-tiles house:random house:random --games x",
                    "Invalid value for option '--games': 'x' is not a whole number."),
            row(
                    "play ajax-tiles house:random house:random --games 1.5",
                    "Invalid value for option '--games': '1.5' is not a whole number."),
            row(
                    "play ajax-tiles house:random house:random --time-limit x",
                    "Invalid value for option '--time-limit': 'x' is not a whole number."),
            row("tournament ajax-tiles --boards x", "Invalid value for option '--boards': 'x' is not a whole number."),
            row(
                    "compare ajax-tiles house:random house:random --elo1 x",
                    "Invalid value for option '--elo1': 'x' is not a number."),
            row("serve ajax-tiles random --port x", "Invalid value for option '--port': 'x' is not a whole number."),
            row(
                    "serve ajax-tiles random --port 99999999999",
                    "Invalid value for option '--port': '99999999999' is not a whole number."),
            row("wrap ice-and-fire --port x -- ./bot", "Invalid value for option '--port': 'x' is not a whole number."),
            row("up --port x", "Invalid value for option '--port': 'x' is not a whole number."),
            row("up --port 70000", "--port: from 0 to 65535, not 70000."),
            row("up --ladder-matches -1", "--ladder-matches: from 0 to 1200, not -1."),
            row("dev chaos --seed x", "Invalid value for option '--seed': 'x' is not a whole number."),
            row("dev chaos --matches 0", "--matches: at least 1, not 0."),
            // commands
            row("paly", "Unknown command 'bout paly'. Did you mean 'bout play'?"),
            row("bot creat", "Unknown command 'bout bot creat'. Did you mean 'bout bot create'?"),
            row("help paly", "Unknown command 'bout paly'. Did you mean 'bout play'?"),
            row("help bot creat", "Unknown command 'bout bot creat'. Did you mean 'bout bot create'?"),
            row("ratings sing", "Unknown command 'bout ratings sing'."),
            // values
            row("completion fish", "Unknown shell 'fish'. Did you mean bash? Known: bash, zsh."),
            row("token list --api localhost", "--api: expected a URL such as http://127.0.0.1:8080, not 'localhost'."),
            row("token list --api a\\b", "--api: expected a URL such as http://127.0.0.1:8080, not 'a\\b'."),
            row("verify ftp://x/", "ftp://x/: expected a file or an http or https URL."));

    private static String[] row(String line, String message) {
        return new String[] {line, message};
    }

    static Stream<String[]> mistakes() {
        return MISTAKES.stream();
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("mistakes")
    void a_mistake_is_status_2_with_one_line_that_says_what_is_wrong(String line, String message) {
        Ran ran = Ran.bout(line.split(" "));

        assertEquals(2, ran.status(), ran.err());
        assertEquals("", ran.out());
        assertEquals("bout: " + message, ran.err().lines().findFirst().orElseThrow());
        List<String> more = ran.err().lines().skip(1).toList();
        assertTrue(more.getLast().matches("Try 'bout( [a-z-]+)* --help'\\."), ran.err());
        assertTrue(more.size() == 1 || more.size() == 2 && more.getFirst().startsWith("Usage: bout "), ran.err());
        assertFalse(INTERNALS.matcher(ran.err()).find(), ran.err());
    }

    @Test
    void every_command_with_arguments_is_among_them() {
        Set<String> missing = new TreeSet<>();
        for (CommandLine command : BoutTest.allCommands().toList()) {
            String name = command.getCommandSpec().qualifiedName().substring("bout ".length());
            if (command.getCommandSpec().positionalParameters().stream().anyMatch(parameter -> parameter.required())
                    && MISTAKES.stream()
                            .noneMatch(row -> (row[0] + " ").startsWith(name + " ") && row[1].startsWith("Missing"))) {
                missing.add(name);
            }
        }
        assertEquals(Set.of(), missing);
    }

    /** Every command refuses an unknown option, and suggests the known one when a letter of it is missing. */
    @ParameterizedTest
    @MethodSource("bout.dev.BoutTest#allCommands")
    void an_unknown_option_of_any_command_is_named_and_the_known_one_suggested(CommandLine command) {
        String known = command.getCommandSpec().options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> name.length() > "--abc".length())
                // Not --seeds, where there is a --seed.
                .filter(name -> command.getCommandSpec().findOption(name.substring(0, name.length() - 1)) == null)
                .findFirst()
                .orElseThrow();
        String typed = known.substring(0, known.length() - 1);
        List<String> line =
                new ArrayList<>(List.of(command.getCommandSpec().qualifiedName().split(" "))
                        .subList(1, command.getCommandSpec().qualifiedName().split(" ").length));
        line.add(typed);

        Ran ran = Ran.bout(line.toArray(String[]::new));

        assertEquals(2, ran.status(), ran.err());
        assertTrue(ran.err().startsWith("bout: Unknown option '" + typed + "'. Did you mean '--"), ran.err());
        assertFalse(INTERNALS.matcher(ran.err()).find(), ran.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "verify FILE/none.json | cannot read FILE/none.json: Not a directory",
                "verify FOLDER/none.json | FOLDER/none.json: no such file",
                "tournament ajax-tiles --state FILE/t.jsonl | cannot open FILE/t.jsonl: a file is in place of a folder",
                "tournament ajax-tiles --state FOLDER | cannot open FOLDER: Is a directory",
                "dev chaos --matches 1 --log FILE/x.log | cannot write the log FILE/x.log: a file is in place of a folder",
                "play ajax-tiles house:random house:random --set maxTurns=4 --replay FOLDER | cannot write the replay FOLDER: ",
                "serve ajax-tiles random --port TAKEN | cannot listen on port TAKEN: Address already in use; choose another one with --port (0 for any free one)",
                "wrap ice-and-fire --port 0 -- ./bot | cannot start './bot': there is no such program, or it is not executable",
                "wrap ice-and-fire --port TAKEN -- sh | cannot listen on port TAKEN: Address already in use; choose another one with --port (0 for any free one)",
                "bot list --api http://127.0.0.1:1 | nothing answers at http://127.0.0.1:1. Start 'bout up' there, or give another URL with --api or BOUT_API.",
            })
    void what_cannot_be_done_is_status_1_with_one_line(String row) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String[] columns = row.replace("FILE", file.toString())
                    .replace("FOLDER", folder.toString())
                    .replace("TAKEN", Integer.toString(taken.getLocalPort()))
                    .split(" \\| ");

            Ran ran = Ran.bout(columns[0].split(" "));

            assertEquals(1, ran.status(), ran.err());
            assertEquals(1, ran.err().lines().count(), ran.err());
            assertTrue(ran.err().startsWith("bout: " + columns[1]), ran.err());
            assertFalse(INTERNALS.matcher(ran.err()).find(), ran.err());
        }
    }
}
