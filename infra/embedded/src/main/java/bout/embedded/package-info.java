/**
 * AWS on one machine: what template.yaml says, made on stand-ins for DynamoDB, S3 and SQS. For the local stack and for
 * tests.
 */
package bout.embedded;
