package bout.games.tokens.bots;

import bout.games.tokens.Move;

/** How a house bot plays. */
@FunctionalInterface
interface Strategy {
    Move choose(View view);
}
