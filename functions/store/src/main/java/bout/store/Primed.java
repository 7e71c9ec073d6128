package bout.store;

import java.util.List;
import org.crac.Context;
import org.crac.Resource;

/**
 * A function that loads and warms what it uses before Lambda takes the snapshot from which every instance starts
 * (SnapStart). Its constructor registers it with {@code Core.getGlobalContext()}, which keeps only a weak reference.
 */
public interface Primed extends Resource {

    /** Harmless calls, one for each service that the function uses. */
    List<Runnable> priming();

    @Override
    default void beforeCheckpoint(Context<? extends Resource> context) {
        Aws.prime(priming());
    }

    @Override
    default void afterRestore(Context<? extends Resource> context) {
        // The clients reconnect by themselves.
    }
}
