package bout.store.match;

import bout.store.id.MatchIds;
import bout.store.table.Creation;
import bout.store.table.Creator;
import bout.store.table.IdempotencyKey;
import bout.store.table.Quota;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Stores new matches. */
record Acceptance(Table table, Clock clock) {

    /** Longer than any function runs: whoever took room for a match has stored it by then, or never will. */
    private static final Duration STORED_WITHIN = Duration.ofMinutes(15);

    /**
     * Accepts a match without an idempotency key: takes room in each quota, then stores the match. These are plain
     * writes, which cost half of what they would in a transaction. A crash in between leaves room taken for a match
     * that does not exist, until {@link #stale} finds it.
     *
     * @param claims the quotas in which it counts
     */
    Creation<MatchRecord> put(MatchRecord queued, List<Quota.Claim> claims) {
        Instant now = clock.instant();
        List<Quota.Claim> taken = new ArrayList<>();
        for (Quota.Claim claim : claims) {
            Quota.Taken answer = take(claim, queued.id(), taken, now);
            if (answer != Quota.Taken.ROOM) {
                taken.forEach(each -> quota(each).takeBack(each, queued.id(), now));
                return answer == Quota.Taken.FULL
                        ? new Creation.TooManyOpen<>(claim.whose())
                        : new Creation.TooManyToday<>(Quota.tomorrow(now));
            }
            taken.add(claim);
        }
        MatchItem item = item(queued, claims);
        try {
            table.put(item.attributes()).ifAbsent().itemIfRefused().write();
        } catch (ConditionalCheckFailedException refused) {
            // Our own write, if the answer was lost and the SDK retried.
            if (!new MatchItem(refused.item()).sameMatch(item)) {
                throw new IllegalStateException("there is another match with the id " + queued.id(), refused);
            }
        }
        return new Creation.New<>(queued);
    }

    /** If this fails, nothing will be stored, so the room that was taken before is given back. */
    private Quota.Taken take(Quota.Claim claim, String id, List<Quota.Claim> taken, Instant now) {
        try {
            return quota(claim).take(claim, id, this::stale, now);
        } catch (SdkException failed) {
            for (Quota.Claim each : taken) {
                try {
                    quota(each).takeBack(each, id, now);
                } catch (SdkException unreachable) {
                    failed.addSuppressed(unreachable);
                }
            }
            throw failed;
        }
    }

    private Quota quota(Quota.Claim claim) {
        return new Quota(table, TableLayout.MATCH, claim.whose());
    }

    /**
     * The matches that do not say that they count in this quota, and those that do not exist. Not those of tournaments,
     * which may be created any time later.
     */
    Set<String> stale(String owner, Set<String> open) {
        Instant before = clock.instant().minus(STORED_WITHIN);
        Map<String, MatchItem> found = new HashMap<>();
        table.items(open.stream().map(TableLayout::matchKey).toList()).stream()
                .map(MatchItem::new)
                .forEach(item -> found.put(item.id(), item));
        return open.stream()
                .filter(id -> found.containsKey(id)
                        ? !found.get(id).quotasOf().contains(owner)
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
        board.forEach(match -> putIfAbsent(item(match, claims)));
        return true;
    }

    private void putIfAbsent(MatchItem item) {
        try {
            table.put(item.attributes()).ifAbsent().write();
        } catch (ConditionalCheckFailedException there) {
            // It was created before: by another call, or by this one if its answer was lost.
        }
    }

    /**
     * Accepts a match in one transaction, unless an equal request was accepted before or a quota has no room.
     *
     * @param key {@code null} for a request without an idempotency key
     * @param claims the quotas in which it counts
     */
    Creation<MatchRecord> put(MatchRecord queued, IdempotencyKey key, List<Quota.Claim> claims) {
        MatchItem item = item(queued, claims);
        return creator()
                .create(
                        new Creator.Wanted<>(
                                queued,
                                queued.id(),
                                List.of(table.put(item.attributes())
                                        .ifAbsent()
                                        .itemIfRefused()
                                        .part()),
                                found -> new MatchItem(found).sameMatch(item)),
                        key,
                        claims);
    }

    /** The match that an equal request created before, as it was accepted. */
    Optional<MatchRecord> earlier(IdempotencyKey key) {
        return creator().earlier(key);
    }

    private Creator<MatchRecord> creator() {
        return new Creator<>(table, clock, TableLayout.MATCH, this::asAccepted, this::stale);
    }

    private MatchItem item(MatchRecord queued, List<Quota.Claim> claims) {
        Set<String> quotasOf = claims.stream()
                .filter(claim -> claim.mostOpen() > 0)
                .map(Quota.Claim::whose)
                .collect(Collectors.toSet());
        return MatchItem.accepted(queued, clock.instant().plus(RequeueBackoff.after(0)), quotasOf);
    }

    private Optional<MatchRecord> asAccepted(String id) {
        return Optional.of(table.item(TableLayout.matchKey(id))
                .map(item -> new MatchItem(item).match().asAccepted())
                .orElseThrow(() -> new IllegalStateException(
                        "an idempotency key names the match " + id + ", but it is not in the table")));
    }
}
