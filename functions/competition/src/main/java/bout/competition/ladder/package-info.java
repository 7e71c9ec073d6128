/**
 * Ladders: the state computed from a journal ({@link bout.competition.ladder.Ladder}), the published files, and the
 * choice of the next matches.
 */
package bout.competition.ladder;
