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
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Wrong command lines, and what every command says about them. */
@Tag("server")
class WrongUseTest {

    /** Words of picocli, of Java and of its exceptions, which tell a user nothing. */
    private static final Pattern INTERNALS = Pattern.compile(
            "positional|were specified|parameter at index|should be in KEY|is not an? (int|long|double|boolean)"
                    + "|mutually exclusive|Unmatched|Exception|\\bjava\\.|picocli|<[a-z]+>|\\bat bout\\.");

    private static final List<String[]> MISTAKES = rows("""
            play ajax-tiles | Missing required parameter: 'PLAYER'.
            play ajax-tiles house:random | A match of ajax-tiles has two players, not 1.
            play ajax-tiles house:random house:random house:random | A match of ajax-tiles has two players, not 3.
            bot create ajax-tiles http://127.0.0.1:1/ | Missing required option: '--name=NAME'.
            owner create | Missing required options: '--name=NAME', '--scope=SCOPE'.
            connect http://127.0.0.1:1/ | Missing --name NAME, or --bot ID for a bot that is registered.
            play ajax-tiles house:random house:random --gmaes 3 | Unknown option '--gmaes'. Did you mean '--games'?
            play --gmaes 3 | Unknown option '--gmaes'. Did you mean '--games'?
            play ajax-tiles house:random house:random --seed | Missing required parameter for option '--seed' (S).
            play ajax-tiles house:random house:random --json=x | Invalid value for option '--json': 'x' is neither true nor false.
            play ajax-tiles house:random house:random --games 1 --games 2 | option '--games' (N) should be specified only once.
            play ajax-tiles house:random house:random --set x | Invalid value for option '--set': expected NAME=VALUE.
            up --prot 9000 | Unknown option '--prot'. Did you mean '--port'?
            up --port | Missing required parameter for option '--port' (PORT).
            --verison | Unknown option '--verison'. Did you mean '--version'?
            dev address --no-lookup --resolved 8.8.8.8 https://x.example.org/ | Use either --no-lookup or --resolved, not both.
            play ajax-tiles house:random house:random --games x | Invalid value for option '--games': 'x' is not a whole number.
            play ajax-tiles house:random house:random --games 1.5 | Invalid value for option '--games': '1.5' is not a whole number.
            play ajax-tiles house:random house:random --time-limit x | Invalid value for option '--time-limit': 'x' is not a whole number.
            tournament ajax-tiles --boards x | Invalid value for option '--boards': 'x' is not a whole number.
            compare ajax-tiles house:random house:random --elo1 x | Invalid value for option '--elo1': 'x' is not a number.
            serve ajax-tiles random --port 99999999999 | Invalid value for option '--port': '99999999999' is not a whole number.
            up --port x | Invalid value for option '--port': 'x' is not a whole number.
            up --port 70000 | --port must be between 0 and 65535; got 70000.
            up --origin http://localhost:9090/ | --origin must be a scheme, a name and a port, such as http://localhost:9090; got http://localhost:9090/.
            up --ladder-matches -1 | --ladder-matches must be between 0 and 1200; got -1.
            dev chaos --seed x | Invalid value for option '--seed': 'x' is not a whole number.
            dev chaos --matches 0 | --matches must be at least 1; got 0.
            paly | Unknown command 'bout paly'. Did you mean 'bout play'?
            bot creat | Unknown command 'bout bot creat'. Did you mean 'bout bot create'?
            help paly | Unknown command 'bout paly'. Did you mean 'bout play'?
            ratings sing | Unknown command 'bout ratings sing'.
            owner show own_1 --api http://127.0.0.1:1 | Unknown command 'bout owner show'.
            invite --uses 5 | Unknown option '--uses'.
            completion fish | Unknown shell 'fish'. Did you mean bash? Known: bash, zsh.
            owner list --api localhost | --api: expected a URL such as http://127.0.0.1:8080, not 'localhost'.
            owner list --api a\\b | --api: expected a URL such as http://127.0.0.1:8080, not 'a\\b'.
            verify ftp://x/ | ftp://x/: expected a file or an http or https URL.
            """);

