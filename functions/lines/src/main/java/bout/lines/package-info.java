/** Asks connected bots for moves: requests to their lines, and a line of our own for the answers. */
package bout.lines;
