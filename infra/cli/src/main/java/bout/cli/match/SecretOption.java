package bout.cli.match;

import bout.cli.text.WrongUse;
import bout.wire.WebhookSecret;
import picocli.CommandLine.Option;

public final class SecretOption {

    @Option(
            names = "--secret",
            paramLabel = "SECRET",
            defaultValue = "${env:BOUT_SECRET}",
            description = {
                "Sign the calls with this secret (whsec_...), as calls to registered bots are signed.",
                "Default: the environment variable BOUT_SECRET, which other users cannot see."
            })
    private String secret;

    public WebhookSecret secret() {
        return secret == null
                ? null
                : switch (WebhookSecret.read(secret)) {
                    case WebhookSecret.Accepted accepted -> accepted.secret();
                    case WebhookSecret.Refused refused -> throw new WrongUse("--secret: " + refused.text() + ".");
                };
    }
}
