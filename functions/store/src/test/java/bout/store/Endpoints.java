package bout.store;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where something like DynamoDB, S3 and SQS listens. */
record Endpoints(URI dynamoDb, URI s3, URI sqs, String region) {

    Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("AWS_REGION", region);
        variables.put("AWS_ENDPOINT_URL_DYNAMODB", dynamoDb.toString());
        variables.put("AWS_ENDPOINT_URL_S3", s3.toString());
        variables.put("AWS_ENDPOINT_URL_SQS", sqs.toString());
        return variables;
    }
}
