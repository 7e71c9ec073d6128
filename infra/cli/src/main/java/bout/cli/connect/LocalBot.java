package bout.cli.connect;

import bout.address.AddressPolicy;
import bout.botclient.AnswerBody;
import bout.botclient.BotClient;
import bout.botclient.BotClient.Relayed;
import bout.botclient.Callee;
import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.engine.Failure;
import bout.wire.connection.ConnectionMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** May be asked by several threads at a time. */
interface LocalBot extends AutoCloseable {

    /** The status that stands for a bot that gave no answer at all, as of a proxy. */
    int NO_ANSWER = 502;

    /** @param status 200 for a move, or 0 if nothing is sent back: the time is up */
    record Said(int status, Map<String, String> headers, String body, int milliseconds, String failure) {}

    Said ask(ConnectionMessage.Request request) throws InterruptedException;

    @Override
    void close();

    final class AtUrl implements LocalBot {

        /** More than a bot is asked at a time; calls that a laptop cannot handle at once wait in the bot. */
        private static final int CALLS = 64;

        private static final String NOTE = "Bout-Note";

        private final Callee callee;
        private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, CALLS);

        AtUrl(Callee callee) {
            this.callee = callee;
        }

        @Override
        public Said ask(ConnectionMessage.Request request) throws InterruptedException {
            int timeLimit = Math.max(1, request.timeLimit());
            Relayed relayed = client.relay(
                    callee,
                    request.headers(),
                    request.body().getBytes(StandardCharsets.UTF_8),
                    timeLimit,
                    System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeLimit));
            if (relayed == null) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while asking the bot");
                }
                return new Said(
                        0, Map.of(), "", timeLimit, "It had too many calls at a time, so this one was not made.");
            }
            if (relayed.failure() != null) {
                // Without an answer, the runner sees for itself that the time is up.
                boolean late = relayed.failure().kind() == Failure.Kind.TIME_OUT;
                String text = relayed.failure().text();
                return new Said(late ? 0 : NO_ANSWER, Map.of(), text, relayed.milliseconds(), text);
            }
            String note = relayed.headers().get(NOTE);
            return new Said(
                    relayed.status(),
                    note == null ? Map.of() : Map.of(NOTE, note),
                    relayed.body(),
                    relayed.milliseconds(),
                    AnswerBody.follows(relayed.status()) ? null : "It answered with status " + relayed.status() + ".");
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** @param end called when nothing more will be asked */
    record InProcess(BotServer.Bot bot, Runnable end) implements LocalBot {

        @Override
        public Said ask(ConnectionMessage.Request request) throws InterruptedException {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.putAll(request.headers());
            long begin = System.nanoTime();
            HttpAnswer answer = bot.answer(
                    new BotServer.Request("POST", "/", headers, request.body().getBytes(StandardCharsets.UTF_8)));
            String body = new String(answer.body(), StandardCharsets.UTF_8);
            int milliseconds = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
            return new Said(
                    answer.status(), Map.of(), body, milliseconds, answer.status() == 200 ? null : body.strip());
        }

        @Override
        public void close() {
            end.run();
        }
    }
}
