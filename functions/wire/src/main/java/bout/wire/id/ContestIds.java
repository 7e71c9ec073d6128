package bout.wire.id;

/** Makes the ids of contests: {@value #PREFIX} and the same kind of id as a match has, so they sort by time. */
public final class ContestIds {

    private static final String PREFIX = "con_";

    private final MatchIds ids;

    public ContestIds(MatchIds ids) {
        this.ids = ids;
    }

    public String next() {
        return PREFIX + ids.next();
    }

    public static boolean isId(String text) {
        return text != null && text.startsWith(PREFIX) && MatchIds.isId(text.substring(PREFIX.length()));
    }
}
