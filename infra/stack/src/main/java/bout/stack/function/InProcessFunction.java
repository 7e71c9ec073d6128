package bout.stack.function;

import bout.cloud.template.Application.Function;
import bout.store.Clients;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A function in this process. Lambda would have one instance per concurrent invocation; here one instance serves all,
 * because handlers keep no state of an invocation in their fields.
 */
public final class InProcessFunction implements LocalFunction {

    private static final Logger LOG = LoggerFactory.getLogger(InProcessFunction.class);

    private final Function function;
    private final RequestHandler<Object, Object> handler;

    private InProcessFunction(Function function, RequestHandler<Object, Object> handler) {
        this.function = function;
        this.handler = handler;
    }

    /**
     * Creates the template's handler with the constructor that takes the environment and the clients.
     *
     * @throws FunctionNotLoaded if the class or the constructor is missing, or the constructor fails
     */
    @SuppressWarnings("unchecked") // the template and the handler must agree on the events
    public static InProcessFunction of(Function function, Map<String, String> environment, Clients clients)
            throws FunctionNotLoaded {
        String where = "template.yaml, " + function.logicalId() + ": ";
        try {
            if (Class.forName(function.handler())
                            .getConstructor(Map.class, Clients.class)
                            .newInstance(environment, clients)
                    instanceof RequestHandler<?, ?> handler) {
                return new InProcessFunction(function, (RequestHandler<Object, Object>) handler);
            }
            throw new FunctionNotLoaded(where + function.handler() + " is not a RequestHandler");
        } catch (ClassNotFoundException missing) {
            throw new FunctionNotLoaded(
                    where + "there is no class " + function.handler() + " for its Handler", missing);
        } catch (NoSuchMethodException missing) {
            throw new FunctionNotLoaded(
                    where + function.handler()
                            + " has no public constructor that takes the environment as a Map, and Clients",
                    missing);
        } catch (InvocationTargetException failed) {
            throw new FunctionNotLoaded(
                    where + function.handler() + " could not be made: "
                            + failed.getCause().getMessage(),
                    failed.getCause());
        } catch (ReflectiveOperationException inaccessible) {
            throw new FunctionNotLoaded(
                    where + function.handler() + " could not be made: " + inaccessible, inaccessible);
        }
    }

    @Override
    public String name() {
        return function.logicalId();
    }

    /** Runs the handler on the calling thread and passes on its exceptions. */
    @Override
    public <A> A invoke(Object event, Class<A> answer, Lineage lineage) {
        LineageHeader.set(lineage);
        Object answered;
        try {
            answered = handler.handleRequest(event, context());
        } finally {
            LineageHeader.set(null);
        }
        if (answer == Void.class) {
            return null;
        }
        if (answered != null && !answer.isInstance(answered)) {
            throw new IllegalStateException(name() + " returned " + answered + ", not a " + answer.getSimpleName());
        }
        return answer.cast(answered);
    }

    /**
     * Asks the handler to finish its work, if it is {@link AutoCloseable}. Never interrupts it: a handler that waits
     * for a bot could mistake that for the bot's failure.
     */
    @Override
    public void stop() {
        if (handler instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception failed) {
                LOG.error("Cannot stop {}", name(), failed);
            }
        }
    }

    private Context context() {
        return new InvocationContext(function, UUID.randomUUID().toString(), System.nanoTime());
    }
}
