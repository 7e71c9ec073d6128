package bout.price;

import java.util.List;

/**
 * What one match uses of the table, the bucket and the queues, from its request to its end.
 *
 * @param writeUnits with those of the index
 * @param messages sent to standard queues, each in its own request
 */
record MatchKind(
        String text,
        double writeUnits,
        double readUnits,
        double files,
        double messages,
        double fifoMessages,
        double apiRequests) {

    /** Started with an admin token, which has no limits. */
    static final MatchKind ADMIN = new MatchKind("started with an admin token", 9, 0, 1, 1, 0, 1);

    /** Started with another token: the request is counted, and the match takes room in a quota and frees it. */
    static final MatchKind TOKEN = new MatchKind("started with a token with quotas", 12, 0, 1, 1, 0, 1);

    /** Its item is larger than a kilobyte at the end. */
    static final MatchKind URLS = new MatchKind("the same, between URLs of 170 characters", 14, 0, 1, 1, 0, 1);

    static final MatchKind FAILING = new MatchKind("the same, and neither ever answers", 14, 0, 1, 1, 0, 1);

    /** The match names them by their ids. The runner reads both. */
    static final MatchKind REGISTERED = new MatchKind("between two registered bots of one owner", 12, 1, 1, 1, 0, 1);

    static final MatchKind FOUR = new MatchKind("of four, between URLs of 170 characters", 20, 0, 1, 1, 0, 1);

    static final List<MatchKind> ALL = List.of(ADMIN, TOKEN, URLS, FAILING, REGISTERED, FOUR);
}
