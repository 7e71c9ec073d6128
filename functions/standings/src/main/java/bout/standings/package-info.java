/**
 * Who plays whom, and what the results say: pairings, tables, ratings and comparisons.
 *
 * <p>All of it is pure, but for the packages of the functions around it: what comes out follows from the arguments, in their
 * order. There is no clock here, no I/O and no order of a hash, and what is drawn by lot is drawn from
 * {@link bout.engine.SeededRandom} by a seed that the caller names. Numbers that are stored use
 * {@link java.lang.StrictMath}, so that every machine finds the same bits.
 */
package bout.standings;
