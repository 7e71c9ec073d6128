/** Who sits at a seat, what it is asked and what it replies, wherever it is. */
package bout.botclient.player;
