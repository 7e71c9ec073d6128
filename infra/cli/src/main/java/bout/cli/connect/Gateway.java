package bout.cli.connect;

import bout.cli.api.ApiClient;
import bout.cli.api.RequestRefused;
import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import bout.stack.FileProblem;
import bout.wire.line.LineMessage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Opens lines for one bot. Each takes a ticket of its own, because a ticket is good for a minute. */
final class Gateway implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ApiClient api;
    private final String bot;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /** @param bot the bot's id */
    Gateway(ApiClient api, String bot) {
        this.api = api;
        this.bot = bot;
    }

    /** What came of an attempt. */
    sealed interface Attempt {}

    record Opened() implements Attempt {}

    /**
     * No line.
     *
     * @param passing whether the next attempt may succeed
     */
    record NotOpened(CommandFailed failure, boolean passing) implements Attempt {}

    /**
     * @param opened called before the first message
     * @param received gets each message; it must return at once
     */
    Attempt open(Consumer<Line> opened, BiConsumer<Line, LineMessage> received) {
        Plain answer;
        try {
            answer = api.post("/api/bots/" + bot + "/connect", Map.of());
        } catch (RequestRefused refused) {
            return new NotOpened(refused, refused.isPassing());
        } catch (CommandFailed noAnswer) {
            return new NotOpened(noAnswer, true);
        }
        URI url = URI.create(answer.get("url").text());
        Line line = new Line(opened, received);
        try {
            http.newWebSocketBuilder()
                    .connectTimeout(PATIENCE)
                    .buildAsync(
                            URI.create(url + "?ticket=" + answer.get("ticket").text()), line)
                    .join();
            return new Opened();
        } catch (CompletionException failed) {
            // Without the ticket, which whoever reads the text could use.
            return new NotOpened(
                    new CommandFailed("no connection to " + url + ": " + why(failed.getCause()), failed), true);
        }
    }

    private static String why(Throwable failure) {
        return switch (failure) {
            case WebSocketHandshakeException handshake ->
                "it answers with status " + handshake.getResponse().statusCode();
            case IOException broken -> FileProblem.text(broken);
            default -> String.valueOf(failure.getMessage());
        };
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
