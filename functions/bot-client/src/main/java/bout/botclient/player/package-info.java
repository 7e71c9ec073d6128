/** The players at the seats, their requests and their answers, for every kind of bot. */
package bout.botclient.player;
