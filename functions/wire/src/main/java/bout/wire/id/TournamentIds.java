package bout.wire.id;

/** Makes the ids of tournaments: {@value #PREFIX} and the same kind of id as a match has, so they sort by time. */
public final class TournamentIds {

    private static final String PREFIX = "trn_";

    private final MatchIds ids;

    public TournamentIds(MatchIds ids) {
        this.ids = ids;
    }

    public String next() {
        return PREFIX + ids.next();
    }

    public static boolean isId(String text) {
        return text != null && text.startsWith(PREFIX) && MatchIds.isId(text.substring(PREFIX.length()));
    }
}
