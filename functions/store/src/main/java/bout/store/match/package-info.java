/** Matches from queued to finished. Start with {@link bout.store.match.Matches}. */
package bout.store.match;
