/**
 * How strong players are: {@link bout.standings.ratings.WengLin}, match by match, for ladders; and
 * {@link bout.standings.ratings.EloFit}, of all matches at once, with intervals.
 */
package bout.standings.ratings;
