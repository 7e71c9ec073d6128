package bout.cli.match;

import bout.botclient.BotClient;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.Progress;
import bout.cli.text.StopReport;
import bout.cli.text.TableForm;
import bout.cli.text.WrongUse;
import bout.competition.tournament.Seeds;
import bout.engine.Replay;
import bout.stack.FileProblem;
import bout.wire.Json;
import bout.wire.ReplayFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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
        header = "Play matches.",
        description = {
            "A player is the URL of a bot or house:NAME; 'bout games' lists the house bots. The first one has seat 1 in"
                    + " every match. The same seed, options and moves always give the same match.",
            "",
            "With --json, one line for each match, in order:",
            "  {\"seed\", \"places\": [of seat 1, ...], \"scores\": [of seat 1, ...], \"reason\", \"turns\", \"calls\","
                    + " \"failedSeat\" (the seat that lost by failing), \"failures\": [{\"turn\", \"seat\", \"kind\", \"text\"}], \"ms\"}"
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
    private static final String NUMBER = "{n}";

    @Mixin
    private MatchOptions matches;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "PLAYER",
            description = "The players by seat, as many as the game takes: URLs or house:NAME.")
    private List<String> playerTexts;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = {
                "Any string; it decides the board and all other random numbers. Default: a random one.",
                "With several matches, a number counts up (7, 8, 9) and any other string is numbered (a, a/2, a/3)."
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

    private Seeds seeds;
    private Scoreboard scoreboard;

    @Override
    public Integer call() throws Exception {
        Pairing.Rules rules = matches.rules();
        List<PlayerArgument> players = matches.players(playerTexts);
        check(!json || !form.isCsv(), "Use --json or --csv, not both.");
        range("--games", games, 1, MOST_GAMES);
        checkReplay();
        seeds = new Seeds(MatchOptions.seed(seed));
        scoreboard = new Scoreboard(rules.game(), players);
        try (BotClient client = matches.client()) {
            if (!play(new Pairing(rules, client, players))) {
                return StopReport.STOPPED;
            }
        }
        printScores();
        return 0;
    }

    private void printScores() {
        if (form.isCsv()) {
            scoreboard.table(out(), form);
        } else if (!json) {
            scoreboard.print(out());
        }
        out().flush();
    }

    private void checkReplay() {
        if (replay == null) {
            return;
        }
        check(
                games == 1 || replay.contains(NUMBER),
                "--replay: with several matches, the name must contain {n}, the number of the match, such as"
                        + " match-{n}.json.");
        check(!replay.isBlank(), "--replay: '" + replay + "' is not a file name.");
        try {
            Path folder = replayFile(0).toAbsolutePath().getParent();
            check(folder != null && Files.isDirectory(folder), "--replay: there is no folder " + folder + ".");
        } catch (InvalidPathException noPath) {
            throw new WrongUse("--replay: '" + replay + "' is not a file name.");
        }
    }

    private Path replayFile(int match) {
        return Path.of(replay.replace(NUMBER, Integer.toString(match + 1)));
    }

    private void save(int match, Replay played) {
        if (replay == null) {
            return;
        }
        Path file = replayFile(match);
        try {
            Files.write(file, replay.endsWith(".gz") ? ReplayFile.write(played) : Json.bytes(played.toPlain()));
        } catch (IOException unwritable) {
            throw new CommandFailed(
                    "cannot write the replay " + file + ": " + FileProblem.text(unwritable), unwritable);
        }
    }

    private void stopped(Progress progress) {
        // Before the lock, which the loop below would otherwise take again and again.
        progress.end();
        synchronized (scoreboard) {
            int played = scoreboard.matches();
            say("Stopped after " + played + " of " + games + " matches.");
            if (played > 0) {
                printScores();
            }
            if (replay != null && played > 0) {
                say("Their replays are saved as " + replay + ".");
            }
            // The seed of a later match must be a seed for another command.
            if (!seeds.of(1).contains("/") && played < games) {
                say("To play the others: the same command with --seed " + seeds.of(played) + " --games "
                        + (games - played) + (replay == null ? "" : " and another name for the replays"));
            }
        }
    }

    /** @return whether it was not stopped */
    private boolean play(Pairing pairing) throws Exception {
        Progress progress = new Progress(err(), games);
        try (StopReport report = new StopReport(() -> stopped(progress));
                ExecutorService threads = Executors.newFixedThreadPool(
                        matches.concurrency(), Thread.ofVirtual().factory())) {
            List<Future<PlayedGame>> playing = IntStream.range(0, games)
                    .mapToObj(n -> threads.submit(() -> {
                        PlayedGame played = pairing.play(seeds.of(n), progress::turnPlayed, kept -> save(n, kept));
                        progress.matchPlayed();
                        return played;
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
                        }
                        // A full disk, or a reader that wants no more, as head: nobody would see the others.
                        if (out().checkError()) {
                            threads.shutdownNow();
                            return true;
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
