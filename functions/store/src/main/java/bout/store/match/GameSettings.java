package bout.store.match;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Which game is played, and how: of one match, or of all matches of a tournament. Its JSON form is part of the API's
 * answers.
 *
 * @param options a plain value for each option of the game
 * @param timeLimit how long a bot may take for an answer, in ms, or {@code null} for the game's own limits
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GameSettings(@JsonProperty("game") String id, Map<String, Object> options, Integer timeLimit) {

    public GameSettings {
        Objects.requireNonNull(id, "a match is played of a game");
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    public static GameSettings of(String id) {
        return new GameSettings(id, Map.of(), null);
    }

    public GameSettings withOptions(Map<String, Object> chosen) {
        return new GameSettings(id, chosen, timeLimit);
    }

    /** @param ms {@code null} for the game's own limits */
    public GameSettings withTimeLimit(Integer ms) {
        return new GameSettings(id, options, ms);
    }
}
