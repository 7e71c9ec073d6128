package bout.cli;

import bout.botclient.BotClient;
import bout.cli.match.MatchOptions;
import bout.cli.match.Pairing;
import bout.cli.match.PlayedGame;
import bout.cli.match.PlayerArgument;
import bout.cli.match.ReplayFiles;
import bout.cli.match.Scoreboard;
import bout.cli.text.Progress;
import bout.engine.Game;
import bout.engine.Options;
import bout.engine.TimeLimits;
import bout.standings.tournament.Seeds;
import bout.wire.Json;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Spec
    private CommandSpec spec;

    @Mixin
    private MatchOptions matches;

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

    @Option(
            names = "--games",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many games to play, up to " + MOST_GAMES + ". Default: ${DEFAULT-VALUE}.")
    private int games;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = {
                "Writes the replay, compressed if the name ends in .gz.",
                "With several games the name must hold {n}, which stands for the number of the game, from 1."
            })
    private String replay;

    @Option(names = "--json", description = "Prints a line of JSON for each game and nothing else.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Game<?, ?> game = matches.game(gameId);
        Options options = matches.options(game);
        List<PlayerArgument> players =
                playerTexts.stream().map(text -> matches.player(game, text)).toList();
        matches.check(games >= 1 && games <= MOST_GAMES, "--games: from 1 to " + MOST_GAMES + ", not " + games + ".");
        ReplayFiles replays = ReplayFiles.read(spec.commandLine(), replay, games);
        TimeLimits limits = matches.limits(game);
        Scoreboard scoreboard = new Scoreboard(game, players);
        try (BotClient client = matches.client()) {
            Pairing pairing = new Pairing(game, options, players, limits, client);
            play(pairing, new Seeds(MatchOptions.seed(seed)), replays, scoreboard);
        }
        if (!json) {
            scoreboard.print(spec.commandLine().getOut());
        }
        return 0;
    }

    private void play(Pairing pairing, Seeds seeds, ReplayFiles replays, Scoreboard scoreboard) throws Exception {
        Progress progress = new Progress(spec.commandLine().getErr(), games);
        try (ExecutorService threads = Executors.newFixedThreadPool(
                matches.concurrency(), Thread.ofVirtual().factory())) {
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
}
