package bout.deploy;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which stack, and where: the options of all commands that work on an AWS account. */
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

    String name(CommandLine commandLine) {
        if (!NAME.matcher(name).matches()) {
            throw new ParameterException(
                    commandLine,
                    "--stack-name: up to " + LONGEST_NAME
                            + " letters, digits and hyphens, beginning with a letter, not '" + name + "'.");
        }
        return name;
    }

    String region(CommandLine commandLine, Map<String, String> environment) {
        String chosen = Optional.ofNullable(region)
                .or(() -> Optional.ofNullable(environment.get("AWS_REGION")))
                .or(() -> Optional.ofNullable(environment.get("AWS_DEFAULT_REGION")))
                .orElseThrow(() ->
                        new ParameterException(commandLine, "Missing --region=REGION, such as --region=eu-central-1."));
        if (!REGION.matcher(chosen).matches()) {
            throw new ParameterException(
                    commandLine, "--region: expected a region such as eu-central-1, not '" + chosen + "'.");
        }
        return chosen;
    }
}
