package bout.games.iceandfire;

/** What can stand on a cell; the ordinal is the type's number in the original's text form. */
public enum Building {
    HQ,
    MINE,
    TOWER
}
