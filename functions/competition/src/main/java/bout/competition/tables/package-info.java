/** Tables of tournaments: summed results, rankings and tie-breaks. */
package bout.competition.tables;
