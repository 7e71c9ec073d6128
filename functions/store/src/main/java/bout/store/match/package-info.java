/** Matches from queued to finished, with their replays and checkpoints. Start with {@link bout.store.match.Matches}. */
package bout.store.match;
