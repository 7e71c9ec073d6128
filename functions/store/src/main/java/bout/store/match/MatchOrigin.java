package bout.store.match;

import bout.competition.journal.Competition;
import bout.store.webhook.WebhookTarget;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Who started a match, and for what. It never changes.
 *
 * @param owner the id of a token, or the name of a caller that has none; {@code null} if unknown
 * @param webhook where a webhook is sent when the match ends, or {@code null}; never for a match with a competition
 * @param competition what the match counts for besides itself, or {@code null}
 * @param hidden {@code true} for a match of a private tournament or with a private bot, which only its owner may see;
 *     otherwise {@code null}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MatchOrigin(String owner, WebhookTarget webhook, Competition competition, Boolean hidden) {

    /** Nobody is known to have started it. */
    public static final MatchOrigin UNKNOWN = new MatchOrigin(null, null, null);

    public MatchOrigin {
        if (webhook != null && competition != null) {
            throw new IllegalArgumentException("no webhook is sent for a match with a competition: " + competition);
        }
    }

    public MatchOrigin(String owner, WebhookTarget webhook, Competition competition) {
        this(owner, webhook, competition, null);
    }

    /** Whether only its owner may see the match. */
    public boolean seenByOwnerOnly() {
        return Boolean.TRUE.equals(hidden);
    }

    public static MatchOrigin owner(String owner) {
        return new MatchOrigin(owner, null, null);
    }

    public static MatchOrigin competition(Competition competition) {
        return new MatchOrigin(null, null, competition);
    }
}
