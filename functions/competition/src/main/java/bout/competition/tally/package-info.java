/** How bots answered in a match: counts of calls and failures, and a histogram of their times. */
package bout.competition.tally;
