package bout.engine;

/** How a game's original ran its tournament: a round robin of the game follows it where nobody says otherwise. */
public enum TournamentStyle {
    /** In rounds, in each of which nobody plays twice; wins decide. Also for a game whose original had no tournament. */
    WINS_IN_ROUNDS,
    /** Every ordered pair, by the first player and then by the second: (0,1), (0,2) .. (1,0), (1,2) ..; scores add up. */
    SCORES_OF_ORDERED_PAIRS
}
