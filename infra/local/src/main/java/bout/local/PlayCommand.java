package bout.local;

import bout.address.AddressPolicy;
import bout.engine.Game;
import bout.engine.Options;
import bout.engine.TimeLimits;
import bout.runner.BotClient;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "play",
        header = "Plays games between two players.",
        description = {
            "A player is the URL of a bot (http or https, on this machine too) or house:NAME; bout games lists the house"
                    + " bots. The first player has seat 1 in every game.",
            "Bots are called as the cloud calls them. Only the result of a game depends on them: the same seed, options"
                    + " and moves give the same game.",
            "",
            "With --json, a line for each game, in the order of the games:",
            "  {\"seed\", \"winner\": 1, 2 or null, \"scores\": [of seat 1, of seat 2], \"reason\", \"turns\", \"calls\","
                    + " \"failures\": [{\"turn\", \"seat\", \"kind\", \"text\"}], \"ms\"}"
        },
        exitCodeList = {
            "0:all games were played, also where a bot failed",
            "1:a replay could not be written",
            "2:wrong use: an unknown game, bot or option, or a value out of range"
        },
        footer = {
            "  bout play ajax-tiles house:contain house:random --seed 7",
            "  bout play ajax-tiles http://127.0.0.1:9000/ house:expand --games 100 --concurrency 4",
            "  bout play ajax-tiles house:contain house:expand --set maxTurns=200 --replay match.json"
        })
final class PlayCommand implements Callable<Integer> {

    private static final int MOST_GAMES = 100_000;
    private static final int MOST_AT_ONCE = 1024;
    private static final int LARGEST_DRAWN_SEED = 1_000_000_000;

    /** Both bots of a game may live at the same host and be asked at the same time. */
    private static final int CALLS_OF_A_GAME = 2;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "GAME", description = "The id of a game.")
    private String gameId;

    @Parameters(index = "1..2", arity = "2", paramLabel = "PLAYER", description = "A URL or house:NAME, twice.")
    private List<String> playerTexts;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = {
                "Any text; what is drawn in a game follows from it. Without it, one is drawn and printed.",
                "With several games a whole number counts up (7, 8, 9), and another text is numbered (a, a/2, a/3)."
            })
    private String seed;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "Sets an option of the game; may be repeated.")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--time-limit",
            paramLabel = "MS",
            description = "Milliseconds that a bot has for each move, from " + TimeLimits.MIN + " to " + TimeLimits.MAX
                    + ". Default: the game's own.")
    private Integer timeLimit;

    @Option(
            names = "--games",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many games to play, up to " + MOST_GAMES + ". Default: ${DEFAULT-VALUE}.")
    private int games;

    @Option(
            names = "--concurrency",
            paramLabel = "C",
            defaultValue = "1",
            description = "How many of them at once, up to " + MOST_AT_ONCE + ". Default: ${DEFAULT-VALUE}.")
    private int concurrency;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = {
                "Writes the replay, compressed if the name ends in .gz.",
                "With several games the name must hold {n}, which stands for the number of the game, from 1."
            })
    private String replay;

    @Option(
            names = "--secret",
            paramLabel = "SECRET",
            defaultValue = "${env:BOUT_SECRET}",
            description = {
                "Signs the calls with this secret (whsec_...), as a registered bot's calls are signed.",
                "Better given as the environment variable BOUT_SECRET: other users see what stands on a command line."
            })
    private String secret;

    @Option(names = "--json", description = "Prints a line of JSON for each game and nothing else.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Game<?, ?> game = Arguments.game(spec.commandLine(), gameId);
        Options options = Arguments.options(spec.commandLine(), game, set);
        WebhookSecret signing = Arguments.secret(spec.commandLine(), secret);
        List<PlayerArgument> players = playerTexts.stream()
                .map(text -> PlayerArgument.read(spec.commandLine(), game, text, signing))
                .toList();
        check(games >= 1 && games <= MOST_GAMES, "--games: from 1 to " + MOST_GAMES + ", not " + games + ".");
        check(
                concurrency >= 1 && concurrency <= MOST_AT_ONCE,
                "--concurrency: from 1 to " + MOST_AT_ONCE + ", not " + concurrency + ".");
        check(
                timeLimit == null || timeLimit >= TimeLimits.MIN && timeLimit <= TimeLimits.MAX,
                "--time-limit: from " + TimeLimits.MIN + " to " + TimeLimits.MAX + " ms, not " + timeLimit + ".");
        ReplayFiles replays = ReplayFiles.read(spec.commandLine(), replay, games);
        Seeds seeds = new Seeds(
                seed != null
                        ? seed
                        : Integer.toString(ThreadLocalRandom.current().nextInt(LARGEST_DRAWN_SEED)));
        TimeLimits limits = timeLimit == null ? game.card().timeLimits() : TimeLimits.same(timeLimit);
        Scoreboard scoreboard = new Scoreboard(game, players);
        try (BotClient client = new BotClient(AddressPolicy.LOOPBACK, CALLS_OF_A_GAME * concurrency)) {
            Pairing pairing = new Pairing(game, options, players, limits, client);
            play(pairing, seeds, replays, scoreboard);
        }
        if (!json) {
            scoreboard.print(spec.commandLine().getOut());
        }
        return 0;
    }

    private void play(Pairing pairing, Seeds seeds, ReplayFiles replays, Scoreboard scoreboard) throws Exception {
        Progress progress = new Progress(spec.commandLine().getErr(), games);
        try (ExecutorService threads =
                Executors.newFixedThreadPool(concurrency, Thread.ofVirtual().factory())) {
            List<Future<PlayedGame>> playing = IntStream.range(0, games)
                    .mapToObj(n -> threads.submit(() -> {
                        PlayedGame played = pairing.play(seeds.of(n), progress::turnPlayed);
                        replays.write(n, played.replay());
                        progress.gamePlayed();
                        return played.withoutReplay();
                    }))
                    .toList();
            try {
                for (Future<PlayedGame> next : playing) {
                    PlayedGame played = next.get();
                    scoreboard.add(played);
                    if (json) {
                        progress.clear();
                        spec.commandLine().getOut().println(Json.text(played.toPlain()));
                        spec.commandLine().getOut().flush();
                    }
                }
            } catch (ExecutionException failed) {
                threads.shutdownNow();
                throw failed.getCause() instanceof Exception cause ? cause : failed;
            }
        } finally {
            progress.clear();
        }
    }

    private void check(boolean right, String otherwise) {
        if (!right) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }
}
