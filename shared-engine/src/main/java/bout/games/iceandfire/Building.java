package bout.games.iceandfire;

/** The types of buildings. The ordinal is the number of the type in the original's text format. */
public enum Building {
    HQ,
    MINE,
    TOWER
}
