/**
 * Who plays whom, and the meaning of the results: pairings, tables, ratings and comparisons.
 *
 * <p>Everything is pure: results depend only on the arguments and their order, never on a clock, on I/O or on a hash
 * order. Lots are drawn from {@link bout.engine.SeededRandom} with a seed that the caller chooses. Stored numbers are
 * computed with {@link java.lang.StrictMath}, so every machine gets the same bits.
 */
package bout.competition;
