/** The one table: its keys, reads, conditional writes and transactions. Knows nothing of what is stored. */
package bout.store.table;
