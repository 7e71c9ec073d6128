package bout.store;

import com.amazonaws.services.lambda.runtime.Context;
import java.lang.reflect.Proxy;

public final class TestContext {

    private TestContext() {}

    /** An invocation with that much time left, which is called {@code test}. */
    public static Context of(int remainingMilliseconds) {
        return (Context) Proxy.newProxyInstance(
                Context.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (context, method, arguments) -> switch (method.getName()) {
                    case "getRemainingTimeInMillis" -> remainingMilliseconds;
                    case "getAwsRequestId" -> "test";
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
