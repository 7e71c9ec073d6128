package bout.botclient;

import bout.engine.Ask;
import bout.engine.GameCard;
import bout.engine.Seat;

/**
 * One move that a player is asked for.
 *
 * @param match the match's id
 * @param game what the game says about itself
 * @param turn from 0
 * @param ask what the bot is sent
 * @param timeLimit how long the bot may take, in milliseconds
 * @param startBefore when the call must have begun, on the clock of {@link System#nanoTime}; a call that still waits for
 *     its turn at a busy host then is not made
 */
public record MoveRequest(String match, GameCard game, Seat seat, int turn, Ask ask, int timeLimit, long startBefore) {}
