/**
 * AWS on one machine: creates the resources of template.yaml on local substitutes for DynamoDB, S3 and SQS. Used by the
 * local stack and by tests.
 */
package bout.embedded;
