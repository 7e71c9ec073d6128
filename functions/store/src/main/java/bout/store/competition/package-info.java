/** What a match may count for: a tournament or a ladder. */
package bout.store.competition;
