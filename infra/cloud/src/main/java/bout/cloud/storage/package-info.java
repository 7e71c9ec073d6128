/** Ordered maps in memory or in a file, which the table and the queues keep their data in. */
package bout.cloud.storage;
