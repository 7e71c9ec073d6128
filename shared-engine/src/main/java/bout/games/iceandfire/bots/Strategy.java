package bout.games.iceandfire.bots;

/** How a house bot plays: it enters its orders into the view. */
@FunctionalInterface
interface Strategy {
    void order(View view);
}
