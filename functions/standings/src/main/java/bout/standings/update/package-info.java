/**
 * The function that brings standings up to date: reads the results that a journal has meanwhile, begins the matches that
 * may come next, and publishes what has changed. What it decides, the pure packages decide; here is what reads and writes.
 */
package bout.standings.update;
