package bout.wire.id;

/**
 * The kinds of things that have ids: a prefix tells it. The rest is the same kind of id as a match has, so all sort by
 * time.
 */
public enum IdKind {
    BOT("bot_"),
    CONTEST("con_"),
    OWNER("own_"),
    TOURNAMENT("trn_");

    private final String prefix;

    IdKind(String prefix) {
        this.prefix = prefix;
    }

    public String next(MatchIds ids) {
        return of(ids.next());
    }

    /** @param id as of a match */
    public String of(String id) {
        return prefix + id;
    }

    public boolean is(String text) {
        return text != null && text.startsWith(prefix) && MatchIds.isId(text.substring(prefix.length()));
    }
}
