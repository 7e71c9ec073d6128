package bout.cli.api;

import bout.cli.text.BoutCommand;
import bout.cli.text.TableForm;
import bout.cli.text.Typed;
import bout.cli.text.WrongUse;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** A command that calls the API of a stack or a deployment. */
public abstract class ApiCommand extends BoutCommand {

    private static final String DEFAULT = "http://127.0.0.1:8080";

    @Option(
            names = "--api",
            paramLabel = "URL",
            defaultValue = "${env:BOUT_API}",
            description = "The URL of the site of 'bout up' or of a deployment. Default: the environment variable"
                    + " BOUT_API, or else " + DEFAULT + ".")
    private String api;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:BOUT_TOKEN}",
            description = "The token for a deployment. Default: the environment variable BOUT_TOKEN, which other users"
                    + " cannot see.")
    private String token;

    @Override
    public final Integer call() throws InterruptedException {
        try (ApiClient client = new ApiClient(address(), Typed.token(token))) {
            return run(client);
        }
    }

    /** Returns the exit status. */
    protected abstract int run(ApiClient client) throws InterruptedException;

    /** The API of the site to which a link leads. The token is for {@code --api}, and no other site gets it. */
    protected final ApiClient clientOf(URI site) {
        return new ApiClient(site, site.equals(resolve("/")) ? Typed.token(token) : null);
    }

    protected final URI resolve(String page) {
        return address().resolve(page);
    }

    private URI address() {
        return Typed.url(url())
                .orElseThrow(() -> new WrongUse(
                        "--api: expected a URL such as " + DEFAULT + ", not '" + url() + "'." + Typed.hint(url())));
    }

    private String url() {
        return api == null || api.isBlank() ? DEFAULT : Typed.pasted(api);
    }

    /** The command line of another command that calls the same API. */
    protected final String next(String command) {
        return bout() + " " + command + option(url());
    }

    /** The options that a command needs to call this API: nothing for the default. */
    public static String option(Object url) {
        return url.toString().equals(DEFAULT) ? "" : " --api " + url;
    }

    protected final String pathOfBot(String id) {
        String word = Typed.word(id);
        check(
                word.matches("bot_[0-9a-f-]{36}"),
                "'" + id + "' is not the id of a bot (bot_...); 'bout bot list --mine' shows yours.");
        return "/api/bots/" + word;
    }

    protected final String pathOfOwner(String id) {
        check(
                id.matches("own_[0-9a-f-]{36}"),
                "'" + id + "' is not the id of an owner (own_...); 'bout owner list' shows them all.");
        return "/api/owners/" + id;
    }

    protected final int printLine(String line) {
        out().println(line);
        return 0;
    }

    /** Prints a table of texts, or to standard error why it is empty. The head is only for a spreadsheet. */
    protected final int printTable(TableForm form, List<String> head, List<List<String>> rows, String ifEmpty) {
        if (form.isCsv()) {
            form.print(out(), Stream.concat(Stream.of(head), rows.stream()).toList(), head.size());
        } else if (rows.isEmpty()) {
            err().println(ifEmpty);
        } else {
            TableForm.columns(out(), rows, head.size());
        }
        return 0;
    }
}
