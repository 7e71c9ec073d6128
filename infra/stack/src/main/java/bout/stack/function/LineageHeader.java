package bout.stack.function;

import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Sends the lineage of functions that run in this process on to SQS. In Lambda and in a function's own process the SDK
 * does that itself, from a property of the whole JVM; here many invocations share one JVM, so each has its lineage in
 * its threads. The SDK finds this class through the file {@code execution.interceptors} of its SQS client.
 */
public final class LineageHeader implements ExecutionInterceptor {

    /** Inherited, because a runner plays each match on a thread of its own. */
    private static final InheritableThreadLocal<Lineage> CURRENT = new InheritableThreadLocal<>();

    /** Called by the SDK. */
    public LineageHeader() {}

    /** Sets the lineage of this thread and of those that it starts from now on; {@code null} for none. */
    static void set(Lineage lineage) {
        if (lineage == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(lineage);
        }
    }

    @Override
    public SdkHttpRequest modifyHttpRequest(Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
        Lineage lineage = CURRENT.get();
        SdkHttpRequest request = context.httpRequest();
        return lineage == null || request.firstMatchingHeader(Lineage.HEADER).isPresent()
                ? request
                : request.copy(changed -> changed.putHeader(Lineage.HEADER, lineage.header()));
    }
}
