package bout.cli.api;

import bout.cli.text.Typed;
import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of all commands that call the API: where it is, and the token. */
public final class ApiOptions {

    /** Where {@code bout up} is. */
    public static final String DEFAULT = "http://127.0.0.1:8080";

    @Option(
            names = "--api",
            paramLabel = "URL",
            defaultValue = "${env:BOUT_API}",
            description = "The URL of the site of 'bout up' or of a deployment. Default: the environment variable"
                    + " BOUT_API, or else " + DEFAULT + ".",
            showDefaultValue = CommandLine.Help.Visibility.NEVER)
    private String api;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:BOUT_TOKEN}",
            description = "The token for a deployment. Default: the environment variable BOUT_TOKEN, which other users"
                    + " cannot see.",
            showDefaultValue = CommandLine.Help.Visibility.NEVER)
    private String token;

    /** The address of a page of the site. */
    public URI resolve(String page) {
        return URI.create(url()).resolve(page);
    }

    /** What a command needs after it to call the same API: nothing for the default. */
    public String asOption() {
        return url().equals(DEFAULT) ? "" : " --api " + url();
    }

    /** @throws ParameterException when {@code --api} is not an http or https URL */
    public ApiClient client(CommandLine commandLine) {
        return new ApiClient(address(commandLine), token());
    }

    /** The API of the site to which a link leads. The token is for {@code --api}, and no other site gets it. */
    public ApiClient clientOf(URI site, CommandLine commandLine) {
        return new ApiClient(site, site.equals(address(commandLine).resolve("/")) ? token() : null);
    }

    private String token() {
        return token == null || token.isBlank() ? null : Typed.pasted(token);
    }

    private String url() {
        return api == null || api.isBlank() ? DEFAULT : Typed.pasted(api);
    }

    /** @throws ParameterException when {@code --api} is not an http or https URL */
    public URI address(CommandLine commandLine) {
        try {
            URI address = new URI(url());
            boolean http =
                    "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
            if (!http || address.getHost() == null) {
                throw new ParameterException(
                        commandLine,
                        "--api: expected a URL such as " + DEFAULT + ", not '" + url() + "'." + Typed.hint(url()));
            }
            return address;
        } catch (URISyntaxException notAUrl) {
            throw new ParameterException(
                    commandLine,
                    "--api: expected a URL such as " + DEFAULT + ", not '" + url() + "'." + Typed.hint(url()));
        }
    }
}
