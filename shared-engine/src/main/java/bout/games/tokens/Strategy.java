package bout.games.tokens;

/** How a house bot plays. */
@FunctionalInterface
interface Strategy {
    Move choose(View view);
}
