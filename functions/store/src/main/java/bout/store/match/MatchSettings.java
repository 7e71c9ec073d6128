package bout.store.match;

import java.util.List;
import java.util.Objects;

/**
 * What is played in a match, and by whom. It never changes.
 *
 * @param players seat 1, then seat 2
 * @param seed the text from which the match's random numbers are drawn
 */
public record MatchSettings(GameSettings game, List<PlayerRecord> players, String seed) {

    public MatchSettings {
        Objects.requireNonNull(game, "a match is played of a game");
        Objects.requireNonNull(seed, "a match has a seed");
        players = List.copyOf(players);
        if (players.size() != 2) {
            throw new IllegalArgumentException("a match has two players, not " + players.size());
        }
    }
}
