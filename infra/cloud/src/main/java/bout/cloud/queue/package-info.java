/**
 * Queues in the process: {@link bout.cloud.queue.CloudQueues} is the client, a message queue the rules of one of them.
 */
package bout.cloud.queue;
