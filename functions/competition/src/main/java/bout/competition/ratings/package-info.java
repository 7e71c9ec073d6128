/**
 * How strong players are: {@link bout.competition.ratings.WengLin}, match by match, for ladders;
 * {@link bout.competition.ratings.EloFit}, from all matches at once, with intervals.
 */
package bout.competition.ratings;
