package bout.price;

/**
 * The prices of us-east-1 in US dollars, as of {@value #AS_OF}, without free tiers and discounts. Other regions cost up
 * to a third more.
 */
enum Price {
    WRITE_UNIT("DynamoDB write request unit (on demand, 1 KB)", 0.625e-6, Certainty.REPORTED),
    TABLE_GIGABYTE("DynamoDB storage, GB and month", 0.25, Certainty.REPORTED),
    BACKUP_GIGABYTE("DynamoDB point-in-time recovery, GB of the table and month", 0.20, Certainty.REPORTED),
    READ_UNIT("DynamoDB read request unit (on demand, 4 KB)", 0.125e-6, Certainty.REPORTED),
    LAMBDA_SECOND("Lambda GB-second (arm64)", 13.3334e-6, Certainty.REPORTED),
    LAMBDA_REQUEST("Lambda request", 0.20e-6, Certainty.REPORTED),
    API_REQUEST("HTTP API request (first 300 million a month)", 1.00e-6, Certainty.REPORTED),
    LINE_MESSAGE("WebSocket API message, 32 KB (first 1 billion a month)", 1.00e-6, Certainty.REPORTED),
    LINE_MINUTE("WebSocket API connection minute", 0.25e-6, Certainty.REPORTED),
    CDN_REQUEST("CloudFront HTTPS request (PriceClass_100)", 1.00e-6, Certainty.REPORTED),
    CDN_FUNCTION("CloudFront Functions invocation", 0.10e-6, Certainty.REPORTED),
    SCHEDULED_RUN("EventBridge Scheduler invocation", 1.00e-6, Certainty.REPORTED),
    QUEUE_REQUEST("SQS request, standard queue", 0.40e-6, Certainty.REPORTED),
    FIFO_REQUEST("SQS request, FIFO queue", 0.50e-6, Certainty.REPORTED),
    FILE_PUT("S3 PUT", 5.00e-6, Certainty.REPORTED),
    FILE_GIGABYTE("S3 storage, GB and month (first 50 TB)", 0.023, Certainty.REPORTED),
    FILE_GET("S3 GET", 0.40e-6, Certainty.REPORTED),
    LOG_GIGABYTE("CloudWatch Logs ingestion, GB", 0.50, Certainty.REPORTED),
    METRIC("CloudWatch custom metric, month", 0.30, Certainty.REPORTED),
    ALARM("CloudWatch alarm, for each metric in it, month", 0.10, Certainty.REPORTED),
    DASHBOARD("CloudWatch dashboard, month", 3.00, Certainty.REPORTED),
    SECRET("Secrets Manager secret, month", 0.40, Certainty.UNCONFIRMED),
    KEY("KMS key, month", 1.00, Certainty.PUBLISHED),
    KEY_REQUEST("KMS request", 3.00e-6, Certainty.REPORTED),
    CDN_GIGABYTE("CloudFront transfer to viewers, GB (first 10 TB)", 0.085, Certainty.PUBLISHED),
    EGRESS_GIGABYTE("Lambda transfer to the internet, GB (first 10 TB)", 0.09, Certainty.REPORTED);

    static final String AS_OF = "November 2026";

    /** How sure a price is. Only a bill is certain. */
    enum Certainty {
        /** On a stored copy of a page of AWS. */
        PUBLISHED("AWS"),
        /** Given by several independent pages of 2025 and 2026. */
        REPORTED("several pages"),
        /** Known, but not looked up. */
        UNCONFIRMED("not looked up");

        final String text;

        Certainty(String text) {
            this.text = text;
        }
    }

    final String text;
    final double dollars;
    final Certainty certainty;

    Price(String text, double dollars, Certainty certainty) {
        this.text = text;
        this.dollars = dollars;
        this.certainty = certainty;
    }
}
