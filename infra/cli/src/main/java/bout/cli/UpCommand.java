package bout.cli;

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
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bout up}: the whole stack on one machine, until it is interrupted. */
@Command(
        name = "up",
        header = "Run the whole stack on this machine: API, runner, house bots, site.",
        description = {
            "Brings up what template.yaml says, on 127.0.0.1 only, and prints 'ready' when all of it answers; then a "
                    + "line for each match that ends, but for those of ladders and tournaments. Bots may be on this machine, too, at plain http URLs.",
            "",
            "Ctrl-C stops it. Started again on the same folder, every match and replay is still there, and matches that "
                    + "were cut short go on."
        },
        footer = {"  bout up", "  bout up --port 9090 --data /tmp/bout", "  bout up --processes", "  bout up --strict"})
final class UpCommand implements Callable<Integer> {

    private static final String ADMIN_TOKEN = "BOUT_ADMIN_TOKEN";
    private static final int ADMIN_TOKEN_BYTES = 32;
    private static final int MOST_LADDER_MATCHES = 100_000;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Where the site and the API listen; 0 takes a free port. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".bout/data",
            description = "Where everything is kept; made if it is not there. One stack at a time. Default: "
                    + "${DEFAULT-VALUE} in the current folder.")
    private Path data;

    @Option(
            names = "--processes",
            description =
                    "Run each function in processes of its own on Lambda's runtime client, as in a deployment: one "
                            + "invocation at a time in each, killed when it takes longer than its Timeout. Linux only. "
                            + "Default: all in this process, which starts faster.")
    private boolean processes;

    @Option(
            names = "--strict",
            description =
                    "Behave like a deployment: bots only at https URLs with public addresses, tokens for all that is "
                            + "not public, and the limits that template.yaml has. The admin token is that of the environment "
                            + "variable BOUT_ADMIN_TOKEN, or a new one that is printed this one time. Default: everyone on this "
                            + "machine may do everything.")
    private boolean strict;

    @Option(
            names = "--ladder-matches",
            paramLabel = "N",
            defaultValue = "60",
            description =
                    "Matches of each game's ladder that are begun in an hour at most; 0 = none. A ladder of nothing but "
                            + "house bots comes to rest when they are rated. Default: ${DEFAULT-VALUE}.")
    private int ladderMatches;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (port < 0 || port > 65535) {
            throw new ParameterException(spec.commandLine(), "--port must be from 0 to 65535, not " + port);
        }
        if (ladderMatches < 0 || ladderMatches > MOST_LADDER_MATCHES) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--ladder-matches must be from 0 to " + MOST_LADDER_MATCHES + ", not " + ladderMatches);
        }
        PrintWriter out = spec.commandLine().getOut();
        Optional<String> givenToken =
                Optional.ofNullable(System.getenv(ADMIN_TOKEN)).filter(token -> !token.isEmpty());
        String adminToken = givenToken.orElseGet(UpCommand::drawnToken);
        Stack stack;
        try {
            StackOptions options = StackOptions.of(ownTemplate())
                    .withPort(port)
                    .withData(data)
                    .withFinished(match -> tell(out, match))
                    .withLadders(ladderMatches);
            options = processes ? options.withProcesses() : options;
            stack = Stack.start(strict ? options.strict(adminToken) : options);
        } catch (InvalidTemplate | StackNotStarted why) {
            throw new CommandFailed(why.getMessage(), why);
        }
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stack.close();
                            stopped.countDown();
                        },
                        "stop"));
        String aMatch = "/api/matches -H 'Content-Type: application/json' -d '{\"game\": \"ajax-tiles\", "
                + "\"players\": [{\"house\": \"contain\"}, {\"house\": \"expand\"}]}'";
        if (strict) {
            print(
                    out,
                    "ready " + stack.address(),
                    givenToken.isPresent()
                            ? "Like a deployment: what is not public needs a token; the admin's is that of "
                                    + ADMIN_TOKEN
                            : "Like a deployment: what is not public needs a token. The admin's, shown this one time:",
                    "  export BOUT_TOKEN="
                            + givenToken
                                    .map(token -> "\"$" + ADMIN_TOKEN + "\"")
                                    .orElse(adminToken),
                    "The site is at " + stack.address() + "/; Ctrl-C stops it all. A match to begin with:",
                    "  curl -s " + stack.address() + aMatch + " -H \"Authorization: Bearer $BOUT_TOKEN\"");
        } else {
            print(
                    out,
                    "ready " + stack.address(),
                    "The site is at " + stack.address() + "/; Ctrl-C stops it all. A match to begin with:",
                    "  curl -s " + stack.address() + aMatch);
        }
        try {
            stopped.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    /** Of what somebody asked for: ladders and tournaments have tables that tell of their matches. */
    private static void tell(PrintWriter out, MatchRecord match) {
        if (match.origin().competition() == null) {
            print(out, line(match));
        }
    }

    private static String drawnToken() {
        byte[] bytes = new byte[ADMIN_TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Where the script {@code bout} runs it from another folder, the repository is where that script is. */
    private static Path ownTemplate() {
        String home = System.getProperty("bout.home");
        return Template.nearest(Path.of(home == null ? "" : home));
    }

    /** Such as {@code 01J... ajax-tiles contain - expand: contain (seat 1) wins, 93 to 20 tiles (turns), 100 turns}. */
    static String line(MatchRecord match) {
        String first = match.players().get(0).name();
        String second = match.players().get(1).name();
        String outcome = match.status() == Status.FAILED
                ? "failed: " + match.outcome().reason()
                : ResultText.of(
                        match.outcome().result(),
                        first,
                        second,
                        Games.byId(match.game()).orElseThrow().card().scoreUnit());
        return match.id() + " " + match.game() + " " + first + " - " + second + ": " + outcome + ", "
                + match.progress().turn() + " turns";
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
