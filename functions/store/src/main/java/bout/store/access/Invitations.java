package bout.store.access;

import bout.store.access.AccessTokens.Quotas;
import bout.store.access.AccessTokens.TokenRecord;
import bout.store.table.Condition;
import bout.store.table.ConditionalWrite.Written;
import bout.store.table.Item;
import bout.store.table.Partition;
import bout.store.table.Quota;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.Transactions;
import bout.wire.InvitationSecret;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The invitations, with which people get tokens of their own. The table stores only a hash of each secret, from which
 * nobody can recover it. Of those who join, with an invitation or without one, one transaction counts the use and
 * stores the token: so an invitation never gives more tokens than it has uses, and none after it was revoked.
 *
 * <p>{@code pk} = {@code invitation#ID}, {@code sk} = {@code invitation}. ID is {@code InvitationSecret.id}: it can be
 * computed from the secret, but not the other way round. Besides an {@link InvitationRecord} the item has {@code list}
 * (always {@code invitations}: a partition of the index) and {@code hash} (of the secret).
 *
 * <p>{@code sk} = {@code token#TOKEN} is a token that was issued with it, without further attributes. Those who join
 * without an invitation are counted in {@code pk} = {@code joins#NETWORK}, {@code sk} = {@code day#DATE} with
 * {@code count} and {@code expires} (a day later). NETWORK is an address, or of IPv6 its /64.
 */
public final class Invitations {

    /**
     * Of transactions on one item at the same moment, one succeeds and the others must try again. Pauses grow to 0.8 s,
     * so this is about eight seconds, in which a whole school has joined.
     */
    private static final int ATTEMPTS = 24;

    /** How long a day's count is kept after its end: longer than clocks differ. */
    private static final Duration DAY_KEPT = Duration.ofDays(1);

    private static final int TOKEN = 0;
    private static final int COUNT = 1;

    private final Table table;
    private final Transactions transactions;
    private final Clock clock;
    private final RandomGenerator random;
    private final AccessTokens tokens;

    public Invitations(Table table, Clock clock) {
        this(table, clock, new SecureRandom());
    }

    public Invitations(Table table, Clock clock, RandomGenerator random) {
        this.table = table;
        this.transactions = new Transactions(table, ATTEMPTS);
        this.clock = clock;
        this.random = random;
        this.tokens = new AccessTokens(table, clock, random);
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

    public sealed interface Joined {}

    public record Welcome(AccessTokens.Issued issued) implements Joined {}

    public record UnknownSecret() implements Joined {}

    public record Revoked(InvitationRecord invitation) implements Joined {}

    public record Expired(InvitationRecord invitation) implements Joined {}

    public record UsedUp(InvitationRecord invitation) implements Joined {}

    /** As many as may have joined from this network today; the next day begins then. */
    public record TooManyToday(Instant until) implements Joined {}

    public Joined join(InvitationSecret secret, String name) {
        Optional<InvitationRecord> found = find(secret);
        if (found.isEmpty()) {
            return new UnknownSecret();
        }
        InvitationRecord invitation = found.get();
        return refusal(invitation).orElseGet(() -> {
            AccessTokens.Issued issued = tokens.drawn(name, Scope.PLAY, invitation.id(), invitation.quotas());
            Map<Integer, Item> refused = transactions.write(List.of(
                    tokens.put(issued).part(),
                    table.update(TableLayout.invitationKey(invitation.id()))
                            .when(Condition.belowOther(TableLayout.USED, TableLayout.USES))
                            .when(Condition.above(TableLayout.EXPIRES_AT, clock.instant()))
                            .when(Condition.absent(TableLayout.REVOKED_AT))
                            .add(TableLayout.USED, 1)
                            .part(),
                    table.put(TableLayout.joinedKey(
                                    invitation.id(), issued.record().id()))
                            .part()));
            // Others joined meanwhile, or it was revoked, or it has expired by now.
            return answer(issued, refused, item -> {
                InvitationRecord now = record(item);
                return refusal(now).orElseGet(() -> new Expired(now));
            });
        });
    }

    private Optional<Joined> refusal(InvitationRecord invitation) {
        if (invitation.revoked()) {
            return Optional.of(new Revoked(invitation));
        }
        if (!invitation.expiresAt().isAfter(clock.instant())) {
            return Optional.of(new Expired(invitation));
        }
        return invitation.used() < invitation.uses() ? Optional.empty() : Optional.of(new UsedUp(invitation));
    }

    /** @param mostToday how many may join from a network per day (UTC); 0 = no limit */
    public Joined join(String name, String network, int mostToday) {
        AccessTokens.Issued issued = tokens.drawn(name, Scope.PLAY, null, Quotas.NONE);
        List<TransactWriteItem> parts = mostToday == 0
                ? List.of(tokens.put(issued).part())
                : List.of(tokens.put(issued).part(), countToday(network, mostToday));
        return answer(issued, transactions.write(parts), found -> new TooManyToday(Quota.tomorrow(clock.instant())));
    }

    private TransactWriteItem countToday(String network, int most) {
        Instant now = clock.instant();
        return table.update(TableLayout.joinsKey(network, Quota.day(now)))
                .when(Condition.absent(TableLayout.COUNT).or(Condition.below(TableLayout.COUNT, most)))
                .add(TableLayout.COUNT, 1)
                .set(TableLayout.EXPIRES, Quota.tomorrow(now).plus(DAY_KEPT).getEpochSecond())
                .part();
    }

    /** @param uncounted what it means that the part {@link #COUNT} was refused by this item */
    private static Joined answer(
            AccessTokens.Issued issued, Map<Integer, Item> refused, Function<Item, Joined> uncounted) {
        // First, because after our own write, whose answer was lost, nothing may be left for a second one.
        if (refused.containsKey(TOKEN)) {
            SecretItem.checkOwn(refused.get(TOKEN), issued.token().hash());
        } else if (refused.containsKey(COUNT)) {
            return uncounted.apply(refused.get(COUNT));
        }
        return new Welcome(issued);
    }

    static InvitationRecord record(Item item) {
        return item.as(InvitationRecord.class);
    }

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
                throw new IllegalArgumentException(
                        "the invitation " + id + " was used " + used + " of " + uses + " times");
            }
            createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
            expiresAt = expiresAt.truncatedTo(ChronoUnit.MILLIS);
            revokedAt = revokedAt == null ? null : revokedAt.truncatedTo(ChronoUnit.MILLIS);
        }

        public boolean revoked() {
            return revokedAt != null;
        }
    }
}
