/**
 * A cloud in the process: a table, queues and a bucket that implement the AWS SDK's clients for what the product uses,
 * in memory or in a folder. {@link bout.cloud.Storage} is what the table and the queues keep their data in.
 */
package bout.cloud;
