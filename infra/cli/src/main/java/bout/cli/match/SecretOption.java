package bout.cli.match;

import bout.wire.WebhookSecret;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

public final class SecretOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

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
                    case WebhookSecret.Refused refused ->
                        throw new ParameterException(spec.commandLine(), "--secret: " + refused.text() + ".");
                };
    }
}
