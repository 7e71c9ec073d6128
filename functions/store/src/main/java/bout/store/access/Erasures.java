package bout.store.access;

import bout.store.access.Owners.OwnerRecord;
import bout.table.Condition;
import bout.table.Item;
import bout.table.Partition;
import bout.table.Table;
import bout.table.TableLayout;
import bout.wire.id.IdKind;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The erasures of owners that are not over. One begins with a single transaction, which also blocks the owner; all
 * further steps follow from its item, so a crash delays it and loses nothing.
 *
 * <p>{@code pk} = {@code owner#ID}, {@code sk} = {@code erasure}: an {@link Erasure}, with {@code list} (always
 * {@code erasures}: a partition of the index).
 */
public record Erasures(Table table, Clock clock) {

    public static final String NAME = "erased";

    /**
     * How far an erasure is. It looks at everything that is stored, again and again, until it finds nothing to erase:
     * matches played during one pass have ended by the next.
     *
     * @param id of the owner
     * @param nextAt when it goes on
     * @param step how many lists this pass has seen to their end
     * @param behind the last id of the next list that this pass has seen, or {@code null}
     * @param found whether this pass has found anything to erase, or that may have to be erased later
     * @param codes the SHA-256 of published code of the owner's bots
     * @param others those of {@code codes} that this pass has found with a bot of somebody else
     */
    public record Erasure(
            String id,
            Instant startedAt,
            Instant nextAt,
            int step,
            String behind,
            boolean found,
            Set<String> codes,
            Set<String> others) {

        public Erasure at(int nextStep, String last, boolean foundMore, Set<String> allCodes, Set<String> ofOthers) {
            return new Erasure(id, startedAt, nextAt, nextStep, last, found || foundMore, allCodes, ofOthers);
        }

        public Erasure again(Instant at) {
            return new Erasure(id, startedAt, at, 0, null, false, codes, Set.of());
        }
    }

    /**
     * Blocks an owner for good and begins to erase it; begins again if it was erased before.
     *
     * @return the owner after that, if there is one
     */
    public Optional<OwnerRecord> begin(String owner) {
        if (!IdKind.OWNER.is(owner)) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        Map<Integer, Item> refused = table.transact(List.of(
                table.update(TableLayout.ownerKey(owner))
                        .when(Condition.there(TableLayout.PK))
                        .setIfAbsent(TableLayout.BLOCKED_AT, now)
                        .setIfAbsent(TableLayout.ERASED_AT, now),
                table.put(TableLayout.erasureKey(owner))
                        .set(new Erasure(owner, now, now, 0, null, false, Set.of(), Set.of()))
                        .set(TableLayout.LIST, TableLayout.ERASURES)));
        return refused.isEmpty() ? new Owners(table, clock).find(owner) : Optional.empty();
    }

    public Optional<Erasure> find(String owner) {
        return table.item(TableLayout.erasureKey(owner)).map(item -> item.as(Erasure.class));
    }

    /** The owners whose erasures are to go on. The index follows the table within a fraction of a second. */
    public List<String> due() {
        return table.newest(TableLayout.ERASURES, null, Integer.MAX_VALUE).stream()
                .map(item -> item.as(Erasure.class))
                .filter(erasure -> !erasure.nextAt().isAfter(clock.instant()))
                .map(Erasure::id)
                .toList();
    }

    /**
     * Removes the name, all keys, links, the recovery code and the identity of an owner who is blocked, and so gets no
     * new ones; it is no longer listed.
     */
    public void removeAccess(String owner) {
        new Owners(table, clock).find(owner).ifPresent(its -> {
            delete(TableLayout.invitationKey(its.recovery()));
            Partition partition = new Partition(table, TableLayout.ownerKey(owner));
            deleteAll(partition, TableLayout.TOKEN_PREFIX, TableLayout::tokenKey);
            deleteAll(partition, TableLayout.INVITATION_PREFIX, TableLayout::invitationKey);
            deleteAll(partition, TableLayout.IDENTITY_PREFIX, TableLayout::identityKey);
        });
        table.update(TableLayout.ownerKey(owner))
                .when(Condition.there(TableLayout.PK))
                .set(TableLayout.NAME, NAME)
                .remove(TableLayout.LIST)
                .write();
    }

    /** Deletes what the items of an owner point to, and them. */
    private void deleteAll(Partition partition, String prefix, Function<String, Map<String, AttributeValue>> pointed) {
        partition.items(prefix).forEach(pointer -> {
            delete(pointed.apply(pointer.string(TableLayout.SK).substring(prefix.length())));
            delete(pointer.key());
        });
    }

    private void delete(Map<String, AttributeValue> key) {
        table.delete(key).write();
    }

    /** Records how far it is, unless it has begun again meanwhile. */
    public void save(Erasure erasure) {
        table.update(TableLayout.erasureKey(erasure.id()))
                .when(notBegunAgain(erasure))
                .set(erasure)
                .write();
    }

    public void over(Erasure erasure) {
        table.delete(TableLayout.erasureKey(erasure.id()))
                .when(notBegunAgain(erasure))
                .write();
    }

    private static Condition notBegunAgain(Erasure erasure) {
        return Condition.equal(TableLayout.STARTED_AT, erasure.startedAt());
    }
}
