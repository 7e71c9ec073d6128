package bout.cli.connect;

import bout.bots.BotAnswer;
import bout.bots.BotServer;
import bout.cli.wrap.WrappedBots;
import bout.wire.line.LineMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A program written for an original game, started once for each seat of each match. */
final class ProgramBot implements LocalBot {

    private final WrappedBots bots;

    ProgramBot(WrappedBots bots) {
        this.bots = bots;
    }

    @Override
    public Said ask(LineMessage.Request request) throws InterruptedException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(request.headers());
        long begin = System.nanoTime();
        BotAnswer answer = bots.answer(
                new BotServer.Request("POST", "/", headers, request.body().getBytes(StandardCharsets.UTF_8)));
        String body = new String(answer.body(), StandardCharsets.UTF_8);
        int milliseconds = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
        return new Said(answer.status(), Map.of(), body, milliseconds, answer.status() == 200 ? null : body.strip());
    }

    @Override
    public void close() {
        bots.close();
    }
}
