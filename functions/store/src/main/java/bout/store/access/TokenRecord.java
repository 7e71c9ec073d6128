package bout.store.access;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * A token as the table stores it, without the token itself.
 *
 * @param id identifies the token, and the owner of what is created with it
 * @param scope what it allows; never {@link Scope#ANONYMOUS}
 * @param revokedAt when it was revoked, or {@code null}. All times are cut to whole milliseconds
 * @param invitation the id of the invitation that it was issued with, or {@code null}
 */
public record TokenRecord(
        String id, String name, Scope scope, Instant createdAt, Instant revokedAt, String invitation, Quotas quotas) {

    public TokenRecord {
        Objects.requireNonNull(name, "a token has a name");
        if (!BearerToken.isId(id)) {
            throw new IllegalArgumentException("not the id of a token: " + id);
        }
        if (scope == Scope.ANONYMOUS) {
            throw new IllegalArgumentException("the token " + id + " would allow nothing");
        }
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
        revokedAt = revokedAt == null ? null : revokedAt.truncatedTo(ChronoUnit.MILLIS);
        Objects.requireNonNull(quotas, "a token has quotas, if only none");
    }

    public TokenRecord(String id, String name, Scope scope, Instant createdAt, Instant revokedAt) {
        this(id, name, scope, createdAt, revokedAt, null, Quotas.NONE);
    }

    public boolean revoked() {
        return revokedAt != null;
    }
}
