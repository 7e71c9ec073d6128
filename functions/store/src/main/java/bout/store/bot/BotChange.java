package bout.store.bot;

/** The result of an owner's change of a registered bot. */
public sealed interface BotChange {

    /** The change was made. */
    record Done(BotRecord bot) implements BotChange {}

    /** Another request changed the bot after it was read; nothing was written. */
    record Outdated() implements BotChange {}

    /** The bot has been deleted. */
    record Gone() implements BotChange {}
}
