package bout.store.access;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * The access tokens. The table stores only a hash of each, from which nobody can recover the token.
 *
 * <p>Safe for use by many threads. The actions that a function must be allowed: {@link #issue} {@code PutItem},
 * {@link #find} {@code GetItem}, {@link #revoke} {@code UpdateItem}, {@link #list} {@code Query} of the index.
 *
 * <p>{@code pk} = {@code token#ID}, {@code sk} = {@code token}.
 *
 * <p>ID is {@code BearerToken.id}: it can be computed from the token, but not the other way round. Attributes:
 * {@code id}, {@code list} (always {@code tokens}: a partition of the index), {@code name}, {@code scope}, {@code hash}
 * (SHA-256 of the token), {@code createdAt}, and {@code revokedAt} when it has been revoked (ms since 1970).
 */
public final class AccessTokens {

    private final Table table;
    private final Clock clock;
    private final RandomGenerator random;

    public AccessTokens(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.random = new SecureRandom();
    }

    /**
     * A token that was just created.
     *
     * @param token shown once, to whoever created it; it cannot be read again
     */
    public record Issued(TokenRecord record, BearerToken token) {}

    /** Creates a token. */
    public Issued issue(String name, Scope scope) {
        BearerToken token = BearerToken.draw(random);
        TokenRecord record = new TokenRecord(token.id(), name, scope, clock.instant(), null);
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.tokenKey(record.id()));
        item.put(TableLayout.ID, text(record.id()));
        item.put(TableLayout.LIST, text(TableLayout.TOKENS));
        item.put(TableLayout.NAME, text(record.name()));
        item.put(TableLayout.SCOPE, text(record.scope().code()));
        item.put(TableLayout.HASH, text(token.hash()));
        item.put(TableLayout.CREATED_AT, number(record.createdAt().toEpochMilli()));
        try {
            table.put(item).ifAbsent().itemIfRefused().write();
        } catch (ConditionalCheckFailedException taken) {
            // Our own write, if the answer was lost and the SDK retried.
            if (!isOf(taken.item(), token)) {
                throw new IllegalStateException("there is another token with the id " + record.id(), taken);
            }
        }
        return new Issued(record, token);
    }

    /** The record of a token, if there is one; it may be revoked. */
    public Optional<TokenRecord> find(BearerToken token) {
        return table.item(TableLayout.tokenKey(token.id()))
                .filter(item -> isOf(item, token))
                .map(AccessTokens::record);
    }

    private static boolean isOf(Map<String, AttributeValue> item, BearerToken token) {
        return MessageDigest.isEqual(
                item.get(TableLayout.HASH).s().getBytes(StandardCharsets.US_ASCII),
                token.hash().getBytes(StandardCharsets.US_ASCII));
    }

    /** All tokens, including revoked ones, newest first. The index follows the table within a fraction of a second. */
    public List<TokenRecord> list() {
        return table.newest(TableLayout.TOKENS, null, Integer.MAX_VALUE).stream()
                .map(AccessTokens::record)
                .sorted(Comparator.comparing(TokenRecord::createdAt)
                        .thenComparing(TokenRecord::id)
                        .reversed())
                .toList();
    }

    /**
     * Revokes a token for good; a second time has no effect.
     *
     * @return the revoked token; empty if none has this id
     */
    public Optional<TokenRecord> revoke(String id) {
        if (!BearerToken.isId(id)) {
            return Optional.empty();
        }
        try {
            return Optional.of(record(table.update(TableLayout.tokenKey(id))
                    .when("attribute_exists(#pk)")
                    .set("#revokedAt = if_not_exists(#revokedAt, :now)")
                    .with(":now", clock.instant())
                    .writeAndRead()));
        } catch (ConditionalCheckFailedException unknown) {
            return Optional.empty();
        }
    }

    private static TokenRecord record(Map<String, AttributeValue> item) {
        String id = item.get(TableLayout.ID).s();
        String scope = item.get(TableLayout.SCOPE).s();
        AttributeValue revokedAt = item.get(TableLayout.REVOKED_AT);
        return new TokenRecord(
                id,
                item.get(TableLayout.NAME).s(),
                Scope.ofToken(scope)
                        .orElseThrow(() -> new IllegalStateException(
                                "In the table, the token " + id + " has the scope " + scope + ", which there is not")),
                time(item.get(TableLayout.CREATED_AT)),
                revokedAt == null ? null : time(revokedAt));
    }

    private static Instant time(AttributeValue millis) {
        return Instant.ofEpochMilli(Long.parseLong(millis.n()));
    }
}
