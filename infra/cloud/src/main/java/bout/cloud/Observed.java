package bout.cloud;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.core.SdkRequest;

/** A client of the AWS SDK whose calls an observer sees, changes or refuses. */
public final class Observed {

    /** The methods of a client: looking them up takes as long as some calls. */
    private static final ClassValue<Map<Method, Operation>> OPERATIONS = new ClassValue<>() {
        @Override
        protected Map<Method, Operation> computeValue(Class<?> client) {
            return new ConcurrentHashMap<>();
        }
    };

    private Observed() {}

    /** @param derived whether the client does not implement it itself */
    private record Operation(String name, boolean derived) {}

    @FunctionalInterface
    public interface Observer {
        /**
         * Makes a call, or does something else.
         *
         * @param operation as AWS names it, such as {@code GetItem}
         * @return what the call gives: a response, or what was made of it
         */
        Object call(String operation, SdkRequest request, Call call);
    }

    /** The call itself; may be made several times, or not at all. */
    @FunctionalInterface
    public interface Call {
        Object with(SdkRequest request);
    }

    /** @param service the interface of the client, such as {@code SqsClient} */
    public static <C> C client(Class<C> service, C client, Observer observer) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Operation operation =
                    OPERATIONS.get(client.getClass()).computeIfAbsent(method, each -> operation(client, each));
            // What takes a builder, or returns bytes, makes one of the other calls.
            if (operation.derived() && arguments != null) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            if (arguments == null || !(arguments[0] instanceof SdkRequest request)) {
                return invoke(method, client, arguments);
            }
            return observer.call(operation.name(), request, changed -> {
                Object[] all = arguments.clone();
                all[0] = changed;
                return invoke(method, client, all);
            });
        };
        return service.cast(Proxy.newProxyInstance(service.getClassLoader(), new Class<?>[] {service}, handler));
    }

    private static Operation operation(Object client, Method method) {
        String name = method.getName();
        try {
            return new Operation(
                    Character.toUpperCase(name.charAt(0)) + name.substring(1),
                    method.isDefault()
                            && client.getClass()
                                    .getMethod(name, method.getParameterTypes())
                                    .isDefault());
        } catch (NoSuchMethodException none) {
            throw new IllegalStateException(none);
        }
    }

    private static Object invoke(Method method, Object client, Object[] arguments) {
        try {
            return method.invoke(client, arguments);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
