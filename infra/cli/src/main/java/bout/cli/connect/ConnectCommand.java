package bout.cli.connect;

import bout.address.BotUrl;
import bout.botclient.Callee;
import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.match.GameArgument;
import bout.cli.match.PlayerArgument;
import bout.cli.text.CommandFailed;
import bout.cli.text.StopReport;
import bout.cli.text.TerminalText;
import bout.cli.text.Typed;
import bout.cli.text.WrongUse;
import bout.cli.wrap.WrappedBots;
import bout.engine.Plain;
import bout.stack.FileProblem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
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
            "--name registers the bot the first time and reuses it later; --bot uses an existing bot."
                    + " docs/connect.md describes the protocol for clients of your own."
        },
        exitCodeList = {
            "1:no connection at the start, or the bot is not allowed to connect",
            "2:wrong use of the command line",
            "130:interrupted"
        },
        footer = {
            "  bout connect --name Gary ajax-tiles http://127.0.0.1:9000/",
            "  bout connect --bot bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60 \\",
            "      http://127.0.0.1:9000/",
            "  bout connect --name Frost ice-and-fire -- python3 my-bot.py"
        })
public final class ConnectCommand extends ApiCommand {

    private static final Duration AGAIN = Duration.ofSeconds(1);

    @Parameters(
            index = "0",
            paramLabel = "GAME",
            completionCandidates = GameArgument.Ids.class,
            description = "The id of the game; optional with --bot and a URL.")
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

    private record Known(String id, String name, String game) {}

    /** {@code null} if it was left out. */
    private String game;

    /** {@code null} if a program answers. */
    private BotUrl url;

    @Override
    protected int run(ApiClient client) {
        readSource();
        check(
                (bot == null) != (name == null),
                bot == null
                        ? "Missing --name NAME, or --bot ID for a bot that is registered."
                        : "Use --bot or --name, not both.");
        MatchReport report = new MatchReport(out(), log, quiet, resolve("/"), Clock.systemUTC());
        Known known = bot == null ? named(client) : registered(client);
        awaitBot();
        print(known.name() + " (" + known.id() + ") plays " + known.game() + ". Its page: "
                + resolve("/bot.html?key=" + known.id()));
        try (LocalBot local = local();
                ConnectedBot connected = new ConnectedBot(
                        client, known.id(), local, report, ConnectedBot.Timing.DEFAULT, new SecureRandom());
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

    private void readSource() {
        boolean startsWithUrl = Typed.isUrl(Typed.pasted(first));
        String last = rest.isEmpty() ? first : rest.getFirst();
        check(!startsWithUrl || rest.isEmpty(), "Unexpected argument '" + last + "' after the URL.");
        if (!startsWithUrl) {
            game = GameArgument.read(first).card().id();
            check(!rest.isEmpty(), "Missing the bot: its URL, or -- and the command of a program.");
        }
        if (rest.size() <= 1 && Typed.isUrl(Typed.pasted(last))) {
            url = PlayerArgument.url(last);
        } else if (!game.equals(WrappedBots.GAME)) {
            throw new WrongUse((rest.size() == 1 && !Typed.hint(last).isEmpty()
                            ? "'" + last + "' is not a URL." + Typed.hint(last) + " "
                            : "")
                    + "Only programs for " + WrappedBots.GAME + " can be started, not for '" + first
                    + "'. Start your bot as a server and give its URL. For tokens and robotag,"
                    + " docs/starters/javascript/wrap.mjs is such a server.");
        }
    }

    /** A bot that cannot answer is not put on a ladder: a server may start later, a program must be there. */
    private void awaitBot() {
        if (url == null) {
            WrappedBots.requireProgram(rest);
            return;
        }
        for (boolean told = false; ; told = true) {
            try (Socket socket = new Socket(url.host(), url.port())) {
                return;
            } catch (ConnectException nobody) {
                if (!told) {
                    print("Waiting for the bot: " + FileProblem.noAnswer(url.host() + ":" + url.port(), nobody) + ".");
                }
            } catch (IOException other) {
                return; // told with the first call, in words that fit
            }
            LockSupport.parkNanos(AGAIN.toNanos());
            if (Thread.currentThread().isInterrupted()) {
                throw new CommandFailed("interrupted while waiting for the bot");
            }
        }
    }

    private LocalBot local() {
        if (url != null) {
            return new LocalBot.AtUrl(Callee.of(url, null));
        }
        WrappedBots programs = WrappedBots.printingErrors(rest, err());
        return new LocalBot.InProcess(programs::answer, programs::close);
    }

    private Known registered(ApiClient client) {
        Known known = known(client.get(pathOfBot(bot)));
        if (game != null && !game.equals(known.game())) {
            throw new CommandFailed(known.name() + " plays " + known.game() + ", not " + game);
        }
        return known;
    }

    private Known named(ApiClient client) {
        check(game != null, "Missing GAME before the URL: --name needs it, to register the bot.");
        Optional<Plain> mine = client.all("/api/bots?mine=true&limit=100&game=" + game, "bots").stream()
                .filter(each -> each.text("name").equals(name))
                .findFirst();
        if (mine.isPresent()) {
            return known(mine.get());
        }
        awaitBot();
        Known known = known(client.post(
                "/api/bots", Map.of("game", game, "name", name, "connected", true, "visibility", "public")));
        print("Registered. To let your bot check the signatures of requests: "
                + next("bot rotate-secret " + known.id()));
        return known;
    }

    private static Known known(Plain found) {
        Known known = new Known(found.text("id"), found.text("name"), found.text("game"));
        if (!found.text("kind").equals("connected")) {
            throw new CommandFailed(known.name() + " (" + known.id()
                    + ") is not a connected bot: Bout calls its URL or runs its code. Choose another --name");
        }
        return known;
    }

    /** Ctrl-C and the end that it brings about may both come here. */
    private synchronized void disconnected(MatchReport report) {
        if (!goodbye) {
            goodbye = true;
            print("Disconnected after " + report.ended() + (report.ended() == 1 ? " match." : " matches."));
        }
    }

    private void print(String text) {
        out().println(TerminalText.line(text));
    }
}
