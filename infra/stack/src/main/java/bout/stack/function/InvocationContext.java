package bout.stack.function;

import bout.cloud.template.Application.Function;
import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Information for a handler about its invocation.
 *
 * @param startedNanos the start, in the time of {@link System#nanoTime}
 */
record InvocationContext(Function function, String requestId, long startedNanos) implements Context {

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/" + function.name();
    }

    @Override
    public String getLogStreamName() {
        return "local";
    }

    @Override
    public String getFunctionName() {
        return function.name();
    }

    @Override
    public String getFunctionVersion() {
        return "$LATEST";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:local:000000000000:function:" + function.name();
    }

    @Override
    public CognitoIdentity getIdentity() {
        return null; // only mobile SDKs send one
    }

    @Override
    public ClientContext getClientContext() {
        return null; // only mobile SDKs send one
    }

    @Override
    public int getRemainingTimeInMillis() {
        long spent = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
        return (int) Math.max(0, function.timeout().toMillis() - spent);
    }

    @Override
    public int getMemoryLimitInMB() {
        return function.memory();
    }

    @Override
    public LambdaLogger getLogger() {
        return new LambdaLogger() {
            @Override
            public void log(String message) {
                System.err.println(message);
            }

            @Override
            public void log(byte[] message) {
                System.err.println(new String(message, StandardCharsets.UTF_8));
            }
        };
    }
}
