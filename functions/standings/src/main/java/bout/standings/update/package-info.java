/**
 * The function that updates standings: reads the new results of a journal, starts the next matches of a tournament, and
 * publishes what has changed. The pure packages make the decisions; this package reads and writes.
 */
package bout.standings.update;
