/**
 * How strong players are: {@link bout.standings.ratings.WengLin}, match by match, for ladders;
 * {@link bout.standings.ratings.EloFit}, from all matches at once, with intervals.
 */
package bout.standings.ratings;