    /** What is typed, and a part of the message. */
    private static final List<String[]> WRONG_VALUES = rows("""
            connect --bot x --name y ajax-tiles http://127.0.0.1:9000/ | Use --bot or --name, not both.
            connect --bot Gary http://127.0.0.1:9000/ | 'Gary' is not the id of a bot
            connect --name Gary http://127.0.0.1:9000/ | Missing GAME before the URL
            connect --name Gary chess http://127.0.0.1:9000/ | Unknown game 'chess'
            connect --name Gary ajax-tiles | Missing the bot: its URL, or --
            connect --name Gary tokens -- node bot.js | wrap.mjs is such a server
            connect --name Gary tokens http://a:b@127.0.0.1:9000/ | is not a URL that Bout can call
            connect --name Gary tokens 127.0.0.1:9999 | Did you mean http://127.0.0.1:9999?
            connect --name Gary http://127.0.0.1:9000/ tokens | Unexpected argument 'tokens' after the URL.
            compare ajax-tiles house:expand house:random --games 3 | --games must be an even number between 2 and 1000000; got 3.
            compare ajax-tiles house:expand house:random --elo0 5 --elo1 5 | --elo0 must be below --elo1; got 5.0 and 5.0.
            compare ajax-tiles house:expand house:random --alpha 0 | --alpha, --beta: above 0 and together below 1
            compare ajax-tiles house:expand house:random --elo1 4000 | --elo0, --elo1: from -1000 to 1000.
            bot create chess http://127.0.0.1:1/ --name x | Unknown game 'chess'
            bot show Gary | 'Gary' is not the id of a bot
            bot list --game chess | Unknown game 'chess'
            check chess http://127.0.0.1:1/ | Unknown game 'chess'
            check ajax-tiles house:random | A house bot has none; 'bout serve' gives it one.
            check ajax-tiles ftp://127.0.0.1/ | is not a player
            serve chess random | Unknown game 'chess'. Known: ajax-tiles
            serve ajax-tiles randm | Did you mean random?
            owner create --name x --scope pley | Unknown scope 'pley'. Did you mean play?
            owner block bout_x | 'bout_x' is not the id of an owner (own_...); 'bout owner list' shows them all.
            key revoke bout_x | ID: tok_ or inv_ and 32 hexadecimal digits; 'bout key list' shows them all.
            key revoke | Give either the ID of a key or a link, or --others.
            invite create --uses 0 --days 7 | --uses must be between 1 and 10000; got 0.
            invite create --uses 1 --days 366 | --days must be between 1 and 365; got 366.
            invite create --uses 1 --days 1 --bots 0 | --bots must be between 1 and 1000; got 0.
            invite show k7qd9-m2x4w-nt8r3-c5hpz | The id of an invitation is inv_ and 32 hexadecimal digits
            join k7qd9-m2x4w-nt8r3-c5hpz --name Ada | LINK: expected the whole link of an invitation
            join https://x.example/join.html --name Ada | LINK: expected the whole link of an invitation
            play ajax-tile house:random house:random | Did you mean ajax-tiles?
            play ajax-tiles house:contian house:random | Did you mean contain?
            play ajax-tiles contain house:random | Did you mean house:contain?
            play ajax-tiles ftp://example.org/ house:random | expected a URL (http://... or https://...) or house:NAME
            play ajax-tiles http:// house:random | the host is missing
            play ajax-tiles house:random http://127.0.0.1:99999/ | the port must be a number from 1 to 65535
            play ajax-tiles house:random house:random --set maxTurns=0 | a whole number from 1 to 10000
            play ajax-tiles house:random house:random --set maxTurns=many | a whole number from 1 to 10000
            play ajax-tiles house:random house:random --set maxturns=5 | Did you mean maxTurns?
            play ajax-tiles house:random house:random --set maxTurns | NAME=VALUE
            play ajax-tiles house:random house:random --games 0 | --games must be between 1 and 100000; got 0
            play ajax-tiles house:random house:random --concurrency 0 | --concurrency must be between 1 and 1024
            play ajax-tiles house:random house:random --time-limit 9 | --time-limit must be between 10 and 60000 ms; got 9
            play ajax-tiles house:random house:random --secret hunter2 | --secret: a secret starts with whsec_
            play ajax-tiles house:random house:random --games 2 --replay a.json | must contain {n}
            play ajax-tiles house:random house:random --replay none/such/a.json | there is no folder
            tournament ajax-tiles house:contain house:expand house:random house:fearful --format ladder | Unknown format 'ladder'. Known: round-robin, swiss, knockout, double-elimination, gauntlet.
            tournament ajax-tiles house:contain house:expand house:random house:fearful --format knockout --boards 2 | a knockout is best of an odd number of boards, not of 2.
            tournament ajax-tiles house:contain house:expand house:random house:fearful --format swiss --rounds 3 | a swiss tournament of 4 players has from 1 to 2 rounds
            tournament ajax-tiles house:contain house:expand house:random house:fearful --rounds 3 | --rounds: only for swiss tournaments.
            tournament ajax-tiles house:contain house:expand house:random house:fearful --boards 0 | --boards: expected a whole number from 1 to 100000, got the number 0.
            tournament ajax-tiles house:contain house:expand house:random house:fearful --boards 100001 | --boards: expected a whole number from 1 to 100000, got the number 100001.
            tournament ajax-tiles house:contain house:expand house:random house:fearful --ranking goals | Unknown ranking 'goals'.
            tournament ajax-tiles house:contain house:expand house:random house:fearful --format swiss --ranking score | a swiss tournament is ranked by wins
            tournament ajax-tiles house:contain house:expand house:random house:fearful --anchor house:lazy | Unknown player 'house:lazy'.
            tournament ajax-tiles house:contain house:expand house:random house:fearful --withdraw-after 0 | --withdraw-after: expected a whole number from 1 to 1000000, got the number 0.
            tournament ajax-tiles house:contain house:expand house:random house:fearful --concurrency 0 | --concurrency must be between 1 and 1024; got 0.
            wrap tokens -- node bot.js | wrap.mjs
            tournament ajax-tiles house:random | A tournament has from 2 to 1000 players, not 1.
            verify http:// | http://: not a URL.
            verify http://a\\b | http://a\\b: not a URL.
            verify --bots match.json | give the match's page or id, or --code
            matches --result won | --opponent and --result need --bot.
            matches --bot bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60 --result win | Unknown result 'win'.
            matches --status runing | Unknown status 'runing'. Did you mean running?
            matches --most 0 | --most must be at least 1; got 0.
            smoke bout.example.org | expected a URL such as
            smoke ftp://bout.example.org | expected a URL such as
            smoke http://127.0.0.1 --wait -1 | --wait must be between 0 and 3600
            dev simulate --seeds=0 | --seeds must be at least 1; got 0.
            dev vectors none/such | none/such: no such file or folder.
            games ajax-tile | Did you mean ajax-tiles?
            ratings show chess | Unknown game 'chess'.
            dev bench engine --game chess | --game must be one of ajax-tiles,
            dev chaos --kills=-1 | --kills must be at least 0; got -1
            dev chaos --tournament=1 | --tournament must be at least 2; got 1
            dev chaos --seconds=0 | --seconds must be at least 1; got 0
            dev bench cals | Unknown command 'bout dev bench cals'.
            dev bench calls --matches 0 | --matches must be up to 10 numbers between 1 and 4096
            dev bench calls --matches 1,x | --matches' (N): 'x' is not a whole number.
            dev bench calls --seconds 0 | --seconds must be above 0 and at most 60
            dev bench calls --game chess | --game must be one of ajax-tiles, battlesnake; got chess.
            dev bench stack --matches 0 | --matches must be between 1 and 20000; got 0
            dev bench stack --turns 1001 | --turns must be between 1 and 1000; got 1001
            dev bench soak --minutes 7 | --minutes must be between 8 and 1440; got 7
            dev bench soak --matches 100 | --matches must be between 120 and 720000; got 100
            dev bench stack --posters 0 | --posters must be between 1 and 256; got 0
            dev address --resolved bot.example.org https://bot.example.org/ | is not an IP address such as 8.8.8.8
            """);

