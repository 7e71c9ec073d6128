package bout.store.access;

import bout.store.access.Owners.OwnerRecord;
import bout.store.access.Owners.Quotas;
import bout.table.Condition;
import bout.table.ConditionalWrite;
import bout.table.ConditionalWrite.Written;
import bout.table.Item;
import bout.table.Quota;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TablePut;
import bout.table.TableUpdate;
import bout.wire.InvitationSecret;
import com.fasterxml.jackson.annotation.JsonIgnore;
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

/**
 * The invitations, with which people become owners, or get further keys of an owner: the links of a team and the
 * recovery code are invitations, too. The table stores only a hash of each secret, from which it cannot be recovered.
 * Of those who join, with an invitation or without one, one transaction counts the use and stores owner and key: so an
 * invitation never lets in more than it has uses, and no one after it was revoked.
 *
 * <p>{@code pk} = {@code invitation#ID}, {@code sk} = {@code invitation}. ID is {@code InvitationSecret.id}: it can be
 * computed from the secret, but not the other way round. Besides an {@link InvitationRecord} the item has {@code hash}
 * (of the secret) and, unless it gives keys of an owner, {@code list} (always {@code invitations}: a partition of the
 * index).
 *
 * <p>{@code sk} = {@code owner#OWNER} is an owner who joined with it, without further attributes. Those who join
 * without an invitation are counted in {@code pk} = {@code joins#NETWORK}, {@code sk} = {@code day#DATE} with
 * {@code count} and {@code expires} (a day later). NETWORK is an address, or of IPv6 its /56.
 */
public record Invitations(Table table, Clock clock, RandomGenerator random, Owners owners) {

    /**
     * Of transactions on one item at the same moment, one succeeds and the others must try again. Pauses grow to 0.8 s,
     * so this is about eight seconds, in which a whole school has joined.
     */
    private static final int ATTEMPTS = 24;

    /** How long a day's count is kept after its end: longer than clocks differ. */
    private static final Duration DAY_KEPT = Duration.ofDays(1);

    private static final int COUNT = Owners.KEY + 1;
    private static final int OF_OWNER = COUNT + 1;

    public Invitations(Table table, Clock clock) {
        this(table, clock, new SecureRandom());
    }

    public Invitations(Table table, Clock clock, RandomGenerator random) {
        this(table, clock, random, new Owners(table, clock, random));
    }

    /** An invitation that was just created; its secret is shown once, and cannot be read again. */
    public record Created(InvitationRecord record, InvitationSecret secret) {}

    public Created create(String name, int uses, Duration lasts, Quotas quotas) {
        InvitationSecret secret = InvitationSecret.draw(random);
        Instant now = clock.instant();
        InvitationRecord record =
                new InvitationRecord(secret.id(), name, uses, 0, null, Scope.PLAY, now, now.plus(lasts), null, quotas);
        Written written = put(table, record, secret).write();
        if (!written.done()) {
            SecretItem.checkOwn(written.item(), secret.hash());
        }
        return new Created(record, secret);
    }

    static TablePut put(Table table, InvitationRecord record, InvitationSecret secret) {
        return table.put(TableLayout.invitationKey(record.id()))
                .set(record)
                .set(TableLayout.LIST, record.owner() == null ? TableLayout.INVITATIONS : null)
                .set(TableLayout.HASH, secret.hash())
                .ifAbsent();
    }

    /** The invitation of an admin with this id. */
    public Optional<InvitationRecord> find(String id) {
        return InvitationSecret.isId(id)
                ? table.item(TableLayout.invitationKey(id))
                        .map(Invitations::record)
                        .filter(invitation -> invitation.owner() == null)
                : Optional.empty();
    }

    /**
     * The invitation, link or recovery code with this secret, if there is one; it may be revoked, expired or used up.
     */
    Optional<InvitationRecord> find(InvitationSecret secret) {
        return table.item(TableLayout.invitationKey(secret.id()))
                .filter(item -> SecretItem.hasHash(item, secret.hash()))
                .map(Invitations::record);
    }

