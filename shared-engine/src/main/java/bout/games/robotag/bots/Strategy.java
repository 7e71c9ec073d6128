package bout.games.robotag.bots;

import bout.games.robotag.Step;

/** How a house bot plays. */
@FunctionalInterface
interface Strategy {
    Step choose(View view);
}