    private static List<String[]> rows(String table) {
        return table.lines().map(row -> row.split(" \\| ", 2)).toList();
    }

    static Stream<String[]> mistakes() {
        return MISTAKES.stream();
    }

    static Stream<String[]> wrongValues() {
        return WRONG_VALUES.stream();
    }

    @ParameterizedTest
    @MethodSource("wrongValues")
    void a_wrong_value_is_status_2_with_what_would_be_right(String line, String said) {
        Ran ran = Ran.bout(line.split(" ")).fails(2, said);
        assertEquals("", ran.out());
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("mistakes")
    void a_mistake_is_status_2_with_one_line_that_says_what_is_wrong(String line, String message) {
        assertMistake(List.of(line.split(" ")), message);
    }

    private static void assertMistake(List<String> typed, String message) {
        Ran ran = Ran.bout(typed.toArray(String[]::new)).exits(2);
        assertEquals("", ran.out());
        assertEquals("bout: " + message, ran.err().lines().findFirst().orElseThrow());
        List<String> more = ran.err().lines().skip(1).toList();
        assertTrue(more.getLast().matches("Try 'bout( [a-z-]+)* --help'\\."), ran.err());
        assertTrue(more.size() == 1 || more.size() == 2 && more.getFirst().startsWith("Usage: bout "), ran.err());
        assertFalse(INTERNALS.matcher(ran.err()).find(), ran.err());
    }

    /** What is typed for a command with that many arguments, and its required options if it is to have them. */
    private static List<String> typed(CommandLine command, int arguments, boolean options) {
        CommandSpec spec = command.getCommandSpec();
        List<String> line = new ArrayList<>(List.of(spec.qualifiedName().split(" ")));
        line.removeFirst();
        line.addAll(Collections.nCopies(arguments, "x"));
        if (options) {
            spec.requiredArgs().stream()
                    .filter(OptionSpec.class::isInstance)
                    .forEach(option -> line.addAll(List.of(((OptionSpec) option).longestName(), "1")));
        }
        return line;
    }

    @ParameterizedTest
    @MethodSource("bout.dev.BoutTest#allCommands")
    void what_a_command_requires_and_does_not_get_is_named(CommandLine command) {
        List<String> missing = command.getCommandSpec().positionalParameters().stream()
                .filter(PositionalParamSpec::required)
                .map(parameter -> "'" + parameter.paramLabel() + "'")
                .toList();
        if (!missing.isEmpty()) {
            assertMistake(
                    typed(command, 0, true),
                    "Missing required parameter" + (missing.size() == 1 ? "" : "s") + ": " + String.join(", ", missing)
                            + ".");
        }
    }

    @ParameterizedTest
    @MethodSource("bout.dev.BoutTest#allCommands")
    void one_argument_too_many_is_named(CommandLine command) {
        List<PositionalParamSpec> parameters = command.getCommandSpec().positionalParameters();
        if (command.getSubcommands().isEmpty() && parameters.stream().noneMatch(PositionalParamSpec::isMultiValue)) {
            List<String> typed = typed(command, parameters.size(), true);
            typed.add("more");
            assertMistake(typed, "Unexpected argument 'more'.");
        }
    }

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
        List<String> line = typed(command, 0, false);
        line.add(typed);

        Ran ran = Ran.bout(line.toArray(String[]::new)).exits(2);
        assertTrue(ran.err().startsWith("bout: Unknown option '" + typed + "'. Did you mean '--"), ran.err());
        ran.says("Try '" + command.getCommandSpec().qualifiedName() + " --help'");
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

            Ran ran = Ran.bout(columns[0].split(" ")).exits(1);
            assertEquals(1, ran.err().lines().count(), ran.err());
            assertTrue(ran.err().startsWith("bout: " + columns[1]), ran.err());
            assertFalse(INTERNALS.matcher(ran.err()).find(), ran.err());
        }
    }
}
