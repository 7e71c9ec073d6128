package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

public record Ran(int status, String out, String err) {

    public static Ran bout(String... arguments) {
        return with(Bout.commandLine(), arguments);
    }

    /** A command that calls an API. */
    public static Ran api(URI api, String token, String command, String... arguments) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--api", api.toString(), "--token", token));
        return bout(all.toArray(String[]::new));
    }

    public static Ran line(String line) {
        return bout(line.split(" "));
    }

    public static Ran with(CommandLine commandLine, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Ran(status, out.toString(), err.toString());
    }

    public Ran succeeds() {
        return exits(0);
    }

    public Ran fails(int expected, String said) {
        return exits(expected).says(said);
    }

    public Ran exits(int expected) {
        assertEquals(expected, status, err + out);
        return this;
    }

    public Ran prints(String text) {
        assertTrue(out.contains(text), out + err);
        return this;
    }

    /** On standard error. */
    public Ran says(String text) {
        assertTrue(err.contains(text), err);
        return this;
    }

    public List<String> lines() {
        return out.lines().toList();
    }

    public String lastLine() {
        return lines().getLast();
    }
}
