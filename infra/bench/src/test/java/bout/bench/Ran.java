package bout.bench;

import bout.cli.Bout;
import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command of {@code bout} returned and printed. */
record Ran(int status, String out, String err) {

    static Ran bout(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Bout.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Ran(status, out.toString(), err.toString());
    }
}
