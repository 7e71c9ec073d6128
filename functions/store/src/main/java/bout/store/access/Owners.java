package bout.store.access;

import bout.competition.Author;
import bout.store.access.Invitations.InvitationRecord;
import bout.table.Condition;
import bout.table.ConditionalWrite;
import bout.table.ConditionalWrite.Written;
import bout.table.Item;
import bout.table.Listing;
import bout.table.Listing.Page;
import bout.table.Listing.PageRequest;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TablePut;
import bout.table.TableUpdate;
import bout.wire.BearerToken;
import bout.wire.InvitationSecret;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The owners, each a person or a team, and their keys. Bots, matches, tournaments and quotas are an owner's. A key is
 * an access token with a name: any key of an owner acts for it, and each can be revoked alone. The table stores only a
 * hash of each token, from which it cannot be recovered.
 *
 * <p>{@code pk} = {@code owner#ID}, {@code sk} = {@code owner}. Besides an {@link OwnerRecord} the item has
 * {@code list} (always {@code owners}: a partition of the index) and {@code count}: how many keys and links it has that
 * were not revoked, and once its erasure begins {@code erasedAt}. {@code sk} = {@code token#TOKEN} and
 * {@code invitation#INVITATION} are its keys and links, without further attributes.
 *
 * <p>{@code pk} = {@code token#TOKEN}, {@code sk} = {@code token}. TOKEN is {@code BearerToken.id}: it can be computed
 * from the token, but not the other way round. Besides a {@link KeyRecord} the item has {@code hash} (SHA-256 of the
 * token).
 */
public record Owners(Table table, Clock clock, RandomGenerator random, MatchIds ids) {

    /** How many keys and links an owner may have at once, besides those that the recovery code gives. */
    public static final int MOST_KEYS = 20;

    public static final String FIRST_KEY = "first key";

    /** A use is noted this often: a write for each request would cost more than the request. */
    private static final Duration USE_NOTED_EVERY = Duration.ofHours(1);

    /** A revoked key or link is then deleted, as are the many ended sessions of those who sign in. */
    static final Duration REVOKED_KEPT = Duration.ofDays(30);

    static final int KEY = 0;

    public Owners(Table table, Clock clock) {
        this(table, clock, new SecureRandom());
    }

    public Owners(Table table, Clock clock, RandomGenerator random) {
        this(table, clock, random, new MatchIds(clock, random));
    }

    /**
     * A key that was just created. Its token, and the recovery code of a new owner, are shown once and cannot be read
     * again.
     *
     * @param recovery the secret of an invitation to further keys; {@code null} of an owner that was there already
     */
    public record Issued(OwnerRecord owner, KeyRecord key, BearerToken token, InvitationSecret recovery) {}

    public Issued create(String name, Scope scope) {
        Issued issued = drawn(name, FIRST_KEY, scope, null, Quotas.NONE);
        checkOwn(issued, table.transact(withOwner(issued, List.of())));
        return issued;
    }

    Issued drawn(String name, String key, Scope scope, String invitation, Quotas quotas) {
        InvitationSecret recovery = InvitationSecret.draw(random);
        OwnerRecord owner = new OwnerRecord(
                IdKind.OWNER.next(ids), name, scope, clock.instant(), null, invitation, quotas, recovery.id());
        return drawn(owner, key, scope, recovery);
    }

    Issued drawn(OwnerRecord owner, String name, Scope scope, InvitationSecret recovery) {
        BearerToken token = BearerToken.draw(random);
        KeyRecord key = new KeyRecord(token.id(), owner.id(), name, scope, clock.instant(), null, null);
        return new Issued(owner, key, token, recovery);
    }

    /** The part {@link #KEY} of every transaction that creates a key. */
    TablePut put(Issued issued) {
        return table.put(TableLayout.tokenKey(issued.key().id()))
                .set(issued.key())
                .set(TableLayout.HASH, issued.token().hash())
                .ifAbsent();
    }

    /** The parts of a transaction that creates an owner with a key. @param besides what follows the key */
    List<ConditionalWrite<?>> withOwner(Issued issued, List<ConditionalWrite<?>> besides) {
        OwnerRecord owner = issued.owner();
        InvitationRecord recovery = InvitationRecord.recovery(issued.recovery(), owner, clock.instant());
        List<ConditionalWrite<?>> parts = new ArrayList<>(List.of(put(issued)));
        parts.addAll(besides);
        parts.addAll(List.of(
                table.put(TableLayout.ownerKey(owner.id()))
                        .set(owner)
                        .set(TableLayout.LIST, TableLayout.OWNERS)
                        .set(TableLayout.COUNT, 1),
                pointer(issued),
                Invitations.put(table, recovery, issued.recovery())));
        return parts;
    }

    /** Nothing if the key could not be created because of another part. */
    static Optional<Issued> made(Issued issued, Map<Integer, Item> refused) {
        if (!refused.isEmpty() && !refused.containsKey(KEY)) {
            return Optional.empty();
        }
        checkOwn(issued, refused);
        return Optional.of(issued);
    }

    /** After our own write, whose answer was lost, the key is there already. */
    static void checkOwn(Issued issued, Map<Integer, Item> refused) {
        if (refused.containsKey(KEY)) {
            SecretItem.checkOwn(refused.get(KEY), issued.token().hash());
        } else if (!refused.isEmpty()) {
            throw new IllegalStateException("could not create " + issued.owner() + ": " + refused);
        }
    }

    public record Held(OwnerRecord owner, KeyRecord key) {

        public boolean works() {
            return !owner.blocked() && !key.revoked();
        }
    }

    /** The key with this token and its owner, if there is one; it may be revoked or blocked. */
    public Optional<Held> find(BearerToken token) {
        return table.item(TableLayout.tokenKey(token.id()))
                .filter(item -> SecretItem.hasHash(item, token.hash()))
                .map(item -> item.as(KeyRecord.class))
                .flatMap(key -> find(key.owner()).map(owner -> new Held(owner, key)))
                .map(this::noted);
    }

    private Held noted(Held held) {
        Instant now = clock.instant();
        KeyRecord key = held.key();
        if (held.works() && (key.usedAt() == null || key.usedAt().isBefore(now.minus(USE_NOTED_EVERY)))) {
            use(key.id()).write();
        }
        return held;
    }

    /** Refused once the key is revoked. */
    private TableUpdate use(String key) {
        return table.update(TableLayout.tokenKey(key))
                .when(Condition.there(TableLayout.PK).and(Condition.absent(TableLayout.REVOKED_AT)))
                .set(TableLayout.USED_AT, clock.instant());
    }

    public Optional<OwnerRecord> find(String id) {
        return IdKind.OWNER.is(id)
                ? table.item(TableLayout.ownerKey(id)).map(item -> item.as(OwnerRecord.class))
                : Optional.empty();
    }

    /** Whether this is an owner whom an admin has blocked. The name of a caller without a key is not. */
    public boolean isBlocked(String owner) {
        return find(owner).filter(OwnerRecord::blocked).isPresent();
    }

    public List<OwnerRecord> find(Set<String> ids) {
        return table
                .items(ids.stream()
                        .filter(IdKind.OWNER::is)
                        .map(TableLayout::ownerKey)
                        .toList())
                .stream()
                .map(item -> item.as(OwnerRecord.class))
                .toList();
    }

    /** Those of these owners who may be named, by id: not one who is blocked, for whatever reason, or being erased. */
    public Map<String, Author> authors(Set<String> ids) {
        return find(ids).stream()
                .filter(owner -> !owner.blocked())
                .collect(Collectors.toMap(OwnerRecord::id, owner -> new Author(owner.id(), owner.name())));
    }

    /** All owners, newest first. The index follows the table within a fraction of a second. */
    public List<OwnerRecord> list() {
        return newest(null, Integer.MAX_VALUE);
    }

    public Page<OwnerRecord> list(PageRequest<?> query) {
        return Listing.page(query, this::newest, OwnerRecord::id);
    }

    private List<OwnerRecord> newest(String behind, int most) {
        return table.newest(TableLayout.OWNERS, behind, most).stream()
                .map(item -> item.as(OwnerRecord.class))
                .toList();
    }

    /** The keys of an owner, oldest first, including revoked ones. */
    public List<KeyRecord> keys(String owner) {
        return SecretItem.pointed(
                table, TableLayout.ownerKey(owner), TableLayout.TOKEN_PREFIX, TableLayout::tokenKey, KeyRecord.class);
    }

    /**
     * Another key for an owner.
     *
     * @param by the id of the key that asks for it, or {@code null} for an admin: one that was revoked at the last
     *     moment gets nothing
     * @return empty if the owner has {@link #MOST_KEYS} already or is blocked, or {@code by} is revoked
     */
    public Optional<Issued> addKey(OwnerRecord owner, String by, String name, Scope scope) {
        Issued issued = drawn(owner, name, scope, null);
        return made(issued, table.transact(asked(by, put(issued), pointer(issued), oneMore(owner.id(), MOST_KEYS))));
    }

    /**
     * A link with which others get keys of an owner: members of a team, or the same person with another machine.
     *
     * @param by as in {@link #addKey}
     * @return empty as in {@link #addKey}
     */
    public Optional<Invitations.Created> addLink(OwnerRecord owner, String by, Invitations.Link wanted) {
        InvitationSecret secret = InvitationSecret.draw(random);
        InvitationRecord link = InvitationRecord.link(secret, owner, wanted, clock.instant());
        Map<Integer, Item> refused = table.transact(asked(
                by,
                Invitations.put(table, link, secret),
                table.put(TableLayout.linkOfOwnerKey(owner.id(), link.id())),
                oneMore(owner.id(), MOST_KEYS)));
        if (!refused.isEmpty() && !refused.containsKey(KEY)) {
            return Optional.empty();
        } else if (!refused.isEmpty()) {
            SecretItem.checkOwn(refused.get(KEY), secret.hash());
        }
        return Optional.of(new Invitations.Created(link, secret));
    }

    private List<ConditionalWrite<?>> asked(String by, ConditionalWrite<?>... parts) {
        return Stream.concat(Stream.of(parts), Stream.ofNullable(by).map(this::use))
                .toList();
    }

    /** The part of a transaction that finds a key for its owner. */
    TablePut pointer(Issued issued) {
        return table.put(
                TableLayout.keyOfOwnerKey(issued.owner().id(), issued.key().id()));
    }

    /** Counts a key or a link, unless the owner has as many as it may, or is blocked. */
    TableUpdate oneMore(String owner, int most) {
        return table.update(TableLayout.ownerKey(owner))
                .when(Condition.there(TableLayout.PK).and(Condition.absent(TableLayout.BLOCKED_AT)))
                .when(Condition.below(TableLayout.COUNT, most))
                .add(TableLayout.COUNT, 1);
    }

    /** The links of an owner, oldest first, including those that are over, without the recovery code. */
    public List<InvitationRecord> links(String owner) {
        return SecretItem.pointed(
                table,
                TableLayout.ownerKey(owner),
                TableLayout.INVITATION_PREFIX,
                TableLayout::invitationKey,
                InvitationRecord.class);
    }

    /**
     * Revokes a key for good; a second time has no effect. It is deleted after {@link #REVOKED_KEPT}.
     *
     * @return the key as it is then; empty if the owner has no such key
     */
    public Optional<KeyRecord> revokeKey(String owner, String id) {
        if (!BearerToken.isId(id)) {
            return Optional.empty();
        }
        return revoke(owner, TableLayout.tokenKey(id), TableLayout.keyOfOwnerKey(owner, id))
                .map(item -> item.as(KeyRecord.class));
    }

    /** Whether a key of an owner is revoked, read from the owner's own items. */
    public boolean isRevoked(String owner, String key) {
        return table.item(TableLayout.keyOfOwnerKey(owner, key))
                .filter(pointer -> !pointer.has(TableLayout.EXPIRES))
                .isEmpty();
    }

    /** Revokes a link for good, like a key; the keys that it gave stay. Empty if the owner has no such link. */
    public Optional<InvitationRecord> revokeLink(String owner, String id) {
        // The recovery code is an invitation of the owner, too, but no link, and not counted.
        return InvitationSecret.isId(id)
                        && table.item(TableLayout.linkOfOwnerKey(owner, id)).isPresent()
                ? revoke(owner, TableLayout.invitationKey(id), TableLayout.linkOfOwnerKey(owner, id))
                        .map(Invitations::record)
                : Optional.empty();
    }

    /** Revokes all keys of an owner but one, and all links, until there are no others. The recovery code stays. */
    public void revokeOthers(String owner, String kept) {
        List<KeyRecord> keys;
        List<InvitationRecord> links;
        do {
            keys = keys(owner).stream()
                    .filter(key -> !key.revoked() && !key.id().equals(kept))
                    .toList();
            links = links(owner).stream().filter(link -> !link.revoked()).toList();
            links.forEach(link -> revokeLink(owner, link.id()));
            keys.forEach(key -> revokeKey(owner, key.id()));
        } while (!keys.isEmpty() || !links.isEmpty());
    }

    /** @param pointer finds the key or link for its owner */
    private Optional<Item> revoke(
            String owner, Map<String, AttributeValue> place, Map<String, AttributeValue> pointer) {
        long expires = clock.instant().plus(REVOKED_KEPT).getEpochSecond();
        TableUpdate revoked = table.update(place)
                .when(Condition.equal(TableLayout.OWNER, owner))
                .when(Condition.absent(TableLayout.REVOKED_AT))
                .set(TableLayout.REVOKED_AT, clock.instant())
                .set(TableLayout.EXPIRES, expires);
        TableUpdate oneLess = table.update(TableLayout.ownerKey(owner)).add(TableLayout.COUNT, -1);
        Map<Integer, Item> refused =
                table.transact(List.of(revoked, oneLess, table.update(pointer).set(TableLayout.EXPIRES, expires)));
        // Refused, it may have been revoked before, or by this write, whose answer was lost.
        return refused.isEmpty()
                ? table.item(place)
                : Optional.of(refused.get(0))
                        .filter(item -> !item.isEmpty()
                                && item.string(TableLayout.OWNER).equals(owner));
    }

    /**
     * Replaces the recovery code of an owner.
     *
     * @param code the one that holds until then; {@code null} for an admin, who needs none
     * @return empty if {@code code} is another one, or the owner is being erased or was
     */
    public Optional<InvitationSecret> replaceRecovery(OwnerRecord owner, InvitationSecret code) {
        if (code != null && !code.id().equals(owner.recovery())) {
            return Optional.empty();
        }
        InvitationSecret next = InvitationSecret.draw(random);
        InvitationRecord recovery = InvitationRecord.recovery(next, owner, clock.instant());
        Map<Integer, Item> refused = table.transact(List.of(
                Invitations.put(table, recovery, next),
                table.update(TableLayout.ownerKey(owner.id()))
                        .when(Condition.equal(TableLayout.RECOVERY, owner.recovery())
                                .and(Condition.absent(TableLayout.ERASED_AT)))
                        .set(TableLayout.RECOVERY, next.id()),
                table.update(TableLayout.invitationKey(owner.recovery()))
                        .set(TableLayout.REVOKED_AT, clock.instant())
                        .set(
                                TableLayout.EXPIRES,
                                clock.instant().plus(REVOKED_KEPT).getEpochSecond())));
        if (!refused.isEmpty() && !refused.containsKey(KEY)) {
            return Optional.empty();
        }
        return Optional.of(next);
    }

    /**
     * Gives an owner another name, or blocks it or lets it in again. Blocked, none of its keys and links works; its
     * matches end, its tournaments are cancelled, and its bots are paused by the caller.
     *
     * @param name {@code null} if it stays
     * @param blocked {@code null} if that stays
     * @return empty if there is no such owner, or it is being erased or was
     */
    public Optional<OwnerRecord> change(String id, String name, Boolean blocked) {
        if (!IdKind.OWNER.is(id) || name == null && blocked == null) {
            return find(id);
        }
        TableUpdate update = table.update(TableLayout.ownerKey(id))
                .when(Condition.there(TableLayout.PK).and(Condition.absent(TableLayout.ERASED_AT)));
        if (name != null) {
            update.set(TableLayout.NAME, name);
        }
        if (Boolean.TRUE.equals(blocked)) {
            update.setIfAbsent(TableLayout.BLOCKED_AT, clock.instant());
        } else if (Boolean.FALSE.equals(blocked)) {
            update.remove(TableLayout.BLOCKED_AT);
        }
        Written written = update.writeAndRead();
        return written.done() ? Optional.of(written.item().as(OwnerRecord.class)) : Optional.empty();
    }

    /**
     * An owner as the table stores it, and as the API shows it. All times are cut to whole milliseconds.
     *
     * @param scope the largest that a key of it has
     * @param blockedAt when an admin blocked it, or {@code null}
     * @param invitation the id of the invitation with which it joined, or {@code null}
     * @param recovery the id of the invitation that its recovery code is the secret of
     */
    public record OwnerRecord(
            String id,
            String name,
            Scope scope,
            Instant createdAt,
            Instant blockedAt,
            String invitation,
            Quotas quotas,
            @JsonIgnore String recovery) {

        public OwnerRecord {
            Objects.requireNonNull(name, "an owner has a name");
            if (!IdKind.OWNER.is(id)) {
                throw new IllegalArgumentException("not the id of an owner: " + id);
            }
            if (scope == Scope.ANONYMOUS) {
                throw new IllegalArgumentException("the owner " + id + " could do nothing");
            }
            createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
            blockedAt = blockedAt == null ? null : blockedAt.truncatedTo(ChronoUnit.MILLIS);
            Objects.requireNonNull(quotas, "an owner has quotas, if only none");
        }

        public boolean blocked() {
            return blockedAt != null;
        }
    }

    /**
     * A key as the table stores it, without its token, and as the API shows it. All times are cut to whole
     * milliseconds.
     *
     * @param id identifies the token
     * @param name says which machine or person has it
     * @param scope what it allows; never {@link Scope#ANONYMOUS}
     * @param usedAt when it was last seen, an hour earlier at most, or {@code null} before
     * @param revokedAt when it was revoked, or {@code null}
     */
    public record KeyRecord(
            String id,
            @JsonIgnore String owner,
            String name,
            Scope scope,
            Instant createdAt,
            Instant usedAt,
            Instant revokedAt) {

        public KeyRecord {
            Objects.requireNonNull(name, "a key has a name");
            Objects.requireNonNull(owner, "a key has an owner");
            if (!BearerToken.isId(id)) {
                throw new IllegalArgumentException("not the id of a token: " + id);
            }
            if (scope == Scope.ANONYMOUS) {
                throw new IllegalArgumentException("the key " + id + " would allow nothing");
            }
            createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
            usedAt = usedAt == null ? null : usedAt.truncatedTo(ChronoUnit.MILLIS);
            revokedAt = revokedAt == null ? null : revokedAt.truncatedTo(ChronoUnit.MILLIS);
        }

        public boolean revoked() {
            return revokedAt != null;
        }
    }

    /**
     * An owner's quotas below those of the deployment; {@code null} = as much as the deployment allows.
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
         * The smaller of the deployment's limit and an owner's quota, so that a quota only ever takes something away.
         *
         * @param deployed the deployment's limit; 0 = no limit
         * @return 0 = no limit
         */
        public static int least(int deployed, Integer quota) {
            return quota == null ? deployed : deployed == 0 ? quota : Math.min(deployed, quota);
        }
    }
}
