package bout.store.access;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * What the table knows of a token; the token itself it does not know.
 *
 * @param id what the token is known by; also the owner of what is made with it
 * @param name what it is for, as people see it
 * @param scope what it allows; never {@link Scope#ANONYMOUS}
 * @param revokedAt since when it has not counted any more, or {@code null}. All times are cut to whole milliseconds
 */
public record TokenRecord(String id, String name, Scope scope, Instant createdAt, Instant revokedAt) {

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
    }

    public boolean revoked() {
        return revokedAt != null;
    }
}
