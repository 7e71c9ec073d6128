/** The function that writes the results of tournaments and ladders to their journals. */
package bout.standings.journal;
