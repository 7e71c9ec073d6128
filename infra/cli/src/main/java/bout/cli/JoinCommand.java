package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.text.BoutCommand;
import bout.cli.text.Typed;
import bout.cli.text.WrongUse;
import bout.engine.Plain;
import java.net.URI;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "join",
        header = "Join with an invitation, a link or a recovery code, and print your token.",
        description =
                "Does the same as opening the link in a browser. Token and recovery code are shown only this once. Only"
                        + " the token goes to standard output, everything else to standard error.",
        footer = {
            "  bout join 'https://x.example/join.html#k7qd9-m2x4w-nt8r3-c5hpz' --name Ada",
            "  BOUT_TOKEN=$(bout join \"$LINK\" --name Ada)"
        })
final class JoinCommand extends BoutCommand {

    private static final String PAGE = "/join.html";

    @Parameters(paramLabel = "LINK", description = "The link of the invitation, including the part after #.")
    private String link;

    @Option(
            names = "--name",
            required = true,
            paramLabel = "NAME",
            description = "Your name, as others see it, up to 40 characters. With a link of your team or a"
                    + " recovery code: the name of the key, such as Laptop.")
    private String name;

    @Override
    public Integer call() {
        URI invitation = invitation();
        URI site = invitation.resolve("/");
        // No token: an old one that was revoked would be refused.
        try (ApiClient client = new ApiClient(site, null)) {
            Plain made = client.post("/api/join", Map.of("secret", invitation.getFragment(), "name", name));
            say(
                    "Welcome, " + made.get("owner").text("name")
                            + ". This is your token, shown only this once; keep it like a password.",
                    made.get("recovery").isNull()
                            ? "It is one more key; 'bout key list' shows all."
                            : "If you lose it, this recovery code gives you another key; write it down: "
                                    + made.text("recovery"),
                    "Set BOUT_TOKEN to it, and add --api " + site.toString().replaceFirst("/$", "")
                            + " to commands such as 'bout bot create'.");
            out().println(made.text("token"));
        }
        return 0;
    }

    private URI invitation() {
        return Typed.url(link)
                .filter(given -> given.getFragment() != null && PAGE.equals(given.getPath()))
                // Without the text: a text pasted by mistake might be a secret.
                .orElseThrow(() -> new WrongUse("LINK: expected the whole link of an invitation, such as"
                        + " 'https://bout.example.org/join.html#k7qd9-m2x4w-nt8r3-c5hpz', in quotes."));
    }
}
