/**
 * Who plays whom, from which seat and on which board. Players are 0 to n - 1, in the order of their seeding: 0 is the
 * strongest, as far as is known. Boards are numbered from 0, and whoever draws them draws the same board for the same
 * number.
 */
package bout.standings.pairings;
