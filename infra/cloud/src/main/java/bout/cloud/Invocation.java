package bout.cloud;

import com.amazonaws.services.lambda.runtime.Context;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What a function is told of its invocation, as far as the product's functions ask for it: the time that is left. */
public final class Invocation {

    private Invocation() {}

    /**
     * One that begins now.
     *
     * @param time after which Lambda ends it
     * @param nanoTime the time in nanoseconds, as {@link System#nanoTime}
     */
    public static Context lasting(Duration time, LongSupplier nanoTime) {
        long until = nanoTime.getAsLong() + time.toNanos();
        return (Context) Proxy.newProxyInstance(
                Context.class.getClassLoader(), new Class<?>[] {Context.class}, (proxy, method, none) -> {
                    if (method.getName().equals("getRemainingTimeInMillis")) {
                        return (int) Math.max(0, TimeUnit.NANOSECONDS.toMillis(until - nanoTime.getAsLong()));
                    }
                    throw new UnsupportedOperationException("the product's functions do not use " + method.getName());
                });
    }
}
