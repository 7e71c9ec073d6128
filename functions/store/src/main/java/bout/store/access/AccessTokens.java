package bout.store.access;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.wire.Json;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The access tokens. The table stores only a hash of each, from which nobody can recover the token.
 *
 * <p>Safe for use by many threads. The actions that a function must be allowed: {@link #issue} {@code PutItem},
 * {@link #find} and {@link #isRevoked} {@code GetItem}, {@link #revoke} {@code UpdateItem}, {@link #list} {@code Query}
 * of the index.
 *
 * <p>{@code pk} = {@code token#ID}, {@code sk} = {@code token}.
 *
 * <p>ID is {@code BearerToken.id}: it can be computed from the token, but not the other way round. Attributes:
 * {@code id}, {@code list} (always {@code tokens}: a partition of the index), {@code name}, {@code scope}, {@code hash}
 * (SHA-256 of the token), {@code createdAt}, and {@code revokedAt} when it has been revoked (ms since 1970). Of those
 * who joined: {@code invitation} (its id), and {@code quotas} (JSON of {@link Quotas}).
 */
public final class AccessTokens {

    private final Table table;
    private final Clock clock;
    private final RandomGenerator random;

    public AccessTokens(Table table, Clock clock) {
        this(table, clock, new SecureRandom());
    }

    /** @param random a {@link SecureRandom}, except in simulations */
    public AccessTokens(Table table, Clock clock, RandomGenerator random) {
        this.table = table;
        this.clock = clock;
        this.random = random;
    }

    /**
     * A token that was just created.
     *
     * @param token shown once, to whoever created it; it cannot be read again
     */
    public record Issued(TokenRecord record, BearerToken token) {}

    /** Creates a token. */
    public Issued issue(String name, Scope scope) {
        Issued issued = drawn(name, scope, null, Quotas.NONE);
        try {
            table.put(item(issued)).ifAbsent().itemIfRefused().write();
        } catch (ConditionalCheckFailedException taken) {
            checkOwn(issued, taken.item());
        }
        return issued;
    }

    /** A token that is not stored yet. */
    Issued drawn(String name, Scope scope, String invitation, Quotas quotas) {
        BearerToken token = BearerToken.draw(random);
        return new Issued(new TokenRecord(token.id(), name, scope, clock.instant(), null, invitation, quotas), token);
    }

    /** The part of a transaction that stores a token; it fails and returns the item if there is one with its id. */
    TransactWriteItem part(Issued issued) {
        return table.put(item(issued)).ifAbsent().itemIfRefused().part();
    }

    /** That a token is there already is right only after our own write, whose answer was lost. */
    void checkOwn(Issued issued, Map<String, AttributeValue> found) {
        if (!SecretItem.hasHash(found, issued.token().hash())) {
            throw new IllegalStateException(
                    "there is another token with the id " + issued.record().id());
        }
    }

    private static Map<String, AttributeValue> item(Issued issued) {
        TokenRecord record = issued.record();
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.tokenKey(record.id()));
        item.put(TableLayout.ID, text(record.id()));
        item.put(TableLayout.LIST, text(TableLayout.TOKENS));
        item.put(TableLayout.NAME, text(record.name()));
        item.put(TableLayout.SCOPE, text(record.scope().code()));
        item.put(TableLayout.HASH, text(issued.token().hash()));
        item.put(TableLayout.CREATED_AT, number(record.createdAt().toEpochMilli()));
        if (record.invitation() != null) {
            item.put(TableLayout.INVITATION, text(record.invitation()));
        }
        if (!record.quotas().equals(Quotas.NONE)) {
            item.put(TableLayout.QUOTAS, text(Json.text(record.quotas())));
        }
        return item;
    }

    /** The record of a token, if there is one; it may be revoked. */
    public Optional<TokenRecord> find(BearerToken token) {
        return table.item(TableLayout.tokenKey(token.id()))
                .filter(item -> SecretItem.hasHash(item, token.hash()))
                .map(AccessTokens::record);
    }

    /**
     * Whether this is the id of a token that has been revoked. The name of a caller without a token is not.
     *
     * @param owner who created something
     */
    public boolean isRevoked(String owner) {
        return BearerToken.isId(owner)
                && table.item(TableLayout.tokenKey(owner))
                        .filter(item -> item.containsKey(TableLayout.REVOKED_AT))
                        .isPresent();
    }

    /** All tokens, including revoked ones, newest first. The index follows the table within a fraction of a second. */
    public List<TokenRecord> list() {
        return SecretItem.newest(table, TableLayout.TOKENS).stream()
                .map(AccessTokens::record)
                .toList();
    }

    /**
     * Revokes a token for good; a second time has no effect.
     *
     * @return the revoked token; empty if none has this id
     */
    public Optional<TokenRecord> revoke(String id) {
        return BearerToken.isId(id)
                ? SecretItem.revoke(table, TableLayout.tokenKey(id), clock.instant())
                        .map(AccessTokens::record)
                : Optional.empty();
    }

    static TokenRecord record(Map<String, AttributeValue> attributes) {
        SecretItem item = new SecretItem(attributes);
        String scope = item.string(TableLayout.SCOPE);
        return new TokenRecord(
                item.string(TableLayout.ID),
                item.string(TableLayout.NAME),
                Scope.ofToken(scope).orElseThrow(() -> item.wrong(TableLayout.SCOPE, "is " + scope)),
                item.time(TableLayout.CREATED_AT),
                item.timeOrNull(TableLayout.REVOKED_AT),
                item.stringOrNull(TableLayout.INVITATION),
                item.quotas());
    }
}
