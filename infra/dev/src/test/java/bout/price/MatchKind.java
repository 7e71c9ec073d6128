package bout.price;

/**
 * What one match uses of the table, the bucket and the queues, from its request to its end. Write units include the
 * index.
 */
enum MatchKind {
    /** Started with an admin token, which has no limits. */
    ADMIN("started with an admin token", 8, 0, 1, 1, 0, 1),
    /** Started with another token: the request is counted, and the match takes room in a quota and frees it. */
    TOKEN("started with a token with quotas", 11, 0, 1, 1, 0, 1);

    private final String text;
    private final double writeUnits;
    private final double readUnits;
    private final double files;
    private final double messages;
    private final double fifoMessages;
    private final double apiRequests;

    MatchKind(
            String text,
            double writeUnits,
            double readUnits,
            double files,
            double messages,
            double fifoMessages,
            double apiRequests) {
        this.text = text;
        this.writeUnits = writeUnits;
        this.readUnits = readUnits;
        this.files = files;
        this.messages = messages;
        this.fifoMessages = fifoMessages;
        this.apiRequests = apiRequests;
    }

    String text() {
        return text;
    }

    double writeUnits() {
        return writeUnits;
    }

    double readUnits() {
        return readUnits;
    }

    /** Files written. */
    double files() {
        return files;
    }

    /** Messages sent to standard queues, each in its own request. */
    double messages() {
        return messages;
    }

    double fifoMessages() {
        return fifoMessages;
    }

    double apiRequests() {
        return apiRequests;
    }
}
