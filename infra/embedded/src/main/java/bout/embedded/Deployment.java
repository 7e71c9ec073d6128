package bout.embedded;

import java.net.URI;
import java.util.Map;
import java.util.Objects;

/**
 * What a template needs to become an application somewhere: what CloudFormation would know of the account and of the
 * {@code sam deploy}.
 *
 * @param stackName begins the names of all that is made, as CloudFormation does it
 * @param parameters values of the template's parameters, in place of their defaults
 * @param queues where SQS listens; queue URLs lead there
 * @param region the AWS region that names and endpoints speak of
 */
public record Deployment(String stackName, Map<String, String> parameters, URI queues, String region) {

    /** The account of every local stand-in for AWS. */
    static final String ACCOUNT = "000000000000";

    public Deployment {
        Objects.requireNonNull(stackName, "stackName");
        parameters = Map.copyOf(parameters);
        Objects.requireNonNull(queues, "queues");
        Objects.requireNonNull(region, "region");
    }

    URI queueUrl(String queueName) {
        return queues.resolve("/" + ACCOUNT + "/" + queueName);
    }
}
