package bout.deploy;

import bout.cli.ModuleCommand;
import bout.cli.text.BoutCommand;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "smoke",
        header = "Check a running deployment from outside.",
        description = {
            "Checks pages, security headers, the API and the standings, plays a match between two house bots, and verifies its"
                    + " replay. Prints one line for each check. Without a token it plays no match, and verifies the newest"
                    + " public replay instead."
        },
        exitCodeList = {"0:all checks passed", "1:a check failed", "2:wrong use of the command line"},
        footer = {"  bout smoke https://bout.example.org", "  bout smoke http://127.0.0.1:8080"})
public final class SmokeCommand extends BoutCommand implements ModuleCommand {

    @Parameters(paramLabel = "URL", description = "The URL of the site.")
    private String url;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:BOUT_TOKEN}",
            description =
                    "A token that may play. Default: the environment variable BOUT_TOKEN, which other users cannot see.",
            showDefaultValue = CommandLine.Help.Visibility.NEVER)
    private String token;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "How long to wait for a deployment that has just been made. Default: ${DEFAULT-VALUE}.")
    private int wait;

    @Override
    public Integer call() {
        if (wait < 0 || wait > 3600) {
            throw wrong("--wait: from 0 to 3600, not " + wait + ".");
        }
        String present = token == null || token.isBlank() ? null : token.strip();
        return new Smoke(site(), present, Duration.ofSeconds(wait)).run(out()) ? 0 : 1;
    }

    private URI site() {
        try {
            URI site = new URI(url);
            boolean http = "http".equalsIgnoreCase(site.getScheme()) || "https".equalsIgnoreCase(site.getScheme());
            if (http && site.getHost() != null) {
                return site;
            }
        } catch (URISyntaxException notAUrl) {
            throw wrong("expected a URL such as https://bout.example.org, not '" + url + "'.");
        }
        throw wrong("expected a URL such as https://bout.example.org, not '" + url + "'.");
    }
}
