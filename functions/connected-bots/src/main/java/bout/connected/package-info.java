/** Asks connected bots for moves: requests to their connections, and a connection of our own for the answers. */
package bout.connected;
