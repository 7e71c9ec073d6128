package bout.cli.api;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where the API of a command is, and with which token it is asked: the same options for all commands that ask it. */
public final class ApiOptions {

    @Option(
            names = "--api",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "Where the stack or the deployment is: the address of its site. Default: ${DEFAULT-VALUE}, "
                    + "where bout up is.")
    private String api;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:BOUT_TOKEN}",
            description = "What to show to it. Default: the environment variable BOUT_TOKEN, which other users of this "
                    + "machine cannot see, as they can a command line.",
            showDefaultValue = CommandLine.Help.Visibility.NEVER)
    private String token;

    /** @throws ParameterException when {@code --api} is no address that can be asked */
    public ApiClient client(CommandLine commandLine) {
        try {
            URI address = new URI(api);
            boolean http =
                    "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
            if (!http || address.getHost() == null) {
                throw new ParameterException(
                        commandLine, "--api must be a URL such as http://127.0.0.1:8080, not '" + api + "'");
            }
            return new ApiClient(address, token == null || token.isBlank() ? null : token.strip());
        } catch (URISyntaxException notAUrl) {
            throw new ParameterException(commandLine, "--api is no URL: " + notAUrl.getMessage());
        }
    }
}
