/** Matches from queued to finished, with their replays and checkpoints. {@link bout.store.match.Matches} is the entry. */
package bout.store.match;
