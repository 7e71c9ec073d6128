package bout.cli;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.Player;
import bout.checks.Checkup;
import bout.cli.match.Arguments;
import bout.cli.match.PlayerArgument;
import bout.engine.Game;
import java.io.PrintWriter;
import java.util.List;
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
        List<Checkup.Call> calls = Checkup.of(game, first, second, System.nanoTime() + Long.MAX_VALUE / 2, this::print);
        long failed = calls.stream().filter(call -> !call.passed()).count();
        spec.commandLine().getOut().println((calls.size() - failed) + " passed, " + failed + " failed");
        return (int) failed;
    }

    private void print(Checkup.Call call) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("turn " + call.turn() + ", seat " + call.seat().number() + ", at most " + call.timeLimit() + " ms");
        out.println("  sent    " + call.sent());
        out.println(
                call.came() == null
                        ? "  came    no answer to read, after " + call.milliseconds() + " ms"
                        : "  came    200 in " + call.milliseconds() + " ms: " + call.came());
        out.println((call.passed() ? "  passed  " : "  FAILED  ") + call.text());
        out.flush();
    }
}
