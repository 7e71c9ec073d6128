package bout.cli.match;

import bout.botclient.BotClient;
import bout.cli.text.BoutCommand;
import bout.cli.text.Progress;
import bout.cli.text.StopReport;
import bout.cli.text.TableForm;
import bout.competition.tournament.Seeds;
import bout.engine.Game;
import bout.engine.Options;
import bout.engine.TimeLimits;
import bout.wire.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "play",
        header = "Play matches between two players.",
        description = {
            "A player is the URL of a bot or house:NAME; 'bout games' lists the house bots. PLAYER1 has seat 1 in every"
                    + " match. The same seed, options and moves always give the same match.",
            "",
            "With --json, one line for each match, in order:",
            "  {\"seed\", \"winner\": 1, 2 or null, \"scores\": [seat 1, seat 2], \"reason\", \"turns\", \"calls\","
                    + " \"failedSeat\" (of who lost by failing), \"failures\": [{\"turn\", \"seat\", \"kind\", \"text\"}], \"ms\"}"
        },
        exitCodeList = {
            "0:all matches were played, even if a bot failed in them",
            "1:a replay could not be written",
            "2:wrong use of the command line"
        },
        footer = {
            "  bout play ajax-tiles house:contain house:random --seed 7",
            "  bout play tokens http://127.0.0.1:9000/ house:hungry --games 100",
            "  bout play robotag house:lazy house:hungry --set mines=20 --replay match.json"
        })
public final class PlayCommand extends BoutCommand {

    private static final int MOST_GAMES = 100_000;

    @Mixin
    private MatchOptions matches;

    @Mixin
    private GameArgument chosen;

    @Parameters(index = "1", paramLabel = "PLAYER1", description = "The player in seat 1: a URL or house:NAME.")
    private String first;

    @Parameters(index = "2", paramLabel = "PLAYER2", description = "The player in seat 2.")
    private String second;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = {
                "Any text; it decides the board and all other random numbers. Default: a random one.",
                "With several matches, a number counts up (7, 8, 9) and a text is numbered (a, a/2, a/3)."
            })
    private String seed;

    @Option(
            names = "--games",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many matches to play, up to " + MOST_GAMES + ". Default: ${DEFAULT-VALUE}.")
    private int games;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = {
                "Write the replay to this file, compressed if its name ends in .gz.",
                "With several matches, the name must contain {n}, the number of the match, from 1."
            })
    private String replay;

    @Option(names = "--json", description = "Print only a line of JSON for each match.")
    private boolean json;

    @Mixin
    private TableForm form;

    @Override
    public Integer call() throws Exception {
        Game<?> game = chosen.game();
        Options options = matches.options(game);
        List<PlayerArgument> players = List.of(matches.player(game, first), matches.player(game, second));
        matches.check(!json || !form.isCsv(), "Use --json or --csv, not both.");
        matches.check(games >= 1 && games <= MOST_GAMES, "--games: from 1 to " + MOST_GAMES + ", not " + games + ".");
        ReplayFiles replays = ReplayFiles.read(spec.commandLine(), replay, games);
        TimeLimits limits = matches.limits(game);
        Scoreboard scoreboard = new Scoreboard(game, players);
        try (BotClient client = matches.client()) {
            Pairing pairing = new Pairing(game, options, players, limits, client);
            if (!play(pairing, new Seeds(MatchOptions.seed(seed)), replays, scoreboard)) {
                return StopReport.STOPPED;
            }
        }
        if (form.isCsv()) {
            scoreboard.table(out(), form);
        } else if (!json) {
            scoreboard.print(out());
        }
        return 0;
    }

    /** What Ctrl-C leaves: the matches so far, and how to play the others. */
    private void stopped(Progress progress, Scoreboard scoreboard, Seeds seeds) {
        PrintWriter err = err();
        // Before the lock, which the loop below would otherwise take again and again.
        progress.end();
        synchronized (scoreboard) {
            int played = scoreboard.matches();
            err.println("Stopped after " + played + " of " + games + " matches.");
            if (played > 0 && !json) {
                scoreboard.print(out());
                out().flush();
            }
            if (replay != null && played > 0) {
                err.println("Their replays are saved as " + replay + ".");
            }
            if (countsUp(seeds) && played < games) {
                err.println("To play the others: the same command with --seed " + seeds.of(played) + " --games "
                        + (games - played) + (replay == null ? "" : " and another name for the replays"));
            }
        }
        err.flush();
    }

    /** Whether the seed of a later match can be the first seed of another command. */
    private static boolean countsUp(Seeds seeds) {
        return !seeds.of(1).contains("/");
    }

    /** @return whether it was not stopped */
    private boolean play(Pairing pairing, Seeds seeds, ReplayFiles replays, Scoreboard scoreboard) throws Exception {
        Progress progress = new Progress(err(), games);
        try (StopReport report = new StopReport(() -> stopped(progress, scoreboard, seeds));
                ExecutorService threads = Executors.newFixedThreadPool(
                        matches.concurrency(), Thread.ofVirtual().factory())) {
            List<Future<PlayedGame>> playing = IntStream.range(0, games)
                    .mapToObj(n -> threads.submit(() -> {
                        PlayedGame played = pairing.play(seeds.of(n), progress::turnPlayed);
                        replays.write(n, played.replay());
                        progress.matchPlayed();
                        return played.withoutReplay();
                    }))
                    .toList();
            try {
                for (Future<PlayedGame> next : playing) {
                    PlayedGame played = next.get();
                    synchronized (scoreboard) {
                        if (progress.hasEnded()) {
                            // The report has counted the matches; one more would not be among those to play again.
                            threads.shutdownNow();
                            return false;
                        }
                        scoreboard.add(played);
                        if (json) {
                            progress.clear();
                            out().println(Json.text(played.toPlain()));
                            out().flush();
                        }
                    }
                }
                return true;
            } catch (ExecutionException failed) {
                threads.shutdownNow();
                throw failed.getCause() instanceof Exception cause ? cause : failed;
            }
        } finally {
            progress.clear();
        }
    }
}
