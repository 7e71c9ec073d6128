package bout.cli.host;

import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.ResultText;
import bout.cli.text.TerminalText;
import bout.games.Games;
import bout.stack.FileProblem;
import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.stack.StackOptions;
import bout.stack.http.AllowedOrigins;
import bout.store.access.AdminToken;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Option;

abstract class ForegroundStack extends BoutCommand {

    private static final String ADMIN_TOKEN = "BOUT_ADMIN_TOKEN";

    /** The template's parameters for signing in, and the variables that set them here, of which one is a secret. */
    private static final Map<String, String> SIGN_IN = Map.of(
            "SignInIssuer", "BOUT_SIGN_IN_ISSUER",
            "SignInClientId", "BOUT_SIGN_IN_CLIENT_ID",
            "SignInClientSecret", "BOUT_SIGN_IN_CLIENT_SECRET");

    private static final int MOST_LADDER_MATCHES = 1_200;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "The port of the site and the API; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--origin",
            paramLabel = "URL",
            description =
                    "Another address of this stack, such as http://localhost:9090 if a proxy or a container's port"
                            + " passes requests on to it unchanged. Repeat it for several. Requests to any other name or"
                            + " port get status 421. Default: only this machine's names with the port of --port.")
    private Set<String> origins = Set.of();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".bout/data",
            description =
                    "The folder for all data (default: ${DEFAULT-VALUE}), created if missing. Only one 'bout up' or"
                            + " 'bout host' can use it at a time.")
    private Path data;

    @Option(
            names = "--ladder-matches",
            paramLabel = "N",
            // A pair every two minutes: a new bot has a rating to rely on after 20 minutes, and a class of 40
            // leaves the machine most of its time.
            defaultValue = "60",
            description =
                    "How many ladder matches each bot gets per hour, as long as its rating is uncertain; 0 for none."
                            + " Default: ${DEFAULT-VALUE}.")
    private int ladderMatches;

    /** Completed once what a user must read first is printed; finished matches wait for it. */
    private final CompletableFuture<URI> site = new CompletableFuture<>();

    protected final CountDownLatch stopped = new CountDownLatch(1);

    /** @param given whether it is from the environment */
    record Admin(String token, boolean given) {

        static Admin givenOrDrawn() {
            String given = System.getenv(ADMIN_TOKEN);
            if (given == null || given.isEmpty()) {
                return new Admin(AdminToken.draw().text(), false);
            }
            if (AdminToken.read(given).isEmpty()) {
                throw new CommandFailed(ADMIN_TOKEN + " must be " + AdminToken.FORM);
            }
            return new Admin(given, true);
        }

        String export() {
            return "export BOUT_TOKEN=" + (given ? "\"$" + ADMIN_TOKEN + "\"" : token);
        }
    }

    void check() {
        range("--port", port, 0, 65_535);
        range("--ladder-matches", ladderMatches, 0, MOST_LADDER_MATCHES);
        for (String origin : origins) {
            check(
                    AllowedOrigins.isOrigin(origin),
                    "--origin must be a scheme, a name and a port, such as http://localhost:9090; got " + origin + ".");
        }
    }

    StackOptions options() {
        StackOptions options = StackOptions.ofThisRepository();
        SIGN_IN.forEach((parameter, variable) -> Optional.ofNullable(System.getenv(variable))
                .ifPresent(value -> options.withParameter(parameter, value)));
        return options.withPort(port)
                .withOrigins(origins)
                .withData(data)
                .withFinished(this::printFinished)
                .withLadders(ladderMatches);
    }

    /**
     * The admin token of a stack that is used again: from the environment, or from the data folder, where {@link #keep}
     * stores a new one. Printed on no screen, which others may see.
     */
    Admin keptAdmin() {
        try {
            Path file = adminTokenFile();
            Admin drawn = Admin.givenOrDrawn();
            return drawn.given() || !Files.exists(file)
                    ? drawn
                    : new Admin(Files.readString(file).strip(), false);
        } catch (IOException unreadable) {
            throw new CommandFailed(
                    "cannot read " + adminTokenFile() + ": " + FileProblem.text(unreadable), unreadable);
        }
    }

    /** Stores the token where only this user can read it. The stack must have the data folder by now. */
    void keep(Admin admin) {
        Path file = adminTokenFile();
        if (admin.given()) {
            return;
        }
        try {
            Path written = Files.createTempFile(file.toAbsolutePath().getParent(), "admin-token", "");
            Files.writeString(written, admin.token() + "\n");
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new CommandFailed("cannot write " + file + ": " + FileProblem.text(failed), failed);
        }
    }

    String export(Admin admin) {
        return admin.given()
                ? admin.export()
                : "export BOUT_TOKEN=$(cat "
                        + TerminalText.shellWord(adminTokenFile().toString()) + ")";
    }

    private Path adminTokenFile() {
        return data.resolve("admin-token");
    }

    Stack start(StackOptions options) throws StackNotStarted {
        // On standard error, so that "ready" stays the first line for a script that reads it.
        Stack stack = Stack.start(options, phase -> say(phase + " ..."));
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stack.close();
                            print("Stopped. All data is in " + data
                                    + "; the same command continues, also unfinished matches.");
                            stopped.countDown();
                        },
                        "stop"));
        return stack;
    }

    void printFinished(URI address) {
        print("", "Finished matches:");
        site.complete(address);
    }

    void print(String... lines) {
        print(List.of(lines));
    }

    void print(List<String> lines) {
        synchronized (stopped) {
            lines.forEach(out()::println);
        }
    }

    /** Ladders and tournaments have their own tables, so their matches are not printed. */
    private void printFinished(MatchRecord match) {
        if (match.origin().competition() == null) {
            site.thenAccept(address -> print(TerminalText.line(line(match, address))));
        }
    }

    /** Such as {@code ajax-tiles: contain (seat 1) wins against expand, 93 to 20 tiles, 100 turns http://...}. */
    private static String line(MatchRecord match, URI site) {
        List<String> names = match.players().stream().map(PlayerRecord::name).toList();
        String outcome = match.status() != Status.FINISHED
                ? String.join(" against ", names) + " " + match.status().code() + ": "
                        + match.outcome().reason()
                : ResultText.against(
                        match.outcome().result(),
                        match.failedSeat().orElse(null),
                        names,
                        Games.byId(match.game()).orElseThrow().card().scoreUnit());
        return match.game() + ": " + outcome + "  " + site + "/match.html?id=" + match.id();
    }
}
