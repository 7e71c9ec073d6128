/**
 * Running tournaments: which match comes next, given the earlier results, and the table so far. The same plan and
 * results always give the same next matches, so an interrupted tournament continues from its results alone.
 */
package bout.competition.tournament;
