/** Plays matches: asks bots for their moves, over HTTP or in this process, and stores the results. */
package bout.runner;
