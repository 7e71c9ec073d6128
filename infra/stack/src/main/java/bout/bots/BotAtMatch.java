package bout.bots;

import bout.engine.HouseBot;
import bout.engine.Seat;
import java.util.Map;

/** A house bot at one seat of one match, with its memory. */
final class BotAtMatch {

    private final HouseBot house;
    private final String match;
    private final Seat seat;
    private HouseBot.Bot bot;
    private int lastTurn;

    BotAtMatch(HouseBot house, String match, Seat seat) {
        this.house = house;
        this.match = match;
        this.seat = seat;
        this.bot = house.at(seat, match);
    }

    /**
     * Handles one request at a time: a caller that timed out may ask again while the first request is still running.
     *
     * @param turn from 0, or {@code null} if unknown
     */
    synchronized Object answer(Map<String, Object> fields, Integer turn) {
        if (turn != null) {
            // The turn went back: the match restarted, so forget the earlier one.
            if (turn < lastTurn) {
                bot = house.at(seat, match);
            }
            lastTurn = turn;
        }
        return bot.answer(fields);
    }
}
