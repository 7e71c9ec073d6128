package bout.store.match;

import bout.table.ConditionalWrite.Written;
import bout.table.Creation;
import bout.table.Creator;
import bout.table.Creator.IdempotencyKey;
import bout.table.Item;
import bout.table.Quota;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TablePut;
import bout.telemetry.Machine;
import bout.wire.id.MatchIds;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

record Acceptance(Table table, Clock clock) {

    /**
     * Accepts a match, unless an equal request was accepted before or a quota has no room.
     *
     * @param key {@code null} for a request without an idempotency key
     */
    Creation<MatchRecord> accept(MatchRecord queued, IdempotencyKey key, List<Quota.Claim> claims) {
        return creator().create(queued.id(), key, claims, place -> store(queued, place, claims));
    }

    private Optional<Creation<MatchRecord>> store(MatchRecord queued, Creator.Place place, List<Quota.Claim> claims) {
        String id = place.id();
        MatchRecord match = MatchRecord.queued(id, queued.settings(), queued.origin(), queued.createdAt());
        String change = Machine.current().randomId().toString();
        TablePut put = put(match, claims).set(TableLayout.CHANGE, change);
        Item refused;
        if (place.alone()) {
            Written written = put.write();
            refused = written.done() ? null : written.item();
        } else {
            Map<Integer, Item> parts = table.transact(List.of(put, place.stored(id)));
            if (parts.containsKey(1) && !parts.containsKey(0)) {
                return Optional.empty();
            }
            refused = parts.get(0);
        }
        if (refused == null) {
            return Optional.of(new Creation.New<>(match));
        }
        // By this write, whose answer was lost, or by an equal request.
        StoredMatch there = StoredMatch.of(refused);
        MatchRecord accepted = there.match().asAccepted();
        if (place.key() == null && !accepted.equals(match)) {
            throw new IllegalStateException("there is another match with the id " + id);
        }
        // It may have ended meanwhile, before this request took room for it. Which of the two was counted for the day
        // is not known, so that stays.
        claims.stream()
                .filter(claim -> !there.lease().quotasOf().contains(claim.whose()))
                .forEach(claim -> quota(claim).free(Set.of(id)));
        boolean own = place.key() == null || refused.is(TableLayout.CHANGE, change);
        return Optional.of(own ? new Creation.New<>(accepted) : new Creation.Repeated<>(accepted));
    }

    Optional<MatchRecord> earlier(IdempotencyKey key) {
        return creator().earlier(key);
    }

    private Creator<MatchRecord> creator() {
        return new Creator<>(
                table,
                clock,
                TableLayout.MATCH,
                id -> StoredMatch.find(table, id).map(found -> found.match().asAccepted()),
                this::stale);
    }

    private TablePut put(MatchRecord match, List<Quota.Claim> claims) {
        String owner = match.origin().owner();
        Set<String> quotasOf = claims.stream().map(Quota.Claim::whose).collect(Collectors.toSet());
        return table.put(TableLayout.matchKey(match.id()))
                .set(StoredMatch.accepted(match, quotasOf, clock.instant()))
                .set(TableLayout.LIST, StoredMatch.list(match.game(), Status.QUEUED))
                .set(TableLayout.ASKED_BY, match.rated() || owner == null ? null : TableLayout.askedBy(owner))
                .ifAbsent();
    }

    private Quota quota(Quota.Claim claim) {
        return new Quota(table, TableLayout.MATCH, claim.whose());
    }

    /**
     * The matches that do not say that they count in this quota, and those that do not exist. Not those of tournaments,
     * which may be created any time later.
     */
    Set<String> stale(String owner, Set<String> open) {
        Instant before = clock.instant().minus(Creator.STORED_WITHIN);
        Map<String, StoredMatch> found = table
                .items(open.stream().map(TableLayout::matchKey).toList())
                .stream()
                .map(StoredMatch::of)
                .collect(Collectors.toMap(StoredMatch::id, match -> match));
        return open.stream()
                .filter(id -> found.containsKey(id)
                        ? !found.get(id).lease().quotasOf().contains(owner)
                        : !MatchLimits.isOfTournaments(owner)
                                && MatchIds.time(id).isBefore(before))
                .collect(Collectors.toSet());
    }

    /**
     * Stores those matches of a board that do not exist yet, unless a quota has no room for all of them.
     *
     * <p>A crash may leave room taken for matches that do not exist. The next update of their tournament creates them,
     * or frees it.
     */
    boolean putIfAbsent(List<MatchRecord> board, List<Quota.Claim> claims) {
        List<String> ids = board.stream().map(MatchRecord::id).toList();
        for (Quota.Claim claim : claims) {
            if (!quota(claim).takeTogether(ids, claim.mostOpen(), this::stale, clock.instant())) {
                claims.subList(0, claims.indexOf(claim))
                        .forEach(taken -> quota(taken).free(ids));
                return false;
            }
        }
        // One that is there was created before: by another call, or by this one if its answer was lost.
        board.forEach(match -> put(match, claims).write());
        return true;
    }
}
