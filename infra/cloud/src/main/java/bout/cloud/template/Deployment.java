package bout.cloud.template;

import java.net.URI;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The values that CloudFormation knows when a template is deployed: the account and the arguments of {@code sam
 * deploy}.
 *
 * @param stackName the prefix of all resource names, as in CloudFormation
 * @param parameters overrides for the template's parameters; names that begin with {@value #VARIABLE} are environment
 *     variables of all functions instead, for what is a constant in a deployment
 * @param queues where SQS listens; the base of queue URLs
 * @param region the AWS region used in names and endpoints
 */
public record Deployment(String stackName, Map<String, String> parameters, URI queues, String region) {

    /** The account id used by all local substitutes for AWS. */
    public static final String ACCOUNT = "000000000000";

    static final String VARIABLE = "BOUT_";

    /** The environment variables that all functions get besides those of the template. */
    Map<String, String> variables() {
        return parameters.entrySet().stream()
                .filter(each -> each.getKey().startsWith(VARIABLE))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    public URI queueUrl(String queueName) {
        return queues.resolve("/" + ACCOUNT + "/" + queueName);
    }
}
