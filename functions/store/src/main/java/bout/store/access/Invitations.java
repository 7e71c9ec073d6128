package bout.store.access;

import bout.store.table.ConditionalWrite.Written;
import bout.store.table.Item;
import bout.store.table.Partition;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The invitations, with which people get tokens of their own. The table stores only a hash of each secret, from which
 * nobody can recover it. {@link Joins} are those who use them.
 *
 * <p>{@code pk} = {@code invitation#ID}, {@code sk} = {@code invitation}. ID is {@code InvitationSecret.id}: it can be
 * computed from the secret, but not the other way round. Besides an {@link InvitationRecord} the item has {@code list}
 * (always {@code invitations}: a partition of the index) and {@code hash} (of the secret).
 *
 * <p>{@code sk} = {@code token#TOKEN} is a token that was issued with it, without further attributes.
 */
public final class Invitations {

    private final Table table;
    private final Clock clock;
    private final RandomGenerator random;

    public Invitations(Table table, Clock clock) {
        this(table, clock, new SecureRandom());
    }

    public Invitations(Table table, Clock clock, RandomGenerator random) {
        this.table = table;
        this.clock = clock;
        this.random = random;
    }

    /** An invitation that was just created; its secret is shown once, and cannot be read again. */
    public record Created(InvitationRecord record, InvitationSecret secret) {}

    public Created create(String name, int uses, Duration lasts, Quotas quotas) {
        InvitationSecret secret = InvitationSecret.draw(random);
        Instant now = clock.instant();
        InvitationRecord record = new InvitationRecord(secret.id(), name, uses, 0, quotas, now, now.plus(lasts), null);
        Written written = table.put(TableLayout.invitationKey(record.id()))
                .set(record)
                .set(TableLayout.LIST, TableLayout.INVITATIONS)
                .set(TableLayout.HASH, secret.hash())
                .ifAbsent()
                .write();
        if (!written.done()) {
            SecretItem.checkOwn(written.item(), secret.hash());
        }
        return new Created(record, secret);
    }

    public Optional<InvitationRecord> find(String id) {
        return InvitationSecret.isId(id)
                ? table.item(TableLayout.invitationKey(id)).map(Invitations::record)
                : Optional.empty();
    }

    /** The invitation with this secret, if there is one; it may be revoked, expired or used up. */
    Optional<InvitationRecord> find(InvitationSecret secret) {
        return table.item(TableLayout.invitationKey(secret.id()))
                .filter(item -> SecretItem.hasHash(item, secret.hash()))
                .map(Invitations::record);
    }

    /** All invitations, including those that are over, newest first. The index follows the table within a second. */
    public List<InvitationRecord> list() {
        return SecretItem.newest(table, TableLayout.INVITATIONS).stream()
                .map(Invitations::record)
                .toList();
    }

    /** Revokes an invitation for good: nobody joins after this returns. A second time has no effect. */
    public Optional<InvitationRecord> revoke(String id) {
        return InvitationSecret.isId(id)
                ? SecretItem.revoke(table, TableLayout.invitationKey(id), clock.instant())
                        .map(Invitations::record)
                : Optional.empty();
    }

    /** The tokens that were issued with an invitation, oldest first, as they are now. */
    public List<TokenRecord> joined(String id) {
        List<Map<String, AttributeValue>> keys = new Partition(table, TableLayout.invitation(id))
                .items(TableLayout.TOKEN_PREFIX).stream()
                        .map(item -> TableLayout.tokenKey(TableLayout.tokenOf(item.string(TableLayout.SK))))
                        .toList();
        return table.items(keys).stream()
                .sorted(SecretItem.OLDEST_FIRST)
                .map(AccessTokens::record)
                .toList();
    }

    static InvitationRecord record(Item item) {
        return item.as(InvitationRecord.class);
    }
}
