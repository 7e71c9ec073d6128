/**
 * Tournaments as they are played: which match is next, given what came of those before, and the table so far. The same
 * plan and results always lead to the same next matches, so a tournament that was stopped goes on from its results alone.
 */
package bout.standings.tournament;
