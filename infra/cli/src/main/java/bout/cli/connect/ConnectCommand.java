package bout.cli.connect;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.botclient.Callee;
import bout.cli.api.ApiClient;
import bout.cli.api.ApiOptions;
import bout.cli.api.BotPath;
import bout.cli.match.Arguments;
import bout.cli.match.GameArgument;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.CommandName;
import bout.cli.text.StopReport;
import bout.cli.text.TerminalText;
import bout.cli.text.Typed;
import bout.cli.wrap.WrappedBots;
import bout.engine.Plain;
import bout.stack.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "connect",
        header = "Connect a bot on this machine, which needs no public URL.",
        description = {
            "Opens a connection to Bout and passes each request on to a URL that this machine can call, or, as 'bout wrap'"
                    + " does, to a program written for an original game. Reconnects until Ctrl-C. Prints each match with"
                    + " its page, and each answer with the time it took.",
            "",
            "--name registers the bot at the first time and finds it again later; --bot takes one that is registered."
                    + " docs/connect.md describes the protocol for programs that connect by themselves."
        },
        exitCodeList = {
            "1:no connection at the start, or the bot may not connect",
            "2:wrong use of the command line",
            "130:interrupted"
        },
        footer = {
            "  bout connect --name Gary ajax-tiles http://127.0.0.1:9000/",
            "  bout connect --bot bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60 \\",
            "      http://127.0.0.1:9000/",
            "  bout connect --name Frost ice-and-fire -- python3 my-bot.py"
        })
public final class ConnectCommand extends BoutCommand {

    private static final String CONNECTED = "connected";
    private static final Duration AGAIN = Duration.ofSeconds(1);

    @Mixin
    private ApiOptions api;

