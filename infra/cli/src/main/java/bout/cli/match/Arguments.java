package bout.cli.match;

import bout.cli.text.DidYouMean;
import bout.cli.text.Typed;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Option;
import bout.engine.Options;
import bout.games.Games;
import bout.wire.WebhookSecret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Arguments of several commands: a game, one of its house bots, values of its options. Wrong ones end with status 2.
 */
public final class Arguments {

    private Arguments() {}

    public static Game<?> game(CommandLine commandLine, String id) {
        return Games.byId(Typed.word(id))
                .orElseThrow(() -> new ParameterException(
                        commandLine,
                        DidYouMean.message(
                                "game",
                                id,
                                Games.ALL.stream().map(game -> game.card().id()).toList())));
    }

    public static HouseBot houseBot(CommandLine commandLine, Game<?> game, String name) {
        for (HouseBot bot : game.houseBots()) {
            if (bot.name().equals(Typed.word(name))) {
                return bot;
            }
        }
        throw new ParameterException(
                commandLine,
                DidYouMean.message(
                        "house bot of " + game.card().id(),
                        name,
                        game.houseBots().stream().map(HouseBot::name).toList()));
    }

    /** @param text the value of {@code --secret}, or {@code null} for none */
    public static WebhookSecret secret(CommandLine commandLine, String text) {
        if (text == null) {
            return null;
        }
        return switch (WebhookSecret.read(text)) {
            case WebhookSecret.Accepted accepted -> accepted.secret();
            case WebhookSecret.Refused refused ->
                throw new ParameterException(commandLine, "--secret: " + refused.text() + ".");
        };
    }

    /** @param given the values of {@code --set}, by option */
    static Options options(CommandLine commandLine, Game<?> game, Map<String, String> given) {
        List<Option> declared = game.card().options();
        Map<String, Object> values = new LinkedHashMap<>();
        given.forEach((name, text) -> {
            Object value = declared.stream()
                    .filter(option -> option.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new ParameterException(
                            commandLine,
                            DidYouMean.message(
                                    "option of " + game.card().id(),
                                    name,
                                    declared.stream().map(Option::name).toList())))
                    .fromText(text);
            // A text that is not a value stays as it is, so that the message shows it.
            values.put(name, value == null ? text : value);
        });
        return switch (Options.read(declared, values)) {
            case Options.Valid valid -> valid.options();
            case Options.Invalid invalid -> {
                Options.Violation wrong = invalid.violations().getFirst();
                throw new ParameterException(commandLine, "--set " + wrong.name() + ": " + wrong.text() + ".");
            }
        };
    }
}
