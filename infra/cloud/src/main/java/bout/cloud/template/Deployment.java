package bout.cloud.template;

import java.net.URI;
import java.util.Map;
import java.util.Objects;

/**
 * What CloudFormation would know when a template is deployed: the account and the arguments of {@code sam deploy}.
 *
 * @param stackName the prefix of all resource names, as in CloudFormation
 * @param parameters overrides for the template's parameters
 * @param queues where SQS listens; the base of queue URLs
 * @param region the AWS region used in names and endpoints
 */
public record Deployment(String stackName, Map<String, String> parameters, URI queues, String region) {

    /** The account id used by all local substitutes for AWS. */
    public static final String ACCOUNT = "000000000000";

    public Deployment {
        Objects.requireNonNull(stackName, "stackName");
        parameters = Map.copyOf(parameters);
        Objects.requireNonNull(queues, "queues");
        Objects.requireNonNull(region, "region");
    }

    public URI queueUrl(String queueName) {
        return queues.resolve("/" + ACCOUNT + "/" + queueName);
    }
}
