/** Who is ahead: results added up, rankings and tie-breaks. */
package bout.standings.tables;
