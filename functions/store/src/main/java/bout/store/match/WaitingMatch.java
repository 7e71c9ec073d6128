package bout.store.match;

import java.util.Set;

/**
 * A match that waits for a runner, as its message says it.
 *
 * @param id what the message calls the match; not checked
 * @param owner whose limit of running matches counts for it, or {@code null} if it has none
 */
public record WaitingMatch(String id, String owner) {

    private static final String SEPARATOR = " ";

    public static WaitingMatch read(String text) {
        int end = text.indexOf(SEPARATOR);
        return end < 0
                ? new WaitingMatch(text, null)
                : new WaitingMatch(text.substring(0, end), text.substring(end + SEPARATOR.length()));
    }

    /** @param quotasOf in whose quotas it counts; its owner has limits if it is one of them */
    public static WaitingMatch of(MatchRecord match, Set<String> quotasOf) {
        String owner = match.origin().owner();
        return of(match, owner != null && quotasOf.contains(owner));
    }

    /** @param limited whether its owner has limits, so that the match counts in a quota */
    public static WaitingMatch of(MatchRecord match, boolean limited) {
        return new WaitingMatch(match.id(), limited ? match.origin().owner() : null);
    }

    /** The message's text: the id, and after a space the owner if there is one. */
    public String text() {
        return owner == null ? id : id + SEPARATOR + owner;
    }
}
