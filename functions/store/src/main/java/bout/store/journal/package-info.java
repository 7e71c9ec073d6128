/** The journals of results, and what is computed from them: ladder runs, snapshots and published standings. */
package bout.store.journal;
