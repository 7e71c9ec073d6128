package bout.local;

import bout.address.AddressPolicy;
import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.Game;
import bout.engine.Result;
import bout.engine.Seat;
import bout.runner.BotClient;
import bout.runner.MoveRequest;
import bout.runner.Player;
import bout.runner.Reply;
import bout.wire.BotBody;
import bout.wire.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "check",
        header = "Calls a bot with a few real situations of a game and says what came back.",
        description = {
            "At each seat the bot is asked for a move at the start, in the middle and near the end of a match, with the"
                    + " game's own time limits. For each call: what was sent, what came, whether it is a legal answer, and"
                    + " what it does. Long texts are shortened."
        },
        exitCodeList = {"0:all calls passed", "1:a call failed", "2:wrong use: an unknown game, or no URL"},
        footer = {"  bout check ajax-tiles http://127.0.0.1:9000/"})
final class CheckCommand implements Callable<Integer> {

    private static final int MOST_SHOWN = 160;

    /** Parts of a game's picture that say what the last turn did. */
    private static final List<String> EFFECTS = List.of("event", "ate", "taken", "outcomes");

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "GAME", description = "The id of a game.")
    private String gameId;

    @Parameters(index = "1", paramLabel = "URL", description = "The bot's URL, on this machine too.")
    private String url;

    @Option(
            names = "--secret",
            paramLabel = "SECRET",
            defaultValue = "${env:BOUT_SECRET}",
            description = {
                "Signs the calls with this secret (whsec_...), as a registered bot's calls are signed.",
                "Better given as the environment variable BOUT_SECRET: other users see what stands on a command line."
            })
    private String secret;

    /** What a call came to, for people. */
    private record Verdict(boolean passed, String text) {}

    @Override
    public Integer call() {
        Game<?, ?> game = Arguments.game(spec.commandLine(), gameId);
        if (!(PlayerArgument.read(spec.commandLine(), game, url, Arguments.secret(spec.commandLine(), secret))
                instanceof PlayerArgument.Url bot)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'" + url + "' is no bot's URL: a house bot has none; bout serve gives it one.");
        }
        try (BotClient client = new BotClient(AddressPolicy.LOOPBACK, 1)) {
            int failed = check(game, client.player(bot.url(), bot.secret()), client.player(bot.url(), bot.secret()));
            return failed > 0 ? 1 : 0;
        }
    }

    private <S, M> int check(Game<S, M> game, Player first, Player second) {
        PrintWriter out = spec.commandLine().getOut();
        // A match for each seat: within one, a bot may expect that turns only go up.
        Map<Seat, String> matches = new EnumMap<>(Seat.class);
        int passed = 0;
        int failed = 0;
        for (Situation<S, M> situation : Situation.of(game)) {
            Seat seat = situation.seat();
            boolean firstMove = !matches.containsKey(seat);
            MoveRequest request = new MoveRequest(
                    matches.computeIfAbsent(seat, s -> UUID.randomUUID().toString()),
                    game.card(),
                    seat,
                    situation.match().turn(),
                    situation.match().ask(seat),
                    game.card().timeLimits().of(firstMove),
                    System.nanoTime() + Long.MAX_VALUE / 2);
            out.println(
                    "turn " + request.turn() + ", seat " + seat.number() + ", at most " + request.timeLimit() + " ms");
            out.println("  sent    " + sent(request.ask()));
            Verdict verdict = verdict(situation, (seat == Seat.FIRST ? first : second).ask(request), out);
            out.println((verdict.passed ? "  passed  " : "  FAILED  ") + verdict.text);
            out.flush();
            if (verdict.passed) {
                passed++;
            } else {
                failed++;
            }
        }
        out.println(passed + " passed, " + failed + " failed");
        return failed;
    }

    private static <S, M> Verdict verdict(Situation<S, M> situation, Reply reply, PrintWriter out) {
        return switch (reply) {
            case Reply.Answered answered -> {
                out.println("  came    200 in " + answered.milliseconds() + " ms: "
                        + shortened(Json.text(answered.answer())));
                yield verdict(situation, situation.match().read(situation.seat(), answered.answer()));
            }
            case Reply.Failed failed -> {
                out.println("  came    no answer to read, after " + failed.milliseconds() + " ms");
                yield new Verdict(
                        false,
                        failed.failure().kind().code() + ": " + failed.failure().text());
            }
            case Reply.BrokenOff brokenOff -> new Verdict(false, "the check was interrupted");
        };
    }

    private static <S, M> Verdict verdict(Situation<S, M> situation, Action<M> action) {
        if (action.failure() != null) {
            return new Verdict(
                    false,
                    action.failure().kind().code() + ": " + action.failure().text());
        }
        situation.play(action);
        String effects =
                effects(situation.match().game().picture(situation.match().state()));
        Result result = situation.match().result();
        // A score below 0 is that of a player who is out; nobody is put out by a legal move of its own.
        String move = Json.text(situation.match().game().store(action.move()));
        if (result != null && result.score(situation.seat()) < 0) {
            return new Verdict(
                    false,
                    "plays " + shortened(move) + " and loses the match by it at once (" + result.reason() + ")"
                            + effects);
        }
        return new Verdict(
                true,
                "plays " + shortened(move) + effects
                        + (result == null ? "" : "; it ends the match (" + result.reason() + ")"));
    }

    private static String effects(Object picture) {
        StringBuilder effects = new StringBuilder();
        if (picture instanceof Map<?, ?> parts) {
            for (String effect : EFFECTS) {
                if (parts.get(effect) != null && !List.of().equals(parts.get(effect))) {
                    effects.append("; ").append(effect).append(": ").append(shortened(Json.text(parts.get(effect))));
                }
            }
        }
        return effects.toString();
    }

    private static String sent(Ask ask) {
        return ask.form().contentType() + " " + shortened(new String(BotBody.write(ask), StandardCharsets.UTF_8));
    }

    private static String shortened(String text) {
        if (text.length() <= MOST_SHOWN) {
            return text;
        }
        int cut = Character.isHighSurrogate(text.charAt(MOST_SHOWN - 1)) ? MOST_SHOWN - 1 : MOST_SHOWN;
        return text.substring(0, cut) + "… (" + text.length() + " characters)";
    }
}
