package bout.engine;

/** How the original of a game ran its tournaments. A round robin uses this style unless it asks for another one. */
public enum TournamentStyle {
    /** Rounds in which nobody plays twice; wins decide. Also the style of games whose original had no tournaments. */
    WINS_IN_ROUNDS,
    /** All ordered pairs, sorted: (0,1), (0,2), ..., (1,0), (1,2), ...; the sum of the scores decides. */
    SCORES_OF_ORDERED_PAIRS
}
