package bout.cli.match;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.engine.Game;
import bout.engine.Options;
import bout.engine.TimeLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that play several matches. Wrong values end with status 2. */
public final class MatchOptions {

    private static final int MOST_AT_ONCE = 1024;
    private static final int LARGEST_DRAWN_SEED = 1_000_000_000;

    /** Both bots of a match may be on the same host and be called at the same time. */
    private static final int CALLS_OF_A_MATCH = 2;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "Set an option of the game; may be repeated.")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--time-limit",
            paramLabel = "MS",
            description = "How long a bot may take to answer a call, in milliseconds, from " + TimeLimits.MIN + " to "
                    + TimeLimits.MAX + ". Default: the game's time limit.")
    private Integer timeLimit;

    @Option(
            names = "--concurrency",
            paramLabel = "C",
            defaultValue = "1",
            description =
                    "How many matches to play at the same time, up to " + MOST_AT_ONCE + ". Default: ${DEFAULT-VALUE}.")
    private int concurrency;

    @Option(
            names = "--secret",
            paramLabel = "SECRET",
            defaultValue = "${env:BOUT_SECRET}",
            description = {
                "Sign the calls with this secret (whsec_...), as calls to registered bots are signed.",
                "Default: the environment variable BOUT_SECRET, which other users cannot see."
            })
    private String secret;

    public PlayerArgument player(Game<?> game, String text) {
        return PlayerArgument.read(spec.commandLine(), game, text, Arguments.secret(spec.commandLine(), secret));
    }

    public Options options(Game<?> game) {
        return Arguments.options(spec.commandLine(), game, set);
    }

    public TimeLimits limits(Game<?> game) {
        check(
                timeLimit == null || timeLimit >= TimeLimits.MIN && timeLimit <= TimeLimits.MAX,
                "--time-limit: from " + TimeLimits.MIN + " to " + TimeLimits.MAX + " ms, not " + timeLimit + ".");
        return timeLimit == null ? game.card().timeLimits() : TimeLimits.same(timeLimit);
    }

    public int concurrency() {
        check(
                concurrency >= 1 && concurrency <= MOST_AT_ONCE,
                "--concurrency: from 1 to " + MOST_AT_ONCE + ", not " + concurrency + ".");
        return concurrency;
    }

    /** A client for as many matches at once as there may be. */
    public BotClient client() {
        return new BotClient(AddressPolicy.LOOPBACK, CALLS_OF_A_MATCH * concurrency());
    }

    /** @param given the text behind {@code --seed}, or {@code null} to draw one */
    public static String seed(String given) {
        return given != null
                ? given
                : Integer.toString(ThreadLocalRandom.current().nextInt(LARGEST_DRAWN_SEED));
    }

    public void check(boolean right, String otherwise) {
        if (!right) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }
}
