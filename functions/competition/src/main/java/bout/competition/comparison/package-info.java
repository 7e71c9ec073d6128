/**
 * Which of two players is stronger, from pairs of matches on the same board with swapped seats: a sequential test, and
 * the difference in Elo with its uncertainty.
 */
package bout.competition.comparison;
