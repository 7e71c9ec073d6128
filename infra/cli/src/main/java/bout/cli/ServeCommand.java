package bout.cli;

import bout.bots.BotServer;
import bout.cli.match.GameArgument;
import bout.cli.match.PlayerArgument;
import bout.cli.text.BoutCommand;
import bout.engine.Game;
import bout.engine.HouseBot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "serve",
        header = "Give a house bot a URL.",
        description = {"Prints 'ready' and the URL, which works on this machine only, and serves the bot until Ctrl-C."
        },
        exitCodeList = {"1:the port is in use", "2:wrong use of the command line", "130:interrupted"},
        footer = {"  bout serve ajax-tiles expand", "  bout serve ajax-tiles contain --port 0"})
final class ServeCommand extends BoutCommand {

    @Mixin
    private GameArgument chosen;

    @Parameters(index = "1", paramLabel = "HOUSEBOT", description = "The name of a house bot of this game.")
    private String botName;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9000",
            description = "The port; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Override
    public Integer call() {
        Game<?> game = chosen.game();
        HouseBot bot = PlayerArgument.houseBot(game, botName);
        range("--port", port, 0, 65_535);
        return serve(port, BotServer.houseBot(game, bot));
    }
}
