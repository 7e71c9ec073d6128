package bout.cli.connect;

import bout.cli.connect.LocalBot.Said;
import bout.wire.connection.ConnectionMessage;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Asks the bot each call once, however often it arrives: a runner asks again on another connection when one breaks, and
 * a bot that remembers must not see a turn twice.
 */
final class Calls implements AutoCloseable {

    /** Longer than any time limit, and so than anybody asks the same call again. */
    private static final long REMEMBERED = TimeUnit.MINUTES.toNanos(3);

    private record Call(CompletableFuture<Said> said, long askedAt) {}

    private final LocalBot bot;
    private final LongSupplier nanoTime;
    private final Map<String, Call> calls = new LinkedHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Calls(LocalBot bot, LongSupplier nanoTime) {
        this.bot = bot;
        this.nanoTime = nanoTime;
    }

    /** The bot's answer, when it has one; never, if the command ends before. */
    synchronized CompletableFuture<Said> answer(ConnectionMessage.Request request) {
        long now = nanoTime.getAsLong();
        for (Iterator<Call> oldest = calls.values().iterator(); oldest.hasNext(); ) {
            if (now - oldest.next().askedAt() < REMEMBERED) {
                break;
            }
            oldest.remove();
        }
        Call known = calls.get(request.call());
        if (known != null) {
            return known.said();
        }
        CompletableFuture<Said> said = new CompletableFuture<>();
        if (threads.isShutdown()) {
            return said;
        }
        calls.put(request.call(), new Call(said, now));
        threads.execute(() -> {
            try {
                said.complete(bot.ask(request));
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException broken) {
                said.completeExceptionally(broken);
            }
        });
        return said;
    }

    /** Requests may still arrive. */
    @Override
    public synchronized void close() {
        threads.shutdownNow();
    }
}
