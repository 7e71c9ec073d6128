package bout.standings.ladder;

/**
 * Who may be on a ladder, as people see it now.
 *
 * @param key {@code bot_ID} or {@code house:NAME}
 * @param name the bot's, or that of the house bot
 * @param house whether it is a house bot
 */
public record Participant(String key, String name, boolean house) {

    private static final String HOUSE = "house:";

    /** A house bot of that name. */
    public static Participant house(String name) {
        return new Participant(HOUSE + name, name, true);
    }

    /** A registered bot. */
    public static Participant registered(String id, String name) {
        return new Participant(id, name, false);
    }

    /** What its page is called: {@code bot_ID} or, since each game has its own, {@code GAME.house.NAME}. */
    public static String page(String game, String key) {
        return key.startsWith(HOUSE) ? game + ".house." + key.substring(HOUSE.length()) : key;
    }
}
