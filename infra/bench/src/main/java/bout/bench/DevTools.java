package bout.bench;

import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import bout.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A page of a {@link Chromium}, controlled by the DevTools protocol. Ignores all events. */
final class DevTools implements AutoCloseable {

    private static final int TIMEOUT_S = 60;

    private final HttpClient client;
    private final WebSocket socket;
    private final BlockingQueue<String> messages;
    private int calls;

    private DevTools(HttpClient client, WebSocket socket, BlockingQueue<String> messages) {
        this.client = client;
        this.socket = socket;
        this.messages = messages;
    }

    /** Opens an empty page. */
    static DevTools newPage(int port) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest open = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        String page = client.send(open, HttpResponse.BodyHandlers.ofString()).body();
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        WebSocket socket = client.newWebSocketBuilder()
                .buildAsync(URI.create(plain(page).get("webSocketDebuggerUrl").text()), new WebSocket.Listener() {
                    private final StringBuilder text = new StringBuilder();

                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
                        text.append(part);
                        if (last) {
                            messages.add(text.toString());
                            text.setLength(0);
                        }
                        from.request(1);
                        return null;
                    }
                })
                .join();
        return new DevTools(client, socket, messages);
    }

    /**
     * Calls a method of the protocol, such as {@code Page.navigate}.
     *
     * @return its result
     */
    Plain call(String method, Map<String, ?> parameters) throws InterruptedException {
        int id = ++calls;
        socket.sendText(Json.text(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        while (true) {
            String message = messages.poll(TIMEOUT_S, TimeUnit.SECONDS);
            if (message == null) {
                throw new CommandFailed("the browser did not answer " + method);
            }
            Plain answer = plain(message);
            if (answer.has("id") && answer.get("id").number() == id) {
                if (answer.has("error")) {
                    throw new CommandFailed(method + ": " + message);
                }
                return answer.get("result");
            }
        }
    }

    /** The value of an expression in the page, with promises awaited. */
    Plain evaluate(String expression) throws InterruptedException {
        Plain result =
                call("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new CommandFailed("the page failed: " + Json.text(result.value()));
        }
        return result.get("result").get("value");
    }

    private static Plain plain(String json) {
        try {
            return Plain.of(Json.read(json));
        } catch (Json.NotJson broken) {
            throw new CommandFailed("the browser sent invalid JSON: " + broken.getMessage(), broken);
        }
    }

    @Override
    public void close() {
        socket.abort();
        client.shutdownNow();
    }
}
