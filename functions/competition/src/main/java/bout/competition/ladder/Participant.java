package bout.competition.ladder;

/** A player who may appear on a ladder, as shown now. Its key is {@code bot_ID} or {@code house:NAME}. */
public record Participant(String key, String name, boolean house) {

    private static final String HOUSE = "house:";

    public static Participant house(String name) {
        return new Participant(HOUSE + name, name, true);
    }

    public static Participant registered(String id, String name) {
        return new Participant(id, name, false);
    }

    /** The name of its page: {@code bot_ID} or, because each game has its own house bots, {@code GAME.house.NAME}. */
    public static String page(String game, String key) {
        return key.startsWith(HOUSE) ? game + ".house." + key.substring(HOUSE.length()) : key;
    }
}
