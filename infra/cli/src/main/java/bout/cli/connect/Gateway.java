package bout.cli.connect;

import bout.cli.api.ApiClient;
import bout.cli.api.RequestRefused;
import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import bout.wire.line.LineMessage;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Opens lines for one bot. Each takes a ticket of its own, because a ticket is good for a minute. */
final class Gateway {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ApiClient api;
    private final String bot;

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
    Attempt open(Consumer<Line> opened, BiConsumer<Line, LineMessage> received) throws InterruptedException {
        Plain answer;
        try {
            answer = api.post("/api/bots/" + bot + "/connect", Map.of());
        } catch (RequestRefused refused) {
            return new NotOpened(refused, refused.isPassing());
        } catch (CommandFailed noAnswer) {
            return new NotOpened(noAnswer, true);
        }
        URI url = URI.create(answer.get("url").text());
        URI address = URI.create(url + "?ticket=" + answer.get("ticket").text());
        Optional<String> why = new Line(address, PATIENCE, opened, received).open(PATIENCE);
        // Without the ticket, which whoever reads the text could use.
        return why.isEmpty()
                ? new Opened()
                : new NotOpened(new CommandFailed("no connection to " + url + ": " + why.get()), true);
    }
}
