package bout.stack.function;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Refuses what a function's role does not allow, as DynamoDB does in a deployment; DynamoDB Local knows no roles. The
 * SDK finds this class through the file {@code execution.interceptors} of its DynamoDB client.
 */
public final class RoleCheck implements ExecutionInterceptor {

    private static final int BAD_REQUEST = 400;

    /** By the path of an endpoint; there is one for each function of each stack. */
    private static final Map<String, Optional<TableRole>> ROLES = new ConcurrentHashMap<>();

    /** Called by the SDK. */
    public RoleCheck() {}

    @Override
    public SdkHttpRequest modifyHttpRequest(Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
        SdkHttpRequest sent = context.httpRequest();
        Optional<TableRole> role = ROLES.computeIfAbsent(sent.encodedPath(), TableRole::inPath);
        if (role.isEmpty()) {
            return sent;
        }
        role.get().refusal(context.request()).ifPresent(why -> {
            throw DynamoDbException.builder()
                    .message(why)
                    .statusCode(BAD_REQUEST)
                    .awsErrorDetails(AwsErrorDetails.builder()
                            .serviceName("DynamoDb")
                            .errorCode("AccessDeniedException")
                            .errorMessage(why)
                            .build())
                    .build();
        });
        return sent.copy(changed -> changed.encodedPath("/"));
    }
}
