package bout.embedded;

import bout.embedded.dynamodb.DynamoDbLocalChild;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * DynamoDB Local in a child JVM. The child listens on loopback only, and ends when its standard input closes. So it
 * never outlives this process.
 */
final class DynamoDbLocal implements AutoCloseable {

    private static final String LISTENING = "listening ";
    private static final int KEPT_LINES = 40;
    private static final int STOP_TIMEOUT_S = 5;

    private final Process child;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final URI endpoint;

    /**
     * Starts a child and waits until it listens.
     *
     * @param folder where tables are stored; empty = in memory
     */
    DynamoDbLocal(Optional<Path> folder) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Measured: the client compiler alone halves the time to the first answer, and is as fast afterwards.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath(),
                DynamoDbLocalChild.class.getName(),
                "0",
                "-disableTelemetry",
                // otherwise clients with other credentials or regions see different tables
                "-sharedDb"));
        if (folder.isPresent()) {
            Files.createDirectories(folder.get());
            command.addAll(List.of("-dbPath", folder.get().toString()));
        } else {
            command.add("-inMemory");
        }
        child = new ProcessBuilder(command).start();
        Thread.ofVirtual().name("dynamodb-local-log").start(this::keepLastLines);
        endpoint = URI.create("http://127.0.0.1:" + awaitPort());
    }

    URI endpoint() {
        return endpoint;
    }

    private int awaitPort() throws IOException {
        BufferedReader announcements = child.inputReader(StandardCharsets.UTF_8);
        String line = announcements.readLine();
        if (line == null || !line.startsWith(LISTENING)) {
            String firstLine = line == null ? "" : line + "\n";
            close();
            throw new IOException("DynamoDB Local did not start; its output was:\n" + firstLine + log());
        }
        return Integer.parseInt(line.substring(LISTENING.length()));
    }

    private void keepLastLines() {
        try (BufferedReader lines = child.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (lastLines) {
                    if (lastLines.size() == KEPT_LINES) {
                        lastLines.removeFirst();
                    }
                    lastLines.addLast(line);
                }
            }
        } catch (IOException closed) {
            synchronized (lastLines) {
                lastLines.addLast("(log ended: " + closed.getMessage() + ")");
            }
        }
    }

    private String log() {
        synchronized (lastLines) {
            return String.join("\n", lastLines);
        }
    }

    /** Stops the child and waits until it has closed its files. */
    @Override
    public void close() throws IOException {
        child.getOutputStream().close();
        try {
            if (!child.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS)) {
                child.destroyForcibly().waitFor();
            }
        } catch (InterruptedException interrupted) {
            child.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The jar or folder of the child's main class, and its dependencies as listed by the build. */
    private static String classPath() {
        String dependencies;
        try (InputStream listed = DynamoDbLocalChild.class.getResourceAsStream("class-path.txt")) {
            if (listed == null) {
                throw new IllegalStateException(
                        "class-path.txt of DynamoDB Local is missing; build the module infra/embedded/dynamodb-local");
            }
            dependencies = new String(listed.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        List<String> jars = Stream.of(dependencies.split(File.pathSeparator))
                // skip native libraries: DynamoDB Local's own jar contains those it loads
                .filter(entry -> entry.endsWith(".jar"))
                .toList();
        for (String jar : jars) {
            if (!Files.isReadable(Path.of(jar))) {
                throw new IllegalStateException("DynamoDB Local needs " + jar
                        + ", which is not in the local Maven repository; build again to fetch it");
            }
        }
        return Stream.concat(Stream.of(ownLocation()), jars.stream()).collect(Collectors.joining(File.pathSeparator));
    }

    private static String ownLocation() {
        try {
            return Path.of(DynamoDbLocalChild.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException notAPath) {
            throw new IllegalStateException("the child's class is not in a file: " + notAPath.getMessage(), notAPath);
        }
    }
}
