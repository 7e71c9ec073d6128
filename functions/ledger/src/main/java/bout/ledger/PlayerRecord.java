package bout.ledger;

import java.util.Objects;

/**
 * Who plays at a seat: a house bot, or the bot behind a URL.
 *
 * @param name as people see it
 * @param house the house bot's name, or {@code null} for a bot with a URL
 * @param url where the bot is called, or {@code null} for a house bot. It is its owner's secret: only the runner reads
 *     it, and no answer, replay or log may show it
 */
public record PlayerRecord(String name, String house, String url) {

    public PlayerRecord {
        Objects.requireNonNull(name, "a player has a name");
        if ((house == null) == (url == null)) {
            throw new IllegalArgumentException("a player is either a house bot or a URL; \"" + name + "\" is "
                    + (house == null ? "neither" : "both"));
        }
    }

    public static PlayerRecord house(String name, String house) {
        return new PlayerRecord(name, house, null);
    }

    public static PlayerRecord url(String name, String url) {
        return new PlayerRecord(name, null, url);
    }

    /** Without the URL, because records end up in logs. */
    @Override
    public String toString() {
        return "PlayerRecord[name=" + name + (house == null ? ", url=(secret)]" : ", house=" + house + "]");
    }
}
