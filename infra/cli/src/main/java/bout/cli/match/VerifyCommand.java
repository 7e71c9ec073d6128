package bout.cli.match;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.DidYouMean;
import bout.cli.text.ResultText;
import bout.cli.text.TerminalText;
import bout.cli.text.Typed;
import bout.cli.text.WrongUse;
import bout.engine.Game;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.games.Games;
import bout.sandbox.BotsAgain;
import bout.sandbox.Sandbox;
import bout.stack.FileProblem;
import bout.wire.ReplayFile;
import bout.wire.id.MatchIds;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "verify",
        header = "Check a replay by playing it again.",
        description = {
            "Plays the moves again and compares the result and a hash of all states. Prints 'ok' and the result, or the"
                    + " first difference. The replay can be compressed with gzip.",
            "With --bots, also runs house bots and published bots with open source again, and compares every answer. Their"
                    + " code comes from the match's site, and must have the SHA-256 that the match names. Calls that timed out"
                    + " are not compared."
        },
        exitCodeList = {
            "0:the replay is correct, and no answer differs",
            "1:it is not, one differs, or something cannot be read",
            "2:wrong use of the command line"
        },
        footer = {
            "  bout verify match.json",
            "  bout verify http://127.0.0.1:8080/replays/ID.json",
            "  bout verify --bots http://127.0.0.1:8080/match.html?id=ID",
            "  bout verify --bots ID --api https://bout.example.org",
            "  bout verify --code first.js,second.js match.json",
            "  curl -s URL | bout verify -"
        })
public final class VerifyCommand extends ApiCommand {

    private static final int CONNECT_MILLISECONDS = 10_000;
    private static final int READ_MILLISECONDS = 30_000;
    private static final int MAX_CODE_BYTES = 65_536;

    @Parameters(
            paramLabel = "REPLAY|MATCH",
            description = "A replay's file, its URL, or - for standard input; or a match's page or id.")
    private String source;

    @Option(names = "--bots", description = "Run the bots again too. This needs a match's page or id, or --code.")
    private boolean bots;

    @Option(
            names = "--code",
            paramLabel = "CODE",
            split = ",",
            description =
                    "Like --bots, with code from here: a file or URL for each bot that is no house bot, by seat. For bots"
                            + " that draw random numbers name the match: its replay does not say which they had.")
    private List<String> codes;

    @Override
    protected int run(ApiClient client) {
        if (MatchIds.isId(source)) {
            return verify(new SiteMatch(client, source), resolve("/"));
        }
        Optional<SiteMatch.Link> link = SiteMatch.Link.of(source);
        if (link.isPresent()) {
            URI site = link.get().site();
            try (ApiClient there = clientOf(site)) {
                return verify(new SiteMatch(there, link.get().id()), site);
            }
        }
        check(
                !bots || codes != null,
                "--bots: a replay does not contain the code of its bots; give the match's page or id, or --code.");
        return verify(source, given(seat -> ""));
    }

    private int verify(SiteMatch match, URI site) {
        return verify(
                site.resolve(match.replay()).toString(), codes == null ? match::program : given(match::randomSeed));
    }

    /** The programs of the command line, in the order of the seats for which they are asked. */
    private Function<Seat, SiteMatch.Program> given(Function<Seat, String> randomSeeds) {
        Iterator<String> given = codes == null ? Collections.emptyIterator() : codes.iterator();
        return seat -> given.hasNext()
                ? SiteMatch.Program.of(
                        new String(bytes(given.next(), MAX_CODE_BYTES), StandardCharsets.UTF_8),
                        randomSeeds.apply(seat))
                : SiteMatch.Program.unknown("no code was given");
    }

