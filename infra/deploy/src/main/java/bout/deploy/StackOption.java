package bout.deploy;

import bout.cli.text.BoutCommand;
import bout.cli.text.WrongUse;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

final class StackOption {

    /** TemplateTest shows that no name in the account becomes too long. */
    static final int LONGEST_NAME = 30;

    private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]{0," + (LONGEST_NAME - 1) + "}");
    private static final Pattern REGION = Pattern.compile("[a-z]{2,}(-[a-z]+)+-[0-9]+");

    @Option(
            names = "--stack-name",
            paramLabel = "NAME",
            defaultValue = "bout",
            description = "The stack's name: up to 30 letters, digits and hyphens. Default: ${DEFAULT-VALUE}.")
    private String name;

    @Option(
            names = "--region",
            paramLabel = "REGION",
            description = "The AWS region, such as eu-central-1. Default: AWS_REGION from the environment.")
    private String region;

    Account in(Shell shell) {
        Map<String, String> environment = shell.environment();
        String chosen = Optional.ofNullable(region)
                .or(() -> Optional.ofNullable(environment.get("AWS_REGION")))
                .or(() -> Optional.ofNullable(environment.get("AWS_DEFAULT_REGION")))
                .orElseThrow(() -> new WrongUse("Missing --region=REGION, such as --region=eu-central-1."));
        BoutCommand.check(
                NAME.matcher(name).matches(),
                "--stack-name: up to " + LONGEST_NAME + " letters, digits and hyphens, beginning with a letter, not '"
                        + name + "'.");
        BoutCommand.check(
                REGION.matcher(chosen).matches(),
                "--region: expected a region such as eu-central-1, not '" + chosen + "'.");
        return new Account(name, chosen, shell);
    }
}
