/** Tournaments, except their results, which are in journals. */
package bout.store.tournament;
