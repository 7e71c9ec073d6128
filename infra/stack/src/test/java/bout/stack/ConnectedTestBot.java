package bout.stack;

import bout.engine.GameCard;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import bout.wire.connection.Parts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A connected bot that plays Ajax Tiles, on one connection. */
class ConnectedTestBot implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    final List<ConnectionMessage.Request> requests = new CopyOnWriteArrayList<>();
    final List<ConnectionMessage.Event> events = new CopyOnWriteArrayList<>();
    final CompletableFuture<ConnectionMessage.Event> over = new CompletableFuture<>();
    final CompletableFuture<Void> ended = new CompletableFuture<>();
    final AtomicInteger pings = new AtomicInteger();
    final CompletableFuture<Void> pong = new CompletableFuture<>();
    private final CompletableFuture<WebSocket> socket;

    /** Opens a connection with the ticket that the API gives. */
    ConnectedTestBot(StackClient client, String bot) throws Exception {
        this(ticketUrl(client, bot));
    }

    ConnectedTestBot(URI url) throws Exception {
        Parts parts = new Parts();
        StringBuilder text = new StringBuilder();
        socket = new CompletableFuture<>();
        HTTP.newWebSocketBuilder()
                .buildAsync(url, new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence piece, boolean last) {
                        text.append(piece);
                        if (last) {
                            String whole = text.toString();
                            text.setLength(0);
                            read(whole, parts);
                        }
                        from.request(1);
                        return null;
                    }

                    @Override
                    public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
                        ended.complete(null);
                        return null;
                    }

                    @Override
                    public void onError(WebSocket from, Throwable error) {
                        ended.complete(null);
                    }
                })
                .whenComplete((opened, failed) -> {
                    // A request may arrive before this.
                    if (failed == null) {
                        socket.complete(opened);
                    } else {
                        socket.completeExceptionally(failed);
                    }
                });
        socket.get(60, TimeUnit.SECONDS);
    }

    static URI ticketUrl(StackClient client, String bot) throws Exception {
        Map<String, Object> ticket = StackClient.json(
                client.send("POST", "/api/bots/" + bot + "/connect", "").body());
        return URI.create(ticket.get("url") + "?ticket=" + ticket.get("ticket"));
    }

    private void read(String text, Parts parts) {
        if (ConnectionText.read(text).orElse(null) instanceof ConnectionMessage message) {
            switch (message) {
                case ConnectionMessage.Part part -> {
                    Optional<String> whole = parts.take(part);
                    whole.ifPresent(together -> read(together, parts));
                }
                case ConnectionMessage.Request request -> {
                    requests.add(request);
                    Thread.startVirtualThread(() -> requested(request));
                }
                case ConnectionMessage.Event event -> {
                    events.add(event);
                    if (event.result() != null) {
                        over.complete(event);
                    }
                }
                case ConnectionMessage.Pong answer -> pong.complete(null);
                case ConnectionMessage.Ping ping -> pinged(ping);
                default -> {}
            }
        }
    }

    /** Says that it is there. */
    void pinged(ConnectionMessage.Ping ping) {
        pings.incrementAndGet();
        send(new ConnectionMessage.Pong(ping.call(), ping.reply()));
    }

    /** Answers with the first free field. */
    void requested(ConnectionMessage.Request request) {
        answer(request, move(request));
    }

    static String move(ConnectionMessage.Request request) {
        try {
            return Json.text(
                    TestBot.move(BotBody.read(GameCard.Form.FORM, request.body().getBytes(StandardCharsets.UTF_8))));
        } catch (Json.NotJson broken) {
            throw new IllegalArgumentException("not what a runner sends", broken);
        }
    }

    void answer(ConnectionMessage.Request request, String body) {
        send(new ConnectionMessage.Answer(request.call(), request.reply(), 200, Map.of("Bout-Note", "hi"), body));
    }

    synchronized void send(ConnectionMessage message) {
        ConnectionText.write(message).forEach(this::send);
    }

    synchronized void send(String text) {
        socket.join().sendText(text, true).join();
    }

    /** Breaks the connection without a word. */
    void abort() {
        socket.thenAccept(WebSocket::abort);
    }

    @Override
    public void close() {
        socket.thenAccept(WebSocket::abort);
    }
}
