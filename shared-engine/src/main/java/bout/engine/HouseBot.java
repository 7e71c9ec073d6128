package bout.engine;

import java.util.Map;
import java.util.function.Function;

/**
 * A bot that is part of the engine. It gets the same requests as a bot with a URL and sends the same answers, so it
 * sees nothing that other bots do not see.
 *
 * @param name as in {@code house:NAME}
 * @param sentence how it plays, in one sentence
 * @param maker creates the bot for a seat of a match; the generator is its only source of random numbers
 */
public record HouseBot(String name, String sentence, Function<SeededRandom, Bot> maker) {

    /** A house bot at one seat of one match. It may keep state between moves. */
    public interface Bot {
        Object answer(Map<String, Object> fields);
    }

    /** How a house bot plays: from a request as the bots of a game see it to a move, without the forms of both. */
    public interface Strategy<V, M> {
        M choose(V view);
    }

    /** A bot with a strategy; the first function reads a request, the last writes a move as an answer. */
    public static <V, M> HouseBot of(
            String name,
            String sentence,
            Function<Plain, V> view,
            Function<SeededRandom, Strategy<V, M>> maker,
            Function<M, Object> answer) {
        return new HouseBot(name, sentence, random -> {
            Strategy<V, M> strategy = maker.apply(random);
            return fields -> answer.apply(strategy.choose(view.apply(Plain.of(fields))));
        });
    }

    /** Creates the bot for a seat of a match. The same seed and seat give a bot that plays the same. */
    public Bot at(Seat seat, String seed) {
        return maker.apply(SeededRandom.of(seed, "house bot at seat " + seat.number()));
    }
}
