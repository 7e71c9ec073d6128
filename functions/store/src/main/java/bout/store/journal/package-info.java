/** The journals of results, and the values computed from them: ladder runs, snapshots and published standings. */
package bout.store.journal;
