package bout.wire.id;

/** Makes the ids of owners: {@value #PREFIX} and the same kind of id as a match has, so they sort by time. */
public final class OwnerIds {

    private static final String PREFIX = "own_";

    private final MatchIds ids;

    public OwnerIds(MatchIds ids) {
        this.ids = ids;
    }

    public String next() {
        return PREFIX + ids.next();
    }

    public static boolean isId(String text) {
        return text != null && text.startsWith(PREFIX) && MatchIds.isId(text.substring(PREFIX.length()));
    }
}
