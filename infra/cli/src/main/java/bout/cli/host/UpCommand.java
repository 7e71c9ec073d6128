package bout.cli.host;

import bout.cli.api.ApiCommand;
import bout.cloud.template.Template;
import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.stack.StackOptions;
import java.net.URI;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "up",
        header = "Run Bout on this machine: site, API, house bots and all games.",
        description = {
            "Runs everything that template.yaml describes, on 127.0.0.1 only. When all parts answer, prints 'ready' and the"
                    + " URL, then a line for each finished match that is not part of a ladder or a tournament. Bots can"
                    + " be on this machine, with plain http URLs.",
            "",
            "Ctrl-C stops it. Started again, it still has all matches and replays, and continues unfinished matches."
        },
        exitCodeList = {"1:it could not start; a message says why", "2:wrong use of the command line", "130:interrupted"
        },
        footer = {
            "  bout up",
            "  bout up --port 9090 --data /tmp/bout",
            "  bout up --origin http://localhost:9090",
            "  bout up --strict"
        })
public final class UpCommand extends ForegroundStack {

    private static final String STARTER = "docs/starters/python/bot.py";

    @Option(
            names = "--strict",
            description = "Behave like a deployment: only https URLs with public addresses, tokens, and its limits for"
                    + " each caller. The admin token is BOUT_ADMIN_TOKEN from the environment, or a new one that is"
                    + " printed once. Default: everyone on this machine can do everything.")
    private boolean strict;

    @Override
    public Integer call() throws StackNotStarted {
        check();
        Admin admin = Admin.givenOrDrawn();
        StackOptions options = options();
        Stack stack = start(strict ? options.strict(admin.token()) : options);
        URI site = stack.address();
        print(
                "ready " + site,
                "",
                "Open in a browser:",
                "  site        " + site + "/",
                "  new match   " + site + "/new.html",
                "  playground  " + site + "/play.html",
                "  ladders     " + site + "/ladder.html");
        if (strict) {
            print(
                    "",
                    "It behaves like a deployment. "
                            + (admin.given()
                                    ? "The admin token is BOUT_ADMIN_TOKEN:"
                                    : "The admin token, shown only this once:"),
                    "  " + admin.export());
        }
        printNextSteps(site);
        // Matches that finish before this wait until all of the above is printed.
        printFinished(site);
        try {
            stopped.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private void printNextSteps(URI site) {
        // Like a deployment, a strict stack calls public addresses only; a connected bot needs none.
        String register = strict ? " connect --name 'My bot' ajax-tiles " : " bot create --name 'My bot' ajax-tiles ";
        print(
                "",
                "Next, in a second terminal (this one stays busy until Ctrl-C):",
                "  1. Play a match between two house bots:",
                "     curl -s " + site
                        + "/api/matches -H 'Content-Type: application/json' -d '{\"game\": \"ajax-tiles\", "
                        + "\"players\": [{\"house\": \"contain\"}, {\"house\": \"expand\"}]}'"
                        + (strict ? " -H \"Authorization: Bearer $BOUT_TOKEN\"" : ""),
                "  2. Start a bot of your own:",
                "     python3 " + fromHere(STARTER) + " 9000",
                "  3. Check it, then " + (strict ? "connect it:" : "register it:"),
                "     " + bout() + " check ajax-tiles http://127.0.0.1:9000/",
                "     " + bout() + register + "http://127.0.0.1:9000/" + ApiCommand.option(site));
    }

    private static String fromHere(String file) {
        Path absolute = Template.ofThisRepository().resolveSibling(file);
        Path here = Path.of("").toAbsolutePath();
        return absolute.startsWith(here) ? here.relativize(absolute).toString() : absolute.toString();
    }
}
