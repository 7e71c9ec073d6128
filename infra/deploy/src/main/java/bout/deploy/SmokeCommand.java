package bout.deploy;

import bout.cli.text.BoutCommand;
import bout.cli.text.Typed;
import bout.cli.text.WrongUse;
import java.net.URI;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "smoke",
        header = "Check a running deployment from outside.",
        description = {
            "Checks pages, security headers, the API and the standings, plays a match between two house bots, and verifies its"
                    + " replay. Asks for its picture, lets a connected bot and a published one play, and deletes both again."
                    + " Prints one line for each check. Without a token it plays no match, and verifies the newest public"
                    + " replay instead."
        },
        exitCodeList = {"0:all checks passed", "1:a check failed", "2:wrong use of the command line"},
        footer = {"  bout smoke https://bout.example.org", "  bout smoke http://127.0.0.1:8080"})
public final class SmokeCommand extends BoutCommand {

    @Parameters(paramLabel = "URL", description = "The URL of the site.")
    private String url;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:BOUT_TOKEN}",
            description =
                    "A token with the scope play. Default: the environment variable BOUT_TOKEN, which other users cannot see.")
    private String token;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "How long to wait for a deployment that has just been made. Default: ${DEFAULT-VALUE}.")
    private int wait;

    @Override
    public Integer call() {
        range("--wait", wait, 0, 3600);
        URI site = Typed.url(url)
                .orElseThrow(() -> new WrongUse("expected a URL such as https://bout.example.org, not '" + url + "'."));
        return new Smoke(site, Typed.token(token), Duration.ofSeconds(wait)).run(out()) ? 0 : 1;
    }
}
