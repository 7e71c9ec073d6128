package bout.store;

import java.util.List;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.slf4j.LoggerFactory;

/**
 * A function that loads and warms what it uses before Lambda takes the snapshot from which every instance starts
 * (SnapStart).
 */
public abstract class Primed implements Resource {

    private List<Runnable> calls = List.of();

    /** @param harmless calls, one for each service that the function uses */
    protected final void prime(Runnable... harmless) {
        calls = List.of(harmless);
        // This keeps only a weak reference.
        Core.getGlobalContext().register(this);
    }

    public final List<Runnable> priming() {
        return calls;
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        for (Runnable call : calls) {
            try {
                call.run();
            } catch (Exception | LinkageError failed) {
                // The first invocations are only slower, and a deployment should not fail because of that: permissions,
                // for one, may not be effective yet.
                LoggerFactory.getLogger(Primed.class).error("Priming failed; the snapshot is taken without it", failed);
            }
        }
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
        // The clients reconnect by themselves, and Lambda reseeds SecureRandom after a restore.
    }
}
