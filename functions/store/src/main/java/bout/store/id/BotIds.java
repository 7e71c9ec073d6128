package bout.store.id;

/** Hands out the ids of registered bots: {@value #PREFIX} and an id such as a match has, so they sort by time. */
public final class BotIds {

    private static final String PREFIX = "bot_";

    private final MatchIds ids;

    /** @param ids what makes the part behind the prefix */
    public BotIds(MatchIds ids) {
        this.ids = ids;
    }

    public String next() {
        return PREFIX + ids.next();
    }

    /** Whether the text has the form of an id. */
    public static boolean isId(String text) {
        return text != null && text.startsWith(PREFIX) && MatchIds.isId(text.substring(PREFIX.length()));
    }
}
