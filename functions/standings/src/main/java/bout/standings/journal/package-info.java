/** The function that writes the results of tournaments and ladders into their journals. */
package bout.standings.journal;