    /** All invitations, including those that are over, newest first. The index follows the table within a second. */
    public List<InvitationRecord> list() {
        return table.newest(TableLayout.INVITATIONS, null, Integer.MAX_VALUE).stream()
                .sorted(SecretItem.OLDEST_FIRST.reversed())
                .map(Invitations::record)
                .toList();
    }

    /** Revokes an invitation for good: no one can join after this returns. A second time has no effect. */
    public Optional<InvitationRecord> revoke(String id) {
        if (find(id).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(record(table.update(TableLayout.invitationKey(id))
                .setIfAbsent(TableLayout.REVOKED_AT, clock.instant())
                .writeAndRead()
                .item()));
    }

    /** The owners who joined with an invitation, oldest first, as they are now. */
    public List<OwnerRecord> joined(String id) {
        return SecretItem.pointed(
                table,
                TableLayout.invitationKey(id),
                TableLayout.OWNER_PREFIX,
                TableLayout::ownerKey,
                OwnerRecord.class);
    }

    public sealed interface Joined {}

    public record Welcome(Owners.Issued issued) implements Joined {}

    public record UnknownSecret() implements Joined {}

    public record Revoked(InvitationRecord invitation) implements Joined {}

    public record Expired(InvitationRecord invitation) implements Joined {}

    public record UsedUp(InvitationRecord invitation) implements Joined {}

    /** As many as may have joined from this network today; the next day begins then. */
    public record TooManyToday(Instant until) implements Joined {}

    public record Blocked() implements Joined {}

    /** The owner whose link it is has as many keys and links as it may. */
    public record TooManyKeys() implements Joined {}

    /**
     * Lets somebody in: as a new owner, or with a further key of the owner whose link or recovery code it is.
     *
     * @param name of the owner, or of the key
     */
    public Joined join(InvitationSecret secret, String name) {
        Optional<InvitationRecord> found = find(secret);
        if (found.isEmpty()) {
            return new UnknownSecret();
        }
        InvitationRecord invitation = found.get();
        return refusal(invitation).orElseGet(() -> {
            String owner = invitation.owner();
            return owner == null
                    ? become(invitation, name)
                    : owners.find(owner)
                            .map(its -> addKey(invitation, its, name))
                            .orElseGet(UnknownSecret::new);
        });
    }

    private Joined become(InvitationRecord invitation, String name) {
        Owners.Issued issued = owners.drawn(name, Owners.FIRST_KEY, Scope.PLAY, invitation.id(), invitation.quotas());
        TablePut joined =
                table.put(TableLayout.joinedKey(invitation.id(), issued.owner().id()));
        List<ConditionalWrite<?>> parts = owners.withOwner(issued, List.of(use(invitation), joined));
        return answer(issued, table.transact(parts, ATTEMPTS), this::refusedNow);
    }

    private Joined addKey(InvitationRecord invitation, OwnerRecord owner, String name) {
        // Who has lost everything gets in, however many keys there are.
        boolean recovering = invitation.id().equals(owner.recovery());
        Owners.Issued issued = owners.drawn(owner, name, invitation.scope(), null);
        List<ConditionalWrite<?>> parts = List.of(
                owners.put(issued),
                use(invitation),
                owners.oneMore(owner.id(), recovering ? Integer.MAX_VALUE : Owners.MOST_KEYS),
                owners.pointer(issued));
        Map<Integer, Item> refused = table.transact(parts, ATTEMPTS);
        if (refused.containsKey(OF_OWNER) && !refused.containsKey(Owners.KEY)) {
            return refused.get(OF_OWNER).as(OwnerRecord.class).blocked() ? new Blocked() : new TooManyKeys();
        }
        return answer(issued, refused, this::refusedNow);
    }

    private TableUpdate use(InvitationRecord invitation) {
        return table.update(TableLayout.invitationKey(invitation.id()))
                .when(Condition.belowOther(TableLayout.USED, TableLayout.USES))
                .when(Condition.above(TableLayout.EXPIRES_AT, clock.instant()))
                .when(Condition.absent(TableLayout.REVOKED_AT))
                .add(TableLayout.USED, 1);
    }

    /** Others joined meanwhile, or it was revoked, or it has expired by now. */
    private Joined refusedNow(Item item) {
        InvitationRecord now = record(item);
        return refusal(now).orElseGet(() -> new Expired(now));
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
        Owners.Issued issued = owners.drawn(name, Owners.FIRST_KEY, Scope.PLAY, null, Quotas.NONE);
        List<ConditionalWrite<?>> counted = mostToday > 0 ? List.of(countToday(network, mostToday)) : List.of();
        List<ConditionalWrite<?>> parts = owners.withOwner(issued, counted);
        return answer(
                issued, table.transact(parts, ATTEMPTS), found -> new TooManyToday(Quota.tomorrow(clock.instant())));
    }

    private TableUpdate countToday(String network, int most) {
        Instant now = clock.instant();
        return table.update(TableLayout.joinsKey(network, Quota.day(now)))
                .when(Condition.absent(TableLayout.COUNT).or(Condition.below(TableLayout.COUNT, most)))
                .add(TableLayout.COUNT, 1)
                .set(TableLayout.EXPIRES, Quota.tomorrow(now).plus(DAY_KEPT).getEpochSecond());
    }

    /** @param uncounted what it means that the part {@link #COUNT} was refused by this item */
    private static Joined answer(Owners.Issued issued, Map<Integer, Item> refused, Function<Item, Joined> uncounted) {
        // First, because after our own write, whose answer was lost, nothing may be left for a second one.
        if (!refused.containsKey(Owners.KEY) && refused.containsKey(COUNT)) {
            return uncounted.apply(refused.get(COUNT));
        }
        Owners.checkOwn(issued, refused);
        return new Welcome(issued);
    }

    static InvitationRecord record(Item item) {
        return item.as(InvitationRecord.class);
    }

    /**
     * An invitation as the table stores it, without its secret.
     *
     * @param name says who it is for
     * @param owner whose keys it gives, or {@code null}: then everybody who joins becomes an owner
     * @param scope of the key
     * @param expiresAt when it stops working
     * @param revokedAt when it was revoked, or {@code null}. All times are cut to whole milliseconds
     * @param quotas what an owner who joins gets less of than others
     */
    public record InvitationRecord(
            String id,
            String name,
            int uses,
            int used,
            @JsonIgnore String owner,
            @JsonIgnore Scope scope,
            Instant createdAt,
            Instant expiresAt,
            Instant revokedAt,
            Quotas quotas) {

        public static final int MOST_USES = 10_000;
        public static final int MOST_DAYS = 365;

        /** A recovery code must still hold when everything else is lost. */
        private static final Duration RECOVERY_LASTS = Duration.ofDays(100 * 365);

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

        static InvitationRecord recovery(InvitationSecret secret, OwnerRecord owner, Instant now) {
            return link(secret, owner, new Link("recovery code", MOST_USES, RECOVERY_LASTS, owner.scope()), now);
        }

        static InvitationRecord link(InvitationSecret secret, OwnerRecord owner, Link link, Instant now) {
            return new InvitationRecord(
                    secret.id(),
                    link.name(),
                    link.uses(),
                    0,
                    owner.id(),
                    link.scope(),
                    now,
                    now.plus(link.lasts()),
                    null,
                    Quotas.NONE);
        }

        public boolean revoked() {
            return revokedAt != null;
        }
    }

    /** A link that is to be made; those who follow it get keys with this scope. */
    public record Link(String name, int uses, Duration lasts, Scope scope) {}
}
