package bout.games.robotag;

/** How a house bot plays. */
@FunctionalInterface
interface Strategy {
    Step choose(View view);
}
