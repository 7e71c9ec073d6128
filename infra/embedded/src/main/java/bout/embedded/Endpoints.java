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

/** The addresses of the local DynamoDB, S3 and SQS, with clients for them. */
public record Endpoints(URI dynamoDb, URI s3, URI sqs, String region) {

    /** The local services accept any credentials. */
    private static final StaticCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));

    /** The environment variables that point the AWS SDKs to these endpoints. */
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
                // S3Proxy rejects a conditional PUT before reading its body, and closes the connection. A client that
                // is still writing would see a broken connection instead of the 412, and retry. A body sent in one
                // piece avoids this.
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
