package bout.store.access;

import bout.store.table.Condition;
import bout.store.table.Item;
import bout.store.table.Quota;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.store.table.Transactions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Issues tokens to people who join, with an invitation or without one. One transaction counts the use and stores the
 * token, so an invitation never gives more tokens than it has uses, and none after it was revoked.
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
    private final Transactions transactions;
    private final Clock clock;
    private final AccessTokens tokens;
    private final Invitations invitations;

    public Joins(Table table, Clock clock, AccessTokens tokens, Invitations invitations) {
        this.table = table;
        this.transactions = new Transactions(table, ATTEMPTS);
        this.clock = clock;
        this.tokens = tokens;
        this.invitations = invitations;
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
        Optional<InvitationRecord> found = invitations.find(secret);
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
                InvitationRecord now = Invitations.record(item);
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
}
