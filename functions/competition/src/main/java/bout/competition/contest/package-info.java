/**
 * Contests: people enter bots until a deadline, then stages are played, each a tournament. All of a contest follows
 * from its plan and its journal.
 */
package bout.competition.contest;
