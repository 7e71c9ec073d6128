package bout.cli.api;

import bout.cli.text.BoutCommand;
import bout.cli.text.TableForm;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;

public abstract class ApiCommand extends BoutCommand {

    @Mixin
    protected ApiOptions api;

    @Override
    public final Integer call() throws InterruptedException {
        try (ApiClient client = api.client()) {
            return run(client);
        } finally {
            err().flush();
            out().flush();
        }
    }

    /** Returns the exit status. The output need not be flushed. */
    protected abstract int run(ApiClient client) throws InterruptedException;

    protected final String next(String command) {
        return bout() + " " + command + api.asOption();
    }

    /** Prints a text that is shown only once to standard output, alone, after what was said about it. */
    protected final int printSecret(String secret) {
        err().flush();
        out().println(secret);
        out().flush();
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
