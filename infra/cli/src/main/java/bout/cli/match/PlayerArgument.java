package bout.cli.match;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.wire.WebhookSecret;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A player as the command line names it. */
public sealed interface PlayerArgument {

    String HOUSE = "house:";

    /** What stands for the player on a command line. */
    String argument();

    /** A bot that comes with the game. */
    record House(HouseBot bot) implements PlayerArgument {
        @Override
        public String argument() {
            return HOUSE + bot.name();
        }

        @Override
        public String toString() {
            return bot.name();
        }
    }

    /**
     * A bot behind a URL.
     *
     * @param text the URL as it was typed, for the terminal that it was typed at
     * @param secret what its calls are signed with, or {@code null}
     */
    record Url(BotUrl url, String text, WebhookSecret secret) implements PlayerArgument {
        @Override
        public String argument() {
            return text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** @param secret what calls are signed with if it is a URL, or {@code null} */
    static PlayerArgument read(CommandLine commandLine, Game<?, ?> game, String text, WebhookSecret secret) {
        if (text.startsWith(HOUSE)) {
            return new House(Arguments.houseBot(commandLine, game, text.substring(HOUSE.length())));
        }
        if (text.startsWith("http://") || text.startsWith("https://")) {
            return switch (BotUrl.read(text, AddressPolicy.LOOPBACK)) {
                case BotUrl.Allowed allowed -> new Url(allowed.url(), text, secret);
                case BotUrl.Refused refused ->
                    throw new ParameterException(
                            commandLine, "'" + text + "' is no bot's URL: " + refused.text() + ".");
            };
        }
        boolean houseBot = game.houseBots().stream().anyMatch(bot -> bot.name().equals(text));
        throw new ParameterException(
                commandLine,
                "'" + text + "' is no player: a player is a URL (http://... or https://...) or house:NAME."
                        + (houseBot ? " Did you mean house:" + text + "?" : ""));
    }
}
