package bout.store.bot;

/** What became of a bot that was to be registered. */
public sealed interface BotRegistration {

    /** It is in the table now. */
    record New(BotRecord bot) implements BotRegistration {}

    /**
     * The same request registered a bot before, and nothing was written.
     *
     * @param bot that bot as it is now
     */
    record Repeated(BotRecord bot) implements BotRegistration {}

    /** The same request registered a bot before, which has been deleted since; nothing was written. */
    record Deleted() implements BotRegistration {}

    /** The idempotency key was used for another request within the last 24 hours, and nothing was written. */
    record Conflicting() implements BotRegistration {}
}
