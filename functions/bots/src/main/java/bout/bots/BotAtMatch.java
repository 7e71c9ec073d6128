package bout.bots;

import bout.engine.HouseBot;
import bout.engine.Seat;
import java.util.Map;

/** A house bot at one seat of one match, and what it remembers of it. */
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
     * One question at a time: a caller that gave up may ask again while the first is still being thought about.
     *
     * @param turn from 0, or {@code null} where it is not known
     */
    synchronized Object answer(Map<String, Object> fields, Integer turn) {
        if (turn != null) {
            // An earlier turn than before: the match is played anew, and what the bot remembers is not of this one.
            if (turn < lastTurn) {
                bot = house.at(seat, match);
            }
            lastTurn = turn;
        }
        return bot.answer(fields);
    }
}
