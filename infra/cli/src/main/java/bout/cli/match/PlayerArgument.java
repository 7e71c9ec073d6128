package bout.cli.match;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.botclient.Callee;
import bout.cli.text.DidYouMean;
import bout.cli.text.Typed;
import bout.cli.text.WrongUse;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.wire.WebhookSecret;

/** A player as named on the command line. Its text is shown only on the terminal where it was typed. */
public sealed interface PlayerArgument {

    String HOUSE = "house:";

    default String argument() {
        return toString();
    }

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

    record Url(Callee callee, String text) implements PlayerArgument {
        @Override
        public String toString() {
            return text;
        }
    }

    static PlayerArgument read(Game<?> game, String typed, WebhookSecret secret) {
        String text = Typed.pasted(typed);
        if (text.regionMatches(true, 0, HOUSE, 0, HOUSE.length())) {
            return new House(houseBot(game, text));
        }
        if (Typed.isUrl(text)) {
            return new Url(Callee.of(url(text), secret), text);
        }
        boolean houseBot = game.houseBots().stream().anyMatch(bot -> bot.name().equals(Typed.word(text)));
        throw new WrongUse("'" + text + "' is not a player: expected a URL (http://... or https://...) or house:NAME."
                + (houseBot ? " Did you mean house:" + Typed.word(text) + "?" : Typed.hint(text)));
    }

    static HouseBot houseBot(Game<?> game, String text) {
        String name = Typed.word(text).replaceFirst("^" + HOUSE, "");
        return game.houseBots().stream()
                .filter(bot -> bot.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new WrongUse(DidYouMean.message(
                        "house bot of " + game.card().id(),
                        name,
                        game.houseBots().stream().map(HouseBot::name).toList())));
    }

    static BotUrl url(String typed) {
        String text = Typed.pasted(typed);
        return switch (BotUrl.read(text, AddressPolicy.LOOPBACK)) {
            case BotUrl.Allowed allowed -> allowed.url();
            case BotUrl.Refused refused ->
                throw new WrongUse("'" + text + "' is not a URL that Bout can call: " + refused.text() + ".");
        };
    }
}