    @Parameters(
            index = "0",
            paramLabel = "GAME",
            completionCandidates = GameArgument.Ids.class,
            description = "The id of the game; with --bot and a URL it may be left out.")
    private String first;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "URL_OR_COMMAND",
            description = "The URL of the bot, or -- and the command that starts a program for A Code of Ice and Fire.")
    private List<String> rest = List.of();

    @Option(names = "--bot", paramLabel = "ID", description = "The id of a registered bot (bot_...).")
    private String bot;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The name that everyone sees; registers the bot if you have none of this name.")
    private String name;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Append every request and answer to this file, as one line of JSON.")
    private Path log;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print matches and failures, not each answer.")
    private boolean quiet;

    private boolean goodbye;

    /** Where the answers come from, as typed. */
    private sealed interface Source {}

    /** @param game {@code null} if it was left out */
    private record Url(String game, BotUrl url) implements Source {}

    private record Program(List<String> command) implements Source {}

    /** A bot of the caller, and what is printed of it. */
    private record Known(String id, String name, String game) {}

    @Override
    public Integer call() {
        Source source = source();
        if ((bot == null) == (name == null)) {
            throw wrong(
                    bot == null
                            ? "Missing --name NAME, or --bot ID for a bot that is registered."
                            : "Use --bot or --name, not both.");
        }
        try (ApiClient client = api.client(spec.commandLine());
                PrintWriter requests = log == null ? null : openLog()) {
            Known known = bot == null ? named(client, source) : registered(client, source);
            awaitBot(source);
            PrintWriter out = out();
            MatchReport report = new MatchReport(out, requests, quiet, api.resolve("/"), Clock.systemUTC());
            say(known.name() + " (" + known.id() + ") plays " + known.game() + ". Its page: "
                    + api.resolve("/bot.html?key=" + known.id()));
            Gateway gateway = new Gateway(client, known.id());
            try (LocalBot local = local(source);
                    ConnectedBot connected =
                            new ConnectedBot(gateway, local, report, ConnectedBot.Timing.DEFAULT, new SecureRandom());
                    StopReport stop = new StopReport(() -> {
                        // Ctrl-C ends this process without running any finally.
                        connected.close();
                        local.close();
                        disconnected(report);
                    })) {
                connected.run();
                throw new IllegalStateException("it plays until it is interrupted");
            } catch (InterruptedException toldToStop) {
                disconnected(report);
                return 0;
            }
        }
    }

    private Source source() {
        boolean isUrl = Typed.isUrl(Typed.pasted(first));
        if (isUrl && rest.isEmpty()) {
            return new Url(null, url(first));
        }
        if (isUrl) {
            throw wrong("Unexpected argument '" + rest.getFirst() + "' after the URL.");
        }
        String game = Arguments.game(spec.commandLine(), first).card().id();
        if (rest.isEmpty()) {
            throw wrong("Missing the bot: its URL, or -- and the command of a program.");
        }
        if (rest.size() == 1 && Typed.isUrl(Typed.pasted(rest.getFirst()))) {
            return new Url(game, url(rest.getFirst()));
        }
        if (!game.equals(WrappedBots.GAME)) {
            throw wrong((rest.size() == 1 && !Typed.hint(rest.getFirst()).isEmpty()
                            ? "'" + rest.getFirst() + "' is not a URL." + Typed.hint(rest.getFirst()) + " "
                            : "")
                    + "Only programs for " + WrappedBots.GAME + " can be started, not for '" + first
                    + "'. Start your bot as a server and give its URL. For tokens and robotag,"
                    + " docs/starters/javascript/wrap.mjs is such a server.");
        }
        return new Program(rest);
    }

    /** Nobody is put on a ladder with a bot that cannot answer: a server may start later, a program must be there. */
    private void awaitBot(Source source) {
        switch (source) {
            case Program program -> WrappedBots.requireProgram(program.command());
            case Url(String game, BotUrl url) -> {
                for (boolean told = false; !listens(url); told = true) {
                    if (!told) {
                        say("Nothing listens on " + url.host() + ":" + url.port() + "; waiting for it ...");
                    }
                    LockSupport.parkNanos(AGAIN.toNanos());
                    if (Thread.currentThread().isInterrupted()) {
                        throw new CommandFailed("interrupted while waiting for the bot");
                    }
                }
            }
        }
    }

    private static boolean listens(BotUrl url) {
        try (Socket socket = new Socket(url.host(), url.port())) {
            return socket.isConnected();
        } catch (ConnectException nobody) {
            return false;
        } catch (IOException other) {
            return true; // told with the first call, in words that fit
        }
    }

    private BotUrl url(String typed) {
        String text = Typed.pasted(typed);
        return switch (BotUrl.read(text, AddressPolicy.LOOPBACK)) {
            case BotUrl.Allowed allowed -> allowed.url();
            case BotUrl.Refused refused ->
                throw wrong("'" + text + "' is not a URL that Bout can call: " + refused.text() + ".");
        };
    }

    private static String game(Source source) {
        return switch (source) {
            case Url atUrl -> atUrl.game();
            case Program program -> WrappedBots.GAME;
        };
    }

    private LocalBot local(Source source) {
        return switch (source) {
            case Url atUrl -> new BotAtUrl(Callee.of(atUrl.url(), null));
            case Program program -> {
                PrintWriter err = err();
                yield new ProgramBot(new WrappedBots(
                        program.command(),
                        (seat, line) -> err.println(seat + ": " + TerminalText.line(line)),
                        System::nanoTime));
            }
        };
    }

    private Known registered(ApiClient client, Source source) {
        Plain found = client.get(BotPath.of(spec, bot));
        Known known = known(found);
        if (game(source) != null && !game(source).equals(known.game())) {
            throw new CommandFailed(known.name() + " plays " + known.game() + ", not " + game(source));
        }
        return known;
    }

    /** The caller's bot of this name, registered if there is none. */
    private Known named(ApiClient client, Source source) {
        String game = game(source);
        if (game == null) {
            throw wrong("Missing GAME before the URL: --name needs it, to register the bot.");
        }
        Optional<Plain> mine = mine(client, game);
        if (mine.isPresent()) {
            return known(mine.get());
        }
        awaitBot(source);
        Map<String, Object> wanted = new LinkedHashMap<>();
        wanted.put("game", game);
        wanted.put("name", name);
        wanted.put("connected", true);
        wanted.put("visibility", "public");
        Known known = known(client.post("/api/bots", wanted));
        say("Registered. To let your bot check the signatures of requests: " + CommandName.typed()
                + " bot rotate-secret " + known.id() + api.asOption());
        return known;
    }

    private Optional<Plain> mine(ApiClient client, String game) {
        for (String cursor = ""; cursor != null; ) {
            Plain page = client.get("/api/bots?mine=true&limit=100&game=" + game + cursor);
            for (Plain each : page.get("bots").entries()) {
                if (each.get("name").text().equals(name)) {
                    return Optional.of(each);
                }
            }
            cursor = page.get("next").isNull()
                    ? null
                    : "&cursor=" + URLEncoder.encode(page.get("next").text(), StandardCharsets.UTF_8);
        }
        return Optional.empty();
    }

    private static Known known(Plain found) {
        Known known = new Known(
                found.get("id").text(),
                found.get("name").text(),
                found.get("game").text());
        if (!found.get("kind").text().equals(CONNECTED)) {
            throw new CommandFailed(known.name() + " (" + known.id()
                    + ") is not a connected bot: Bout calls its URL or runs its code. Choose another --name");
        }
        return known;
    }

    private PrintWriter openLog() {
        try {
            return new PrintWriter(
                    Files.newBufferedWriter(
                            log, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    false);
        } catch (IOException cannot) {
            throw new CommandFailed("cannot write " + log + ": " + FileProblem.text(cannot), cannot);
        }
    }

    /** Ctrl-C and the end that it brings about may both come here. */
    private synchronized void disconnected(MatchReport report) {
        if (goodbye) {
            return;
        }
        goodbye = true;
        say("Disconnected after " + report.ended() + (report.ended() == 1 ? " match." : " matches."));
    }

    private void say(String text) {
        out().println(TerminalText.line(text));
        out().flush();
    }
}
