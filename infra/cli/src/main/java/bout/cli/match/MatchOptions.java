package bout.cli.match;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.cli.text.BoutCommand;
import bout.cli.text.DidYouMean;
import bout.cli.text.WrongUse;
import bout.engine.GameCard;
import bout.engine.Options;
import bout.engine.TimeLimits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

final class MatchOptions extends GameArgument {

    private static final int MOST_AT_ONCE = 1024;
    private static final int LARGEST_DRAWN_SEED = 1_000_000_000;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "Set an option of the game; can be repeated.")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--time-limit",
            paramLabel = "MS",
            description = "How long a bot can take to answer a call, in milliseconds, from " + TimeLimits.MIN + " to "
                    + TimeLimits.MAX + ". Default: the game's time limit.")
    private Integer timeLimit;

    @Option(
            names = "--concurrency",
            paramLabel = "C",
            defaultValue = "1",
            description =
                    "How many matches to play at the same time, up to " + MOST_AT_ONCE + ". Default: ${DEFAULT-VALUE}.")
    private int concurrency;

    @Mixin
    private SecretOption secret;

    PlayerArgument player(String text) {
        return PlayerArgument.read(game(), text, secret.secret());
    }

    /** By seat, as many as the game takes. */
    List<PlayerArgument> players(List<String> texts) {
        GameCard.Seats seats = game().card().seats();
        BoutCommand.check(
                seats.allow(texts.size()),
                "A match of " + id() + " has " + seats.players() + ", not " + texts.size() + ".");
        return texts.stream().map(this::player).toList();
    }

    Pairing.Rules rules() {
        return new Pairing.Rules(game(), options(), limits());
    }

    private Options options() {
        List<bout.engine.Option> declared = game().card().options();
        Map<String, Object> values = new LinkedHashMap<>();
        set.forEach((name, text) -> {
            Object value = declared.stream()
                    .filter(option -> option.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new WrongUse(DidYouMean.message(
                            "option of " + id(),
                            name,
                            declared.stream().map(bout.engine.Option::name).toList())))
                    .fromText(text);
            // A text that is not a value stays as it is, so that the message shows it.
            values.put(name, value == null ? text : value);
        });
        return switch (Options.read(declared, values)) {
            case Options.Valid valid -> valid.options();
            case Options.Invalid invalid -> {
                Options.Violation violation = invalid.violations().getFirst();
                throw new WrongUse("--set " + violation.name() + ": " + violation.text() + ".");
            }
        };
    }

    private TimeLimits limits() {
        BoutCommand.check(
                timeLimit == null || timeLimit >= TimeLimits.MIN && timeLimit <= TimeLimits.MAX,
                "--time-limit must be between " + TimeLimits.MIN + " and " + TimeLimits.MAX + " ms; got " + timeLimit
                        + ".");
        return timeLimit == null ? game().card().timeLimits() : TimeLimits.same(timeLimit);
    }

    int concurrency() {
        BoutCommand.range("--concurrency", concurrency, 1, MOST_AT_ONCE);
        return concurrency;
    }

    BotClient client() {
        // All bots of a match may be on the same host and be called at the same time.
        return new BotClient(AddressPolicy.LOOPBACK, game().card().seats().most() * concurrency());
    }

    static String seed(String given) {
        return given != null
                ? given
                : Integer.toString(ThreadLocalRandom.current().nextInt(LARGEST_DRAWN_SEED));
    }
}
