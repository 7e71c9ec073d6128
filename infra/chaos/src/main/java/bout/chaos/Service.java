package bout.chaos;

import java.nio.charset.StandardCharsets;

/** The services that functions call, with the format of their errors. */
enum Service {
    DYNAMODB(
            "DynamoDB",
            "application/x-amz-json-1.0",
            json("com.amazonaws.dynamodb.v20120810#InternalServerError"),
            400,
            json("com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException")),
    S3("S3", "application/xml", xml("InternalError"), 503, xml("SlowDown")),
    SQS(
            "SQS",
            "application/x-amz-json-1.0",
            json("com.amazonaws.sqs#InternalFailure"),
            403,
            json("com.amazonaws.sqs#RequestThrottled"));

    private final String title;
    private final String contentType;
    private final byte[] internalError;
    private final int throttlingStatus;
    private final byte[] throttling;

    Service(String title, String contentType, byte[] internalError, int throttlingStatus, byte[] throttling) {
        this.title = title;
        this.contentType = contentType;
        this.internalError = internalError;
        this.throttlingStatus = throttlingStatus;
        this.throttling = throttling;
    }

    /** The display name. */
    String title() {
        return title;
    }

    String contentType() {
        return contentType;
    }

    /** The body of an answer with status 500. */
    byte[] internalError() {
        return internalError;
    }

    int throttlingStatus() {
        return throttlingStatus;
    }

    byte[] throttling() {
        return throttling;
    }

    private static byte[] json(String type) {
        return ("{\"__type\":\"" + type + "\",\"message\":\"injected\"}").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] xml(String code) {
        return ("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code
                        + "</Code><Message>injected</Message></Error>")
                .getBytes(StandardCharsets.UTF_8);
    }
}
