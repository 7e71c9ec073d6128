package bout.cli;

import bout.cli.api.ApiOptions;
import bout.cli.text.CommandFailed;
import bout.cli.text.ResultText;
import bout.embedded.InvalidTemplate;
import bout.embedded.Template;
import bout.games.Games;
import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.stack.StackOptions;
import bout.store.match.MatchRecord;
import bout.store.match.Status;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bout up}: the whole stack on one machine, until it is interrupted. */
@Command(
        name = "up",
        header = "Run Bout on this machine: site, API, house bots and all games.",
        description = {
            "Runs everything that template.yaml describes, on 127.0.0.1 only. When all of it answers, prints 'ready' and the"
                    + " URL, then a line for each finished match that is not part of a ladder or a tournament. Bots may"
                    + " be on this machine, with plain http URLs.",
            "",
            "Ctrl-C stops it. Started again, it still has all matches and replays, and continues unfinished matches."
        },
        exitCodeList = {"1:it could not start; a message says why", "2:wrong use of the command line", "130:interrupted"
        },
        footer = {"  bout up", "  bout up --port 9090 --data /tmp/bout", "  bout up --processes", "  bout up --strict"})
final class UpCommand implements Callable<Integer> {

    private static final String ADMIN_TOKEN = "BOUT_ADMIN_TOKEN";
    private static final int ADMIN_TOKEN_BYTES = 32;
    private static final int MOST_LADDER_MATCHES = 100_000;
    private static final String STARTER = "functions/bots/starters/python/bot.py";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "The port of the site and the API; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".bout/data",
            description =
                    "The folder for all data (default: ${DEFAULT-VALUE}), created if missing. Only one 'bout up' can use"
                            + " it at a time.")
    private Path data;

    @Option(
            names = "--processes",
            description =
                    "Run each function in its own processes, as AWS Lambda does: one call at a time in each, killed"
                            + " at its time-out. Linux only. Default: all in this process, which starts faster.")
    private boolean processes;

    @Option(
            names = "--strict",
            description = "Behave like a deployment: only https URLs with public addresses, tokens, and all limits of"
                    + " template.yaml. The admin token is BOUT_ADMIN_TOKEN from the environment, or a new one that is"
                    + " printed once. Default: everyone on this machine may do everything.")
    private boolean strict;

    @Option(
            names = "--ladder-matches",
            paramLabel = "N",
            defaultValue = "60",
            description =
                    "The maximum of ladder matches per game and hour; 0 for none. A ladder with only house bots stops"
                            + " once all are rated. Default: ${DEFAULT-VALUE}.")
    private int ladderMatches;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (port < 0 || port > 65535) {
            throw new ParameterException(spec.commandLine(), "--port: from 0 to 65535, not " + port + ".");
        }
        if (ladderMatches < 0 || ladderMatches > MOST_LADDER_MATCHES) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--ladder-matches: from 0 to " + MOST_LADDER_MATCHES + ", not " + ladderMatches + ".");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Optional<String> givenToken =
                Optional.ofNullable(System.getenv(ADMIN_TOKEN)).filter(token -> !token.isEmpty());
        String adminToken = givenToken.orElseGet(UpCommand::drawnToken);
        CompletableFuture<URI> address = new CompletableFuture<>();
        Stack stack;
        try {
            StackOptions options = StackOptions.of(ownTemplate())
                    .withPort(port)
                    .withData(data)
                    .withFinished(match -> printFinished(out, match, address))
                    .withLadders(ladderMatches);
            options = processes ? options.withProcesses() : options;
            // On standard error, so that "ready" stays the first line for a script that reads it.
            stack = Stack.start(strict ? options.strict(adminToken) : options, phase -> print(err, phase + " ..."));
        } catch (InvalidTemplate | StackNotStarted why) {
            throw new CommandFailed(why.getMessage(), why);
        }
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stack.close();
                            print(
                                    out,
                                    "Stopped. All data is in " + data
                                            + "; the same command continues, also unfinished matches.");
                            stopped.countDown();
                        },
                        "stop"));
        print(out, "ready " + stack.address());
        print(out, pages(stack.address()));
        if (strict) {
            print(
                    out,
                    "",
                    givenToken.isPresent()
                            ? "It behaves like a deployment. The admin token is " + ADMIN_TOKEN + ":"
                            : "It behaves like a deployment. The admin token, shown only this once:",
                    "  export BOUT_TOKEN="
                            + givenToken
                                    .map(token -> "\"$" + ADMIN_TOKEN + "\"")
                                    .orElse(adminToken));
        }
        print(out, nextSteps(stack.address()));
        // Matches that finish before this wait until all of the above is printed.
        address.complete(stack.address());
        try {
            stopped.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private static String[] pages(URI site) {
        return new String[] {
            "",
            "Open in a browser:",
            "  site        " + site + "/",
            "  new match   " + site + "/new.html",
            "  playground  " + site + "/play.html",
            "  ladders     " + site + "/ladder.html"
        };
    }

    private String[] nextSteps(URI site) {
        String bot = strict ? "https://bot.example.org/" : "http://127.0.0.1:9000/";
        return new String[] {
            "",
            "Next, in a second terminal (this one stays busy until Ctrl-C):",
            "  1. Play a match between two house bots:",
            "     curl -s " + site + "/api/matches -H 'Content-Type: application/json' -d '{\"game\": \"ajax-tiles\", "
                    + "\"players\": [{\"house\": \"contain\"}, {\"house\": \"expand\"}]}'"
                    + (strict ? " -H \"Authorization: Bearer $BOUT_TOKEN\"" : ""),
            "  2. Start a bot of your own:",
            "     python3 " + fromHere(STARTER) + " 9000",
            "  3. Check it, then register it:",
            "     " + Bout.typed() + " check ajax-tiles http://127.0.0.1:9000/",
            "     " + Bout.typed() + " bot create ajax-tiles " + bot + " --name 'My bot'" + apiOption(site),
            "",
            "Finished matches:"
        };
    }

    /** What {@code bout bot} needs to find a stack that is not where it looks for one. */
    private static String apiOption(URI site) {
        return site.toString().equals(ApiOptions.DEFAULT) ? "" : " --api " + site;
    }

    /** A file of the repository, as a path from the current folder. */
    private static String fromHere(String file) {
        String home = System.getProperty("bout.home");
        if (home == null) {
            return file;
        }
        Path absolute = Path.of(home).resolve(file);
        Path here = Path.of("").toAbsolutePath();
        return absolute.startsWith(here) ? here.relativize(absolute).toString() : absolute.toString();
    }

    /** Ladders and tournaments have their own tables, so their matches are not printed. */
    private static void printFinished(PrintWriter out, MatchRecord match, CompletableFuture<URI> address) {
        if (match.origin().competition() == null) {
            address.thenAccept(site -> print(out, line(match, site)));
        }
    }

    private static String drawnToken() {
        byte[] bytes = new byte[ADMIN_TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** The template of the repository of the script {@code bout}, which may run in another folder. */
    private static Path ownTemplate() {
        String home = System.getProperty("bout.home");
        return Template.nearest(Path.of(home == null ? "" : home));
    }

    /** Such as {@code ajax-tiles: contain (seat 1) wins against expand, 93 to 20 tiles, 100 turns http://...}. */
    static String line(MatchRecord match, URI site) {
        String first = match.players().get(0).name();
        String second = match.players().get(1).name();
        String outcome = match.status() == Status.FAILED
                ? first + " against " + second + " failed: " + match.outcome().reason()
                : ResultText.against(
                        match.outcome().result(),
                        first,
                        second,
                        Games.byId(match.game()).orElseThrow().card().scoreUnit());
        return match.game() + ": " + outcome + "  " + site + "/match.html?id=" + match.id();
    }

    private static void print(PrintWriter out, String... lines) {
        synchronized (out) {
            for (String line : lines) {
                out.println(line);
            }
            out.flush();
        }
    }
}
