package bout.cli.api;

import bout.cli.text.Typed;
import java.net.URI;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

public final class ApiOptions {

    private static final String DEFAULT = "http://127.0.0.1:8080";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

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

    public URI resolve(String page) {
        return URI.create(url()).resolve(page);
    }

    /** What a command needs after it to call the same API: nothing for the default. */
    public String asOption() {
        return asOption(url());
    }

    public static String asOption(Object url) {
        return url.toString().equals(DEFAULT) ? "" : " --api " + url;
    }

    public ApiClient client() {
        return new ApiClient(address(), token());
    }

    /** The API of the site to which a link leads. The token is for {@code --api}, and no other site gets it. */
    public ApiClient clientOf(URI site) {
        return new ApiClient(site, site.equals(address().resolve("/")) ? token() : null);
    }

    private String token() {
        return token == null || token.isBlank() ? null : Typed.pasted(token);
    }

    private String url() {
        return api == null || api.isBlank() ? DEFAULT : Typed.pasted(api);
    }

    public URI address() {
        return Typed.url(url())
                .orElseThrow(() -> wrong(
                        "--api: expected a URL such as " + DEFAULT + ", not '" + url() + "'." + Typed.hint(url())));
    }

    public String bot(String id) {
        String word = Typed.word(id);
        if (!word.matches("bot_[0-9a-f-]{36}")) {
            throw wrong("'" + id + "' is not the id of a bot (bot_...); 'bout bot list --mine' shows yours.");
        }
        return "/api/bots/" + word;
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
