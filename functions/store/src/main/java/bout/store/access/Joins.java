package bout.store.access;

import bout.store.table.Quota;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.Transactions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * Issues tokens to people who join, with an invitation or without one. One transaction counts the use and stores the
 * token, so an invitation never gives more tokens than it has uses, and none after it was revoked.
 *
 * <p>Safe for use by many threads.
 *
 * <p>Those who join without an invitation are counted in {@code pk} = {@code joins#NETWORK}, {@code sk} =
 * {@code day#DATE} with {@code count} and {@code expires} (a day later). NETWORK is an address, or of IPv6 its /64.
 */
public final class Joins {

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
    private final Clock clock;
    private final AccessTokens tokens;
    private final Invitations invitations;

    public Joins(Table table, Clock clock, AccessTokens tokens, Invitations invitations) {
        this.table = table;
        this.clock = clock;
        this.tokens = tokens;
        this.invitations = invitations;
    }

    /** What came of somebody's wish to join. */
    public sealed interface Joined {}

    /** The token was stored. */
    public record Welcome(AccessTokens.Issued issued) implements Joined {}

    /** No invitation has this secret. */
    public record UnknownSecret() implements Joined {}

    public record Revoked(InvitationRecord invitation) implements Joined {}

    public record Expired(InvitationRecord invitation) implements Joined {}

    public record UsedUp(InvitationRecord invitation) implements Joined {}

    /**
     * As many as may have joined from this network today.
     *
     * @param until when the next day begins
     */
    public record TooManyToday(Instant until) implements Joined {}

    /** Joins with an invitation. */
    public Joined join(InvitationSecret secret, String name) {
        Optional<InvitationRecord> found = invitations.find(secret);
        if (found.isEmpty()) {
            return new UnknownSecret();
        }
        InvitationRecord invitation = found.get();
        return refusal(invitation).orElseGet(() -> {
            AccessTokens.Issued issued = tokens.drawn(name, Scope.PLAY, invitation.id(), invitation.quotas());
            return write(
                    issued,
                    () -> List.of(
                            tokens.part(issued),
                            table.update(TableLayout.invitationKey(invitation.id()))
                                    .when("#used < #uses AND #expiresAt > :now AND attribute_not_exists(#revokedAt)")
                                    .with(":now", clock.instant())
                                    .set("#used = #used + :one")
                                    .with(":one", 1)
                                    .itemIfRefused()
                                    .part(),
                            table.put(TableLayout.joinedKey(
                                            invitation.id(), issued.record().id()))
                                    .part()),
                    // Others joined meanwhile, or it was revoked, or it has expired by now.
                    cancelled -> {
                        InvitationRecord now = Invitations.record(
                                cancelled.cancellationReasons().get(COUNT).item());
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

    /**
     * Joins without an invitation.
     *
     * @param network where from
     * @param mostToday how many may from there per day (UTC); 0 = no limit
     */
    public Joined join(String name, String network, int mostToday) {
        AccessTokens.Issued issued = tokens.drawn(name, Scope.PLAY, null, Quotas.NONE);
        return write(
                issued,
                () -> mostToday == 0
                        ? List.of(tokens.part(issued))
                        : List.of(tokens.part(issued), countToday(network, mostToday)),
                cancelled -> new TooManyToday(Quota.tomorrow(clock.instant())));
    }

    private TransactWriteItem countToday(String network, int most) {
        Instant now = clock.instant();
        return table.update(TableLayout.joinsKey(network, Quota.day(now)))
                .when("attribute_not_exists(#count) OR #count < :limit")
                .with(":limit", most)
                .set("#count = if_not_exists(#count, :zero) + :one")
                .with(":zero", 0)
                .with(":one", 1)
                .set(TableLayout.EXPIRES, Quota.tomorrow(now).plus(DAY_KEPT).getEpochSecond())
                .part();
    }

    /**
     * Stores a token and counts it.
     *
     * @param made makes the parts for each attempt, because they have the time in them
     * @param refused what it means that the part {@link #COUNT} was refused
     */
    private Joined write(
            AccessTokens.Issued issued,
            Supplier<List<TransactWriteItem>> made,
            Function<TransactionCanceledException, Joined> refused) {
        Transactions transactions = new Transactions(table, ATTEMPTS);
        for (int attempt = 1; ; attempt++) {
            List<TransactWriteItem> parts = made.get();
            try {
                transactions.once(parts);
                return new Welcome(issued);
            } catch (TransactionCanceledException cancelled) {
                // First, because after our own write, whose answer was lost, nothing may be left for a second one.
                if (Transactions.failed(cancelled, parts, TOKEN)) {
                    tokens.checkOwn(
                            issued, cancelled.cancellationReasons().get(TOKEN).item());
                    return new Welcome(issued);
                }
                if (Transactions.failed(cancelled, parts, parts.size() > COUNT ? COUNT : -1)) {
                    return refused.apply(cancelled);
                }
                transactions.pauseAfter(attempt, cancelled);
            } catch (TransactionInProgressException inProgress) {
                transactions.pauseAfter(attempt, inProgress);
            }
        }
    }
}
