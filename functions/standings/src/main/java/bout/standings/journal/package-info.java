/** The journals of competitions: the function that writes finished matches into them, and ladders read from them. */
package bout.standings.journal;
