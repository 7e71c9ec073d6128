package bout.store.match;

import bout.wire.id.IdKind;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The player at a seat: a house bot, a registered bot, or a bot with a URL.
 *
 * @param house the house bot's name, or {@code null} for a bot with a URL
 * @param url where the bot is called, or {@code null} for a house bot. It is secret: only the runner reads it, and no
 *     response, replay or log may show it
 * @param bot the id of a registered bot, or {@code null} for others. Its URL is not stored with the match: the runner
 *     reads it when it plays
 * @param code the SHA-256 of the code that a published bot had when the match or the tournament was created, and plays
 *     it with, whatever its owner publishes meanwhile; {@code null} for others
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlayerRecord(String name, String house, String url, String bot, String code) {

    /** Before the name of a house bot in its {@link #key}. */
    public static final String HOUSE = "house:";

    /** The name of each bot of a person who has been erased. */
    public static final String ERASED = "erased bot";

    private static final String URL_KEY = "url:";

    /** No host has this name. */
    private static final String ERASED_URL = "https://erased.invalid/";

    public PlayerRecord {
        Objects.requireNonNull(name, "a player has a name");
        if (Stream.of(house, url, bot).filter(Objects::nonNull).count() != 1) {
            throw new IllegalArgumentException(
                    "a player is one of house bot, URL and registered bot; \"" + name + "\" is none or several");
        }
        if (bot != null && !IdKind.BOT.is(bot)) {
            throw new IllegalArgumentException("not a bot's id: " + bot);
        }
        if (code != null && bot == null) {
            throw new IllegalArgumentException("only a registered bot has code; \"" + name + "\" is none");
        }
    }

    public static PlayerRecord house(String name, String house) {
        return new PlayerRecord(name, house, null, null, null);
    }

    public static PlayerRecord url(String name, String url) {
        return new PlayerRecord(name, null, url, null, null);
    }

    public static PlayerRecord registered(String name, String bot, String code) {
        return new PlayerRecord(name, null, null, bot, code);
    }

    /** The player without what a person has chosen: its name, and its URL, if it has one. */
    public PlayerRecord erased() {
        return house != null
                ? house(house, house)
                : url != null ? url(ERASED, ERASED_URL) : registered(ERASED, bot, code);
    }

    /**
     * Identifies the player in standings: the id of a registered bot, or {@code house:} or {@code url:} and the name.
     */
    public String key() {
        return bot != null ? bot : house != null ? HOUSE + house : URL_KEY + name;
    }

    /** The key of a player of a person who has been erased: without the name, if it has one. */
    public static String erasedKey(String key) {
        return key.startsWith(URL_KEY) ? URL_KEY + ERASED : key;
    }

    /** The name for people, as on the site: of a house bot without a name of its own {@link #shownHouse}. */
    public String shownName() {
        return name.equals(house) ? shownHouse(house) : name;
    }

    /** The name for people of a house bot, as on the site: "Best per step" for {@code best-per-step}. */
    public static String shownHouse(String house) {
        String words = house.replace('-', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** The player as everybody may see it, without the URL: {@code name}, and {@code house} or {@code bot}. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", name);
        if (house != null) {
            plain.put("house", house);
        }
        if (bot != null) {
            plain.put("bot", bot);
        }
        return plain;
    }

    /** Without the URL, because records end up in logs. */
    @Override
    public String toString() {
        return "PlayerRecord[name=" + name
                + (house != null ? ", house=" + house + "]" : bot != null ? ", bot=" + bot + "]" : ", url=(secret)]");
    }
}
