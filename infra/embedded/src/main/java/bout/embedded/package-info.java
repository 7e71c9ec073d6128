/** AWS on one machine: creates the resources of template.yaml on local substitutes for DynamoDB, S3 and SQS. */
package bout.embedded;
