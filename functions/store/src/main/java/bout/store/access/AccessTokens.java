package bout.store.access;

import bout.store.table.ConditionalWrite.Written;
import bout.store.table.Item;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.TablePut;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
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
}
