package bout.games.iceandfire.bots;

/** How a house bot plays: it gives its orders through the view. */
@FunctionalInterface
interface Strategy {
    void order(View view);
}
