package bout.store.bot;

public sealed interface BotChange {

    record Done(BotRecord bot) implements BotChange {}

    /** Another request changed the bot after it was read; nothing was written. */
    record Outdated() implements BotChange {}

    record Gone() implements BotChange {}
}
