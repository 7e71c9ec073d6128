package bout.cli.match;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.botclient.Callee;
import bout.cli.text.Typed;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.wire.WebhookSecret;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A player as named on the command line. */
public sealed interface PlayerArgument {

    String HOUSE = "house:";

    /** The text for the player on a command line. */
    String argument();

    /** A bot that is built into the game. */
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
     * @param text the URL as typed, to be shown only on the terminal where it was typed
     * @param secret what its calls are signed with, or {@code null}
     */
    record Url(BotUrl url, String text, WebhookSecret secret) implements PlayerArgument {
        public Callee callee() {
            return Callee.of(url, secret);
        }

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
    static PlayerArgument read(CommandLine commandLine, Game<?> game, String typed, WebhookSecret secret) {
        String text = Typed.pasted(typed);
        if (text.regionMatches(true, 0, HOUSE, 0, HOUSE.length())) {
            return new House(Arguments.houseBot(commandLine, game, text.substring(HOUSE.length())));
        }
        if (Typed.isUrl(text)) {
            return switch (BotUrl.read(text, AddressPolicy.LOOPBACK)) {
                case BotUrl.Allowed allowed -> new Url(allowed.url(), text, secret);
                case BotUrl.Refused refused ->
                    throw new ParameterException(
                            commandLine, "'" + text + "' is not a URL that Bout can call: " + refused.text() + ".");
            };
        }
        boolean houseBot = game.houseBots().stream().anyMatch(bot -> bot.name().equals(Typed.word(text)));
        throw new ParameterException(
                commandLine,
                "'" + text + "' is not a player: expected a URL (http://... or https://...) or house:NAME."
                        + (houseBot ? " Did you mean house:" + Typed.word(text) + "?" : Typed.hint(text)));
    }
}
