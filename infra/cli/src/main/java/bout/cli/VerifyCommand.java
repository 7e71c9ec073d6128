package bout.cli;

import bout.cli.text.CommandFailed;
import bout.cli.text.DidYouMean;
import bout.cli.text.ResultText;
import bout.engine.Game;
import bout.engine.Replay;
import bout.games.Games;
import bout.stack.FileProblem;
import bout.wire.ReplayFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "verify",
        header = "Check a replay by playing it again.",
        description = {
            "Plays the moves again and compares the result and a hash of all states. Prints 'ok' and the result, or the"
                    + " first difference. The replay may be compressed with gzip."
        },
        exitCodeList = {
            "0:the replay is correct",
            "1:it is not, or it cannot be read",
            "2:wrong use of the command line"
        },
        footer = {
            "  bout verify match.json",
            "  bout verify http://127.0.0.1:8080/replays/ID.json",
            "  curl -s URL | bout verify -"
        })
final class VerifyCommand implements Callable<Integer> {

    private static final int CONNECT_MILLISECONDS = 10_000;
    private static final int READ_MILLISECONDS = 30_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE|URL", description = "A file, an http or https URL, or - for standard input.")
    private String source;

    @Override
    public Integer call() {
        Replay replay;
        try {
            replay = ReplayFile.read(bytes());
        } catch (ReplayFile.NotAReplay notAReplay) {
            throw new CommandFailed(source + ": " + notAReplay.getMessage(), notAReplay);
        }
        Game<?, ?> game = Games.byId(replay.start().game())
                .orElseThrow(() -> new CommandFailed(source + ": "
                        + DidYouMean.message(
                                "game",
                                replay.start().game(),
                                Games.ALL.stream()
                                        .map(known -> known.card().id())
                                        .toList())));
        return switch (replay.verify(game)) {
            case Replay.Confirmed confirmed -> {
                String result = ResultText.of(
                        confirmed.result(),
                        replay.start().players().getFirst().name(),
                        replay.start().players().getLast().name(),
                        game.card().scoreUnit());
                spec.commandLine()
                        .getOut()
                        .println("ok: " + game.card().id() + ", " + confirmed.turns() + " turns: " + result);
                yield 0;
            }
            case Replay.Differs differs -> {
                spec.commandLine().getOut().println("differs: " + differs.text());
                yield 1;
            }
        };
    }

    private byte[] bytes() {
        try (InputStream in = open()) {
            byte[] bytes = in.readNBytes(ReplayFile.MAX_BYTES + 1);
            if (bytes.length > ReplayFile.MAX_BYTES) {
                throw new CommandFailed(source + ": larger than the maximum of " + ReplayFile.MAX_BYTES + " bytes");
            }
            return bytes;
        } catch (NoSuchFileException missing) {
            throw new CommandFailed(source + ": no such file", missing);
        } catch (UnknownHostException unknown) {
            throw new CommandFailed(source + ": unknown host", unknown);
        } catch (ConnectException refused) {
            throw new CommandFailed(source + ": nothing answers there", refused);
        } catch (SocketTimeoutException slow) {
            throw new CommandFailed(source + ": no answer in time", slow);
        } catch (IOException broken) {
            throw new CommandFailed("cannot read " + source + ": " + FileProblem.text(broken), broken);
        }
    }

    private InputStream open() throws IOException {
        if (source.equals("-")) {
            return System.in;
        }
        if (source.startsWith("http://") || source.startsWith("https://")) {
            return get();
        }
        if (source.contains("://")) {
            throw wrong("expected a file or an http or https URL");
        }
        try {
            Path file = Path.of(source);
            if (Files.isDirectory(file)) {
                throw new CommandFailed(source + " is a folder, not a replay");
            }
            return Files.newInputStream(file);
        } catch (InvalidPathException noPath) {
            throw wrong("not a file name");
        }
    }

    private InputStream get() throws IOException {
        URI uri;
        try {
            uri = new URI(source);
        } catch (URISyntaxException noUri) {
            throw wrong("not a URL");
        }
        if (uri.getHost() == null) {
            throw wrong("not a URL: the host is missing");
        }
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setConnectTimeout(CONNECT_MILLISECONDS);
        connection.setReadTimeout(READ_MILLISECONDS);
        connection.setRequestProperty("Accept", "application/json");
        connection.setRequestProperty("Accept-Encoding", "gzip");
        int status = connection.getResponseCode();
        if (status != HttpURLConnection.HTTP_OK) {
            throw new CommandFailed(source + ": status " + status + " instead of 200");
        }
        return connection.getInputStream();
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), source + ": " + what + ".");
    }
}
