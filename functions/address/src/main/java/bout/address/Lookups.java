package bout.address;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Looks names up on threads of the system: a look-up blocks its thread, for as long as a stranger's name server likes,
 * and must not block a carrier of the virtual ones. Calls that need the same name at the same time share one look-up, so
 * a name that hangs costs one thread however often it is asked for, and there are no more threads than names.
 */
public final class Lookups implements AutoCloseable {

    private final NameLookup names;
    private final Map<String, Future<List<InetAddress>>> underWay = new ConcurrentHashMap<>();
    private final ExecutorService threads;

    public Lookups(NameLookup names) {
        this.names = names;
        this.threads = Executors.newCachedThreadPool(
                Thread.ofPlatform().name("bout-lookup-", 1).daemon().factory());
    }

    /** The addresses of a name, at least one; fails with an {@link java.net.UnknownHostException} when it has none. */
    public Future<List<InetAddress>> addresses(String name) {
        return underWay.computeIfAbsent(name, wanted -> {
            FutureTask<List<InetAddress>> lookup = new FutureTask<>(() -> {
                try {
                    return names.addresses(wanted);
                } finally {
                    underWay.remove(wanted);
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
