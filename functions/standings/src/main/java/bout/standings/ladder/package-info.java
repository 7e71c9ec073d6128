/**
 * The ladders: what follows from the journal of one ({@link bout.standings.ladder.Ladder}), the files that tell of it, and
 * which matches it needs next.
 */
package bout.standings.ladder;
