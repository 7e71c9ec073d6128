package bout.store.access;

import bout.store.table.ConditionalWrite.Written;
import bout.store.table.Item;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TablePut;
import bout.wire.BearerToken;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The access tokens. The table stores only a hash of each, from which nobody can recover the token.
 *
 * <p>{@code pk} = {@code token#ID}, {@code sk} = {@code token}. ID is {@code BearerToken.id}: it can be computed from
 * the token, but not the other way round. Besides a {@link TokenRecord} the item has {@code list} (always
 * {@code tokens}: a partition of the index) and {@code hash} (SHA-256 of the token).
 */
public final class AccessTokens {

    private final Table table;
    private final Clock clock;
    private final RandomGenerator random;

    public AccessTokens(Table table, Clock clock) {
        this(table, clock, new SecureRandom());
    }

    public AccessTokens(Table table, Clock clock, RandomGenerator random) {
        this.table = table;
        this.clock = clock;
        this.random = random;
    }

    /** A token that was just created; it is shown once, and cannot be read again. */
    public record Issued(TokenRecord record, BearerToken token) {}

    public Issued issue(String name, Scope scope) {
        Issued issued = drawn(name, scope, null, Quotas.NONE);
        Written written = put(issued).write();
        if (!written.done()) {
            SecretItem.checkOwn(written.item(), issued.token().hash());
        }
        return issued;
    }

    Issued drawn(String name, Scope scope, String invitation, Quotas quotas) {
        BearerToken token = BearerToken.draw(random);
        return new Issued(new TokenRecord(token.id(), name, scope, clock.instant(), null, invitation, quotas), token);
    }

    TablePut put(Issued issued) {
        return table.put(TableLayout.tokenKey(issued.record().id()))
                .set(issued.record())
                .set(TableLayout.LIST, TableLayout.TOKENS)
                .set(TableLayout.HASH, issued.token().hash())
                .ifAbsent();
    }

    /** The record of a token, if there is one; it may be revoked. */
    public Optional<TokenRecord> find(BearerToken token) {
        return table.item(TableLayout.tokenKey(token.id()))
                .filter(item -> SecretItem.hasHash(item, token.hash()))
                .map(AccessTokens::record);
    }

    /** Whether this is the id of a token that has been revoked. The name of a caller without a token is not. */
    public boolean isRevoked(String owner) {
        return BearerToken.isId(owner)
                && table.item(TableLayout.tokenKey(owner))
                        .filter(item -> item.has(TableLayout.REVOKED_AT))
                        .isPresent();
    }

    /** All tokens, including revoked ones, newest first. The index follows the table within a fraction of a second. */
    public List<TokenRecord> list() {
        return SecretItem.newest(table, TableLayout.TOKENS).stream()
                .map(AccessTokens::record)
                .toList();
    }

    /** Revokes a token for good; a second time has no effect. */
    public Optional<TokenRecord> revoke(String id) {
        return BearerToken.isId(id)
                ? SecretItem.revoke(table, TableLayout.tokenKey(id), clock.instant())
                        .map(AccessTokens::record)
                : Optional.empty();
    }

    static TokenRecord record(Item item) {
        return item.as(TokenRecord.class);
    }

    /**
     * A token as the table stores it, without the token itself.
     *
     * @param id identifies the token, and the owner of what is created with it
     * @param scope what it allows; never {@link Scope#ANONYMOUS}
     * @param revokedAt when it was revoked, or {@code null}. All times are cut to whole milliseconds
     * @param invitation the id of the invitation that it was issued with, or {@code null}
     */
    public record TokenRecord(
            String id,
            String name,
            Scope scope,
            Instant createdAt,
            Instant revokedAt,
            String invitation,
            Quotas quotas) {

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

    /**
     * What a token may have less of than the deployment allows; {@code null} = as much as the deployment allows.
     *
     * @param openMatches matches queued or running at once
     * @param matchesPerDay matches created per day (UTC)
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Quotas(Integer bots, Integer openMatches, Integer matchesPerDay) {

        public static final Quotas NONE = new Quotas(null, null, null);

        public Quotas {
            if (isBelowOne(bots) || isBelowOne(openMatches) || isBelowOne(matchesPerDay)) {
                throw new IllegalArgumentException("a quota is at least 1: bots " + bots + ", open matches "
                        + openMatches + ", matches per day " + matchesPerDay);
            }
        }

        private static boolean isBelowOne(Integer quota) {
            return quota != null && quota < 1;
        }

        /**
         * The smaller of the deployment's limit and a token's quota, so that a quota only ever takes something away.
         *
         * @param deployed the deployment's limit; 0 = no limit
         * @return 0 = no limit
         */
        public static int least(int deployed, Integer quota) {
            return Optional.ofNullable(quota)
                    .map(own -> deployed == 0 ? own : Math.min(deployed, own))
                    .orElse(deployed);
        }
    }
}
