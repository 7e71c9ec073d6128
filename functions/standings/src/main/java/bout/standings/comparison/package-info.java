/**
 * Which of two players is stronger, from pairs of matches on the same board with swapped seats: a sequential test, the
 * difference in Elo, and how sure it is.
 */
package bout.standings.comparison;
