package bout.local.stack;

import bout.embedded.Template;
import bout.ledger.MatchRecord;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a stack is started.
 *
 * @param template the template.yaml
 * @param port where the front listens on 127.0.0.1; 0 = a free port
 * @param data where everything is kept; empty = in memory
 * @param finished told of each match that finishes or fails, once, on a thread of the stack
 */
public record StackOptions(Path template, int port, Optional<Path> data, Optional<Consumer<MatchRecord>> finished) {

    /** This template on a free port, all in memory. */
    public static StackOptions of(Path template) {
        return new StackOptions(template, 0, Optional.empty(), Optional.empty());
    }

    /**
     * The template.yaml of the repository that the process runs in, on a free port, all in memory.
     *
     * @throws bout.embedded.InvalidTemplate if there is none in the current folder or above it
     */
    public static StackOptions ofThisRepository() {
        return of(Template.nearest(Path.of("")));
    }

    public StackOptions withPort(int wanted) {
        return new StackOptions(template, wanted, data, finished);
    }

    public StackOptions withData(Path folder) {
        return new StackOptions(template, port, Optional.of(folder), finished);
    }

    public StackOptions withFinished(Consumer<MatchRecord> listener) {
        return new StackOptions(template, port, data, Optional.of(listener));
    }
}
