/**
 * Who plays whom, from which seat and on which board. Players are numbered 0 to n - 1 in order of seed; 0 is expected
 * to be the strongest. Boards are numbered from 0; the same number always means the same board.
 */
package bout.competition.pairings;
