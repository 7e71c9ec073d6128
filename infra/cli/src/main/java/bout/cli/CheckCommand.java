package bout.cli;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.player.Player;
import bout.checks.Checkup;
import bout.cli.match.GameArgument;
import bout.cli.match.PlayerArgument;
import bout.cli.match.SecretOption;
import bout.cli.text.BoutCommand;
import bout.cli.text.CheckReport;
import bout.cli.text.WrongUse;
import bout.engine.Game;
import bout.store.bot.BotRecord.BotCheck.CheckedCall;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "check",
        header = "Check whether a bot answers correctly.",
        description = {
            "Calls the bot in up to six real situations: in each seat at the start, in the middle and near the end of a match,"
                    + " with the game's time limits. Prints for each call whether the answer is legal and what it does. If all"
                    + " are, it then plays a match against a house bot, for up to 100 moves."
        },
        exitCodeList = {"0:all calls passed", "1:a call failed", "2:wrong use of the command line"},
        footer = {"  bout check ajax-tiles http://127.0.0.1:9000/", "  bout check tokens http://127.0.0.1:9000/ -v"})
final class CheckCommand extends BoutCommand {

    @Mixin
    private GameArgument chosen;

    @Parameters(index = "1", paramLabel = "URL", description = "The URL of the bot; it can be on this machine.")
    private String url;

    @Mixin
    private SecretOption secret;

    @Option(
            names = {"-v", "--verbose"},
            description = "Also show the requests and answers; long ones are shortened.")
    private boolean verbose;

    @Override
    public Integer call() {
        Game<?> game = chosen.game();
        if (!(PlayerArgument.read(game, url, secret.secret()) instanceof PlayerArgument.Url bot)) {
            throw new WrongUse("'" + url + "' is not a URL. A house bot has none; 'bout serve' gives it one.");
        }
        try (BotClient client = new BotClient(AddressPolicy.LOOPBACK, 1)) {
            int failed =
                    check(game, client.player(bot.callee()), client.player(bot.callee()), client.player(bot.callee()));
            return failed > 0 ? 1 : 0;
        }
    }

    private <M> int check(Game<M> game, Player first, Player second, Player third) {
        CheckReport report = new CheckReport(out(), verbose);
        long never = System.nanoTime() + Long.MAX_VALUE / 2;
        if (Checkup.of(game, first, second, never, report::add).stream().allMatch(CheckedCall::passed)) {
            report.add(Checkup.match(game, third, never));
        }
        return report.end();
    }
}
