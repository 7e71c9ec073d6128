package bout.cli.connect;

import bout.cli.api.ApiClient;
import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import bout.wire.line.LineMessage;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Opens lines for one bot. Each takes a ticket of its own, because a ticket is good for a minute.
 *
 * @param bot the bot's id
 */
record Gateway(ApiClient api, String bot) {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * @param opened called before the first message
     * @param received gets each message; it must return at once
     * @throws CommandFailed if there is no line
     */
    void open(Consumer<Line> opened, BiConsumer<Line, LineMessage> received) throws InterruptedException {
        Plain answer = api.post("/api/bots/" + bot + "/connect", Map.of());
        URI url = URI.create(answer.get("url").text());
        URI address = URI.create(url + "?ticket=" + answer.get("ticket").text());
        Optional<String> why = new Line(address, PATIENCE, opened, received).open(PATIENCE);
        if (why.isPresent()) {
            // Without the ticket, which whoever reads the text could use.
            throw new CommandFailed("no connection to " + url + ": " + why.get());
        }
    }
}
