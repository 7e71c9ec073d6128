/** Plays matches: asks bots for their moves, over HTTP or in this process. */
package bout.runner;
