package bout.scripts;

import bout.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;

/** Runs JavaScript on the JVM: the language and modules, but no browser APIs. */
public final class Scripts implements AutoCloseable {

    /** The site's own scripts, as sources: a test needs no build. */
    public static final Path SITE =
            Path.of("src", "main", "resources", "bout", "site").toAbsolutePath();

    static final Path TESTS = Path.of("src", "test", "js").toAbsolutePath();

    /** Shares parsed code between contexts. Usual JDKs have no compiler for it, and tests need none. */
    private static final Engine ENGINE = Engine.newBuilder("js")
            .option("engine.WarnInterpreterOnly", "false")
            .build();

    private final Context context = Context.newBuilder("js")
            .engine(ENGINE)
            .allowIO(IOAccess.newBuilder().allowHostFileAccess(true).build())
            .option("js.esm-eval-returns-exports", "true")
            .build();

    /** The exports of a module. */
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

    public static List<Value> elements(Value array) {
        return LongStream.range(0, array.getArraySize())
                .mapToObj(array::getArrayElement)
                .toList();
    }

    /** A JavaScript value as a plain value; {@code undefined} becomes {@code null}. */
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

    /** Runs a function and waits for its promise. */
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
                throw new AssertionError("the promise never settles");
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
