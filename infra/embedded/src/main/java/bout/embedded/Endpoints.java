package bout.embedded;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Where stand-ins for DynamoDB, S3 and SQS listen, and clients for them. */
public record Endpoints(URI dynamoDb, URI s3, URI sqs, String region) {

    /** The stand-ins take any. */
    private static final StaticCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));

    /** The environment variables by which the AWS SDKs find the endpoints. */
    public Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("AWS_REGION", region);
        variables.put("AWS_ENDPOINT_URL_DYNAMODB", dynamoDb.toString());
        variables.put("AWS_ENDPOINT_URL_S3", s3.toString());
        variables.put("AWS_ENDPOINT_URL_SQS", sqs.toString());
        return variables;
    }

    /** A new client for DynamoDB; the caller closes it. */
    public DynamoDbClient dynamoDbClient() {
        return DynamoDbClient.builder()
                .endpointOverride(dynamoDb)
                .region(Region.of(region))
                .credentialsProvider(CREDENTIALS)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }

    /** A new client for S3; the caller closes it. */
    public S3Client s3Client() {
        return S3Client.builder()
                .endpointOverride(s3)
                .region(Region.of(region))
                .forcePathStyle(true)
                // S3Proxy refuses a conditional PUT before it has read the body, and closes. A client that still writes
                // then sees a broken connection in place of the 412, and sends again; with a body in one piece it never
                // does.
                .serviceConfiguration(
                        s3Settings -> s3Settings.expectContinueEnabled(false).chunkedEncodingEnabled(false))
                .credentialsProvider(CREDENTIALS)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }

    /** A new client for SQS; the caller closes it. */
    public SqsClient sqsClient() {
        return SqsClient.builder()
                .endpointOverride(sqs)
                .region(Region.of(region))
                .credentialsProvider(CREDENTIALS)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }
}
