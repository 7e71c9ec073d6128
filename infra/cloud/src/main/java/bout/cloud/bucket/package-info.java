/**
 * Buckets in the process: {@link bout.cloud.bucket.CloudBucket} is the client; objects are in memory or in a folder.
 */
package bout.cloud.bucket;
