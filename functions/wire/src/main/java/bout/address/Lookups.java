package bout.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Looks names up on platform threads: a look-up blocks its thread for as long as a stranger's name server likes, and
 * must not pin a virtual thread's carrier. Concurrent requests for one name share one look-up, so a hanging name costs
 * one thread, and there are never more threads than names.
 */
public final class Lookups implements AutoCloseable {

    /** Resolves host names; replaced in tests. */
    @FunctionalInterface
    public interface NameLookup {

        NameLookup SYSTEM = name -> List.of(InetAddress.getAllByName(name));

        /** At least one. */
        List<InetAddress> addresses(String name) throws UnknownHostException;
    }

    private final NameLookup names;
    private final Map<String, Future<List<InetAddress>>> inProgress = new ConcurrentHashMap<>();
    private final ExecutorService threads;

    public Lookups(NameLookup names) {
        this.names = names;
        this.threads = Executors.newCachedThreadPool(
                Thread.ofPlatform().name("bout-lookup-", 1).daemon().factory());
    }

    /** The addresses of a name, at least one. Fails with {@link UnknownHostException} if it has none. */
    public Future<List<InetAddress>> addresses(String name) {
        return inProgress.computeIfAbsent(name, key -> {
            FutureTask<List<InetAddress>> lookup = new FutureTask<>(() -> {
                try {
                    return names.addresses(key);
                } finally {
                    inProgress.remove(key);
                }
            });
            threads.execute(lookup);
            return lookup;
        });
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
