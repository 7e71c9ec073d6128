package bout.store.bot;

/** What became of a change of a registered bot by its owner. */
public sealed interface BotChange {

    /** The bot is as it was to be. */
    record Done(BotRecord bot) implements BotChange {}

    /** The bot had been changed by another request since it was read; nothing was written. */
    record Outdated() implements BotChange {}

    /** There is no such bot any more. */
    record Gone() implements BotChange {}
}
