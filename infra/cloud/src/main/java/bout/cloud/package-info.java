/**
 * A cloud in the process: a table, queues and a bucket that implement the AWS SDK's clients for what the product uses,
 * in memory or in a folder.
 */
package bout.cloud;