    private int verify(String file, Function<Seat, SiteMatch.Program> programs) {
        Replay replay;
        try {
            replay = ReplayFile.read(bytes(file, ReplayFile.MAX_BYTES));
        } catch (ReplayFile.NotAReplay notAReplay) {
            throw new CommandFailed(file + ": " + notAReplay.getMessage(), notAReplay);
        }
        String id = replay.start().game();
        Game<?> game = Games.byId(id)
                .orElseThrow(() -> new CommandFailed(file + ": " + DidYouMean.message("game", id, GameArgument.ids())));
        List<Replay.Player> players = replay.start().players();
        List<Seat> called = Seat.first(players.size()).stream()
                .filter(seat -> players.get(seat.index()).house() == null)
                .toList();
        check(
                codes == null || codes.size() <= called.size(),
                "--code names more files than there are bots other than house bots.");
        return switch (replay.verify(game)) {
            case Replay.Confirmed confirmed -> {
                out().println("ok: " + id + ", " + confirmed.turns() + " turns: "
                        + TerminalText.line(ResultText.of(game, replay, confirmed)));
                yield bots || codes != null ? verifyBots(game, replay, called, programs) : 0;
            }
            case Replay.Differs differs -> differs(differs.text());
        };
    }

    private int differs(String text) {
        out().println("differs: " + TerminalText.line(text));
        return 1;
    }

    private int verifyBots(Game<?> game, Replay replay, List<Seat> called, Function<Seat, SiteMatch.Program> programs) {
        List<Replay.Player> players = replay.start().players();
        BotsAgain.Program[] known = new BotsAgain.Program[players.size()];
        for (Seat seat : called) {
            SiteMatch.Program program = programs.apply(seat);
            known[seat.index()] = program.known();
            if (program.why() != null) {
                String name = players.get(seat.index()).name();
                out().println("not compared: seat " + seat.number() + ", " + TerminalText.line(name) + ": "
                        + program.why());
            }
        }
        try (Sandbox sandbox = new Sandbox()) {
            return switch (BotsAgain.verify(game, replay, sandbox, Arrays.asList(known))) {
                case BotsAgain.Same same -> {
                    out().println("ok: " + same.answers() + " answers are the same, " + same.notCompared()
                            + " calls were not compared");
                    yield 0;
                }
                case BotsAgain.Differs differs -> differs(differs.text());
            };
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted", interrupted);
        }
    }

    private byte[] bytes(String file, int max) {
        try (InputStream in = open(file)) {
            byte[] bytes = in.readNBytes(max + 1);
            if (bytes.length > max) {
                throw new CommandFailed(file + ": larger than the maximum of " + max + " bytes");
            }
            return bytes;
        } catch (IOException broken) {
            throw new CommandFailed(
                    broken instanceof NoSuchFileException
                            ? file + ": no such file"
                            : Typed.isUrl(file)
                                    ? FileProblem.noAnswer(file, broken)
                                    : "cannot read " + file + ": " + FileProblem.text(broken),
                    broken);
        }
    }

    private InputStream open(String file) throws IOException {
        if (file.equals("-")) {
            return System.in;
        }
        if (Typed.isUrl(file)) {
            return get(Typed.url(file).orElseThrow(() -> new WrongUse(file + ": not a URL.")));
        }
        check(!file.contains("://"), file + ": expected a file or an http or https URL.");
        try {
            Path path = Path.of(file);
            if (Files.isDirectory(path)) {
                throw new CommandFailed(file + " is a folder, not a replay");
            }
            return Files.newInputStream(path);
        } catch (InvalidPathException noPath) {
            throw new WrongUse(file + ": not a file name.");
        }
    }

    private static InputStream get(URI file) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) file.toURL().openConnection();
        connection.setConnectTimeout(CONNECT_MILLISECONDS);
        connection.setReadTimeout(READ_MILLISECONDS);
        connection.setRequestProperty("Accept", "application/json");
        connection.setRequestProperty("Accept-Encoding", "gzip");
        int status = connection.getResponseCode();
        if (status != HttpURLConnection.HTTP_OK) {
            throw new CommandFailed(file + ": status " + status + " instead of 200");
        }
        String type = connection.getContentType();
        if (type != null && type.startsWith("text/html")) {
            throw new CommandFailed(
                    file + " is a web page, not a replay; give a match's page or id, or a replay's URL");
        }
        return connection.getInputStream();
    }
}
