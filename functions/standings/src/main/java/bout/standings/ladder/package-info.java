/**
 * Ladders: the state computed from a journal ({@link bout.standings.ladder.Ladder}), the published files, and the
 * choice of the next matches.
 */
package bout.standings.ladder;
