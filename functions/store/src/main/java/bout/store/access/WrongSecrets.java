package bout.store.access;

import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Counts the wrong secrets of invitations that each network has sent in this minute, so that guessing is slow wherever
 * requests are not limited. Nobody guesses 100 bits; the limit keeps a flood of guesses from costing much.
 *
 * <p>Requests at the same moment may pass the limit together: it is read before a secret is looked up, and counted
 * after.
 *
 * <p>Safe for use by many threads. Needs the actions {@code GetItem} and {@code UpdateItem}.
 *
 * <p>{@code pk} = {@code wrong-secrets#NETWORK#MINUTE}, {@code sk} = {@code wrong-secrets}.
 *
 * <p>NETWORK is an address, or of IPv6 its /64; MINUTE counts from 1970. Attributes: {@code count}, and {@code expires}
 * (two minutes later).
 *
 * @param clock decides which minute it is
 */
public record WrongSecrets(Table table, Clock clock) {

    /** How many a network may send in a minute: a class that types an invitation makes mistakes. */
    public static final int MOST = 30;

    /** Long enough for clocks that differ; the items are deleted some time later. */
    private static final Duration KEPT = Duration.ofMinutes(2);

    /** Whether a network has sent as many as it may in this minute. */
    public boolean tooMany(String network) {
        return table.item(TableLayout.wrongSecretsKey(network, minute(clock.instant())))
                .filter(item -> Integer.parseInt(item.get(TableLayout.COUNT).n()) >= MOST)
                .isPresent();
    }

    /** Counts another one. */
    public void count(String network) {
        Instant now = clock.instant();
        table.update(TableLayout.wrongSecretsKey(network, minute(now)))
                .set("#count = if_not_exists(#count, :zero) + :one")
                .with(":zero", 0)
                .with(":one", 1)
                .set(TableLayout.EXPIRES, now.plus(KEPT).getEpochSecond())
                .write();
    }

    private static long minute(Instant now) {
        return now.getEpochSecond() / Duration.ofMinutes(1).toSeconds();
    }
}
