package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.Token;
import bout.cli.text.BoutCommand;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "join",
        header = "Join with an invitation and print your token.",
        description =
                "Does what the page behind the link does, without a browser. The token is shown only this once. It alone"
                        + " goes to standard output, everything else to standard error.",
        footer = {
            "  bout join 'https://x.example/join.html#k7qd9-m2x4w-nt8r3-c5hpz' --name Ada",
            "  BOUT_TOKEN=$(bout join \"$LINK\" --name Ada)"
        })
final class JoinCommand extends BoutCommand {

    private static final String PAGE = "/join.html";

    @Parameters(paramLabel = "LINK", description = "The link of the invitation, with what is behind the #.")
    private String link;

    @Option(
            names = "--name",
            required = true,
            paramLabel = "NAME",
            description = "The name by which others will know you, up to 40 characters.")
    private String name;

    @Override
    public Integer call() {
        URI invitation = invitation();
        URI site = invitation.resolve("/");
        // No token: an old one that was revoked would be refused.
        try (ApiClient client = new ApiClient(site, null)) {
            Token token =
                    client.post("/api/join", Map.of("secret", invitation.getFragment(), "name", name), Token.class);
            PrintWriter err = err();
            err.println("Welcome, " + token.name()
                    + ". This is your token, shown only this once; keep it like a password.");
            err.println(
                    "Set BOUT_TOKEN to it, and add --api " + origin(site) + " to commands such as 'bout bot create'.");
            err.flush();
            out().println(token.token());
            out().flush();
        }
        return 0;
    }

    private static String origin(URI site) {
        return site.toString().substring(0, site.toString().length() - 1);
    }

    private URI invitation() {
        try {
            URI given = new URI(link);
            boolean http = "http".equalsIgnoreCase(given.getScheme()) || "https".equalsIgnoreCase(given.getScheme());
            if (http && given.getHost() != null && given.getFragment() != null && PAGE.equals(given.getPath())) {
                return given;
            }
        } catch (URISyntaxException notAUrl) {
            // Told below, like everything else that is no link.
        }
        // Without the text: what was pasted by mistake may be a secret.
        throw wrong("LINK: expected the whole link of an invitation, such as"
                + " 'https://bout.example.org/join.html#k7qd9-m2x4w-nt8r3-c5hpz', in quotes.");
    }
}
