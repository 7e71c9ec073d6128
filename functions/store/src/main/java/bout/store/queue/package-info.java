/** The queues between the functions. */
package bout.store.queue;
