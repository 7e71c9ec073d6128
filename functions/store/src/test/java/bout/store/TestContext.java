package bout.store;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;

/** An invocation with that much time left. */
public record TestContext(int remainingMilliseconds) implements Context {

    @Override
    public int getRemainingTimeInMillis() {
        return remainingMilliseconds;
    }

    @Override
    public String getAwsRequestId() {
        return "test";
    }

    @Override
    public String getLogGroupName() {
        return "test";
    }

    @Override
    public String getLogStreamName() {
        return "test";
    }

    @Override
    public String getFunctionName() {
        return "test";
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "test";
    }

    @Override
    public CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getMemoryLimitInMB() {
        return 1769;
    }

    @Override
    public LambdaLogger getLogger() {
        throw new UnsupportedOperationException("logs go through SLF4J");
    }
}
