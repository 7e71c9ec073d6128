package bout.chaos;

import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.stack.StackOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The stack of {@code bout up} in a process of its own, on a folder that stays when the process is killed. Leases last
 * for seconds, so that a crash is noticed soon.
 */
record KilledStack(Process process, URI address) implements AutoCloseable {

    private static final String READY = "ready ";

    static StackOptions options(Path folder) {
        return StackOptions.ofThisRepository()
                .withData(folder)
                .withParameter("BOUT_LEASE_SECONDS", "5")
                .withParameter("BOUT_CALLS_PER_BOT", "400")
                .withSchedule(Duration.ofSeconds(2));
    }

    /**
     * Starts the process, and returns when the stack answers.
     *
     * @param log gets what the process says
     * @throws IOException if it does not answer
     */
    static KilledStack start(Path folder, Path log) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        // A quarter of the time that a stack needs to start goes into checks of what javac wrote.
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-BytecodeVerificationRemote",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledStack.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        BufferedReader said = process.inputReader();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(READY)) {
                return new KilledStack(process, URI.create(line.substring(READY.length())));
            }
        }
        process.destroyForcibly();
        throw new IOException("the stack did not start: " + Files.readString(log));
    }

    /** Runs a stack on the folder that is the argument, until standard input ends. */
    public static void main(String[] arguments) throws StackNotStarted, IOException {
        try (Stack stack = Stack.start(options(Path.of(arguments[0])))) {
            System.out.println(READY + stack.address());
            System.in.transferTo(System.out);
        }
    }

    /** Ends the process at once, as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Stops the stack in order. */
    @Override
    public void close() throws IOException {
        process.outputWriter().close();
        try {
            process.waitFor();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
