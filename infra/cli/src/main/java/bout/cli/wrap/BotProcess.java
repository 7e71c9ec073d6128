package bout.cli.wrap;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A bot that reads lines from its standard input and writes one line for each turn: a process for one seat of one
 * match. Once it has ended or timed out, it stays broken.
 */
final class BotProcess implements AutoCloseable {

    /** The largest answer over HTTP. */
    private static final int LONGEST_LINE = 64 << 10;

    /** How many characters of its standard error are kept. */
    static final int KEPT = 64 << 10;

    private static final int SHOWN_OF_ERRORS = 300;
    private static final long TO_END_SECONDS = 2;

    sealed interface Answer {}

    record Line(String text) implements Answer {}

    /** No line, and there will be none later. */
    record Broken(String reason) implements Answer {}

    private final Process process;
    private final Writer input;
    private final BufferedReader output;
    private final Thread errorReader;
    private final Tail errors = new Tail();
    private Broken broken;

    BotProcess(List<String> command, Consumer<String> errorLines) throws IOException {
        process = new ProcessBuilder(command).start();
        input = process.outputWriter(StandardCharsets.UTF_8);
        output = process.inputReader(StandardCharsets.UTF_8);
        errorReader = Thread.startVirtualThread(() -> readErrors(errorLines));
    }

    private void readErrors(Consumer<String> errorLines) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = readLine(lines); line != null; line = readLine(lines)) {
                errors.add(line);
                errorLines.accept(line);
            }
        } catch (IOException closed) {
            errors.add("(its standard error can no longer be read: " + closed.getMessage() + ")");
        }
    }

    /** Sends complete lines and waits for the bot's line, at most for a time; then the bot is killed. */
    synchronized Answer ask(String text, int milliseconds) throws InterruptedException {
        if (broken != null) {
            return broken;
        }
        // Writing can block too, when the bot does not read.
        FutureTask<String> exchange = new FutureTask<>(() -> {
            input.write(text);
            input.flush();
            return readLine(output);
        });
        Thread.startVirtualThread(exchange);
        try {
            String line = exchange.get(milliseconds, TimeUnit.MILLISECONDS);
            if (line == null) {
                broken = ended();
            } else if (line.length() > LONGEST_LINE) {
                broken = brokenOff("The bot's line is longer than " + LONGEST_LINE + " characters");
            } else {
                return new Line(line);
            }
        } catch (TimeoutException slow) {
            broken = brokenOff("The bot wrote no line within " + milliseconds + " ms");
        } catch (ExecutionException closed) {
            broken = ended();
        }
        return broken;
    }

    /** A line without its end, or {@code null} at the end; at most {@link #LONGEST_LINE} + 1 characters. */
    private static String readLine(BufferedReader reader) throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() <= LONGEST_LINE) {
            int character = reader.read();
            if (character == '\n' || character < 0 && !line.isEmpty()) {
                break;
            }
            if (character < 0) {
                return null;
            }
            line.append((char) character);
        }
        if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        return line.toString();
    }

    private Broken ended() throws InterruptedException {
        if (!process.waitFor(TO_END_SECONDS, TimeUnit.SECONDS)) {
            return brokenOff("The bot closed its standard output or input");
        }
        int status = process.exitValue();
        return brokenOff("The bot's process ended with status " + status);
    }

    private Broken brokenOff(String reason) throws InterruptedException {
        kill();
        errorReader.join(TimeUnit.SECONDS.toMillis(TO_END_SECONDS));
        close();
        String said = errors.text().strip();
        return new Broken(reason
                + (said.isEmpty()
                        ? "; it wrote nothing to its standard error."
                        : "; its standard error ends: "
                                + said.substring(Math.max(0, said.length() - SHOWN_OF_ERRORS))));
    }

    String errors() {
        return errors.text();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        kill();
        // This also closes its streams, so nothing more can be read from them.
        process.destroyForcibly();
    }

    private void kill() {
        List<ProcessHandle> started = process.descendants().toList();
        process.toHandle().destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }

    private static final class Tail {

        private final StringBuilder text = new StringBuilder();

        synchronized void add(String line) {
            text.append(line).append('\n');
            if (text.length() > KEPT) {
                text.delete(0, text.length() - KEPT);
            }
        }

        synchronized String text() {
            return text.toString();
        }
    }
}
