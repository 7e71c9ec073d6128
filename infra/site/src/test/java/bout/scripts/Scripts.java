package bout.scripts;

import bout.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;

/** JavaScript on the JVM. It knows the language and modules, and nothing of a browser. */
public final class Scripts implements AutoCloseable {

    /** The site's own scripts, of which a test needs no build. */
    public static final Path SITE =
            Path.of("src", "main", "resources", "bout", "site").toAbsolutePath();

    static final Path TESTS = Path.of("src", "test", "js").toAbsolutePath();

    /** What is parsed once is kept for all contexts. There is no compiler in the usual JDKs, and none is needed. */
    private static final Engine ENGINE = Engine.newBuilder("js")
            .option("engine.WarnInterpreterOnly", "false")
            .build();

    private final Context context = Context.newBuilder("js")
            .engine(ENGINE)
            .allowIO(IOAccess.newBuilder().allowHostFileAccess(true).build())
            .option("js.esm-eval-returns-exports", "true")
            .build();

    /** What a module exports. */
    public Value module(Path file) throws IOException {
        return context.eval(Source.newBuilder("js", file.toFile())
                .mimeType("application/javascript+module")
                .build());
    }

    /** The value of a classic script. */
    public Value script(String text) {
        return context.eval("js", text);
    }

    /** A value as {@code JSON.parse} makes it. */
    public Value value(Object plain) {
        return context.eval("js", "JSON.parse").execute(Json.text(plain));
    }

    /** A JavaScript value as a plain one; {@code undefined} is {@code null}. */
    public Object plain(Value value) {
        String text = context.eval("js", "value => JSON.stringify(value) ?? 'null'")
                .execute(value)
                .asString();
        try {
            return Json.read(text);
        } catch (Json.NotJson impossible) {
            throw new IllegalStateException(text, impossible);
        }
    }

    /** Runs a function, and waits for the end of what it has begun. */
    public void run(Value function) {
        Value result = function.execute();
        if (result.canInvokeMember("then")) {
            Value outcome = context.eval("js", """
                    (promise) => {
                      const outcome = { ended: false, failure: null };
                      const end = (failure) => Object.assign(outcome, { ended: true, failure });
                      promise.then(() => end(null), (failure) => end(String(failure?.stack ?? failure)));
                      return outcome;
                    }""").execute(result);
            if (!outcome.getMember("ended").asBoolean()) {
                throw new AssertionError("it waits for what never comes");
            }
            if (!outcome.getMember("failure").isNull()) {
                throw new AssertionError(outcome.getMember("failure").asString());
            }
        }
    }

    @Override
    public void close() {
        context.close(true);
    }
}
