package bout.store.access;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * An invitation as the table stores it, without its secret.
 *
 * @param name says whom it is for
 * @param quotas what those who join get less of than others
 * @param expiresAt from when on nobody joins with it
 * @param revokedAt when it was revoked, or {@code null}. All times are cut to whole milliseconds
 */
public record InvitationRecord(
        String id,
        String name,
        int uses,
        int used,
        Quotas quotas,
        Instant createdAt,
        Instant expiresAt,
        Instant revokedAt) {

    public static final int MOST_USES = 10_000;
    public static final int MOST_DAYS = 365;

    public InvitationRecord {
        Objects.requireNonNull(name, "an invitation has a name");
        if (!InvitationSecret.isId(id)) {
            throw new IllegalArgumentException("not the id of an invitation: " + id);
        }
        if (uses < 1 || uses > MOST_USES || used < 0 || used > uses) {
            throw new IllegalArgumentException("the invitation " + id + " was used " + used + " of " + uses + " times");
        }
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
        expiresAt = expiresAt.truncatedTo(ChronoUnit.MILLIS);
        revokedAt = revokedAt == null ? null : revokedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public boolean revoked() {
        return revokedAt != null;
    }
}
