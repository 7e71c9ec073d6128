package bout.engine;

import java.util.Map;
import java.util.function.Function;

/**
 * A bot that comes with the engine. It is sent what every other bot is sent and answers like them, so it has no
 * advantage over a bot with a URL.
 *
 * @param name its name behind {@code house:}
 * @param sentence how it plays
 * @param maker makes the bot for one seat of one match; all its randomness comes from the given generator
 */
public record HouseBot(String name, String sentence, Function<SeededRandom, Bot> maker) {

    /** A house bot at one seat of one match; it may remember what it likes between moves. */
    public interface Bot {
        /**
         * @param fields the fields of {@link Ask}
         * @return the answer as a plain value
         */
        Object answer(Map<String, Object> fields);
    }

    /** The bot for a seat of the match with that seed; the same seed and seat give the same bot. */
    public Bot at(Seat seat, String seed) {
        return maker.apply(SeededRandom.of(seed, "house bot at seat " + seat.number()));
    }
}
