package bout.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/** A bot in any language as a process of its own that listens on loopback. */
public final class BotProgram implements AutoCloseable {

    /** A compiler that has compiled nothing yet may take this long on a small machine. */
    private static final long MOST_TO_START = TimeUnit.MINUTES.toNanos(3);

    private final Process process;
    private final Path output;
    private final int port;

    private BotProgram(Process process, Path output, int port) {
        this.process = process;
        this.output = output;
        this.port = port;
    }

    /** @param folder where it runs, and where what it prints is kept */
    public static BotProgram start(Path folder, Function<String, List<String>> command)
            throws IOException, InterruptedException {
        return start(folder, command, Map.of());
    }

    public static BotProgram start(Path folder, Function<String, List<String>> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        int port = freePort();
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder =
                builder(folder, command.apply(Integer.toString(port))).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        BotProgram program = new BotProgram(builder.start(), output, port);
        try {
            program.awaitListening();
        } catch (IOException | InterruptedException | RuntimeException failed) {
            program.close();
            throw failed;
        }
        return program;
    }

    static ProcessBuilder builder(Path folder, List<String> command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        // Go would fetch the version of itself that a file asks for, and compile its library once more with C.
        builder.environment().put("GOTOOLCHAIN", "local");
        builder.environment().put("CGO_ENABLED", "0");
        return builder;
    }

    /** A port of this machine at which nothing listens. */
    public static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private void awaitListening() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + MOST_TO_START;
        while (!listens()) {
            if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("it ended with " + process.exitValue() + ": " + output());
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("it does not listen at port " + port + ": " + output());
            }
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port + "/";
    }

    public void awaitOutput(String text) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + MOST_TO_START;
        while (!output().contains(text)) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS) || System.nanoTime() - deadline > 0) {
                throw new AssertionError("it did not print '" + text + "': " + output());
            }
        }
    }

    public String output() throws IOException {
        return Files.readString(output);
    }

    /** Skips a test whose language is not in the PATH; in a build that says {@code CI=true} that is an error. */
    public static void assumeHere(String language) {
        boolean here = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder).resolve(language))
                .anyMatch(Files::isExecutable);
        String missing = language + " is not in the PATH, so the bots in its language were not played";
        assertTrue(here || !"true".equals(System.getenv("CI")), missing);
        assumeTrue(here, missing);
    }

    @Override
    public void close() {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }
}
