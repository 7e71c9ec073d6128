package bout.cli.host;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bout.cli.Bout;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

final class StackProgram implements AutoCloseable {

    private static final int PATIENCE_S = 90;

    private final Process process;
    private final BufferedReader lines;

    private StackProgram(Process process) {
        this.process = process;
        this.lines = process.inputReader();
    }

    /** @param folder where what a killed stack leaves goes with the test */
    static StackProgram start(Path folder, String name, String... options) throws IOException {
        return start(List.of(), folder, name, options);
    }

    /** @param before a program that runs it, such as one that gives it another network */
    static StackProgram start(List<String> before, Path folder, String name, String... options) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(command(folder, name));
        command.addAll(List.of(options));
        return new StackProgram(new ProcessBuilder(command).start());
    }

    static List<String> command(Path folder, String name) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // A quarter of the time that a stack needs to start goes into checks of what javac wrote.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-Djava.io.tmpdir=" + folder,
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Bout.class.getName(),
                name);
    }

    String line() throws Exception {
        String line = lines.readLine();
        if (line == null) {
            fail("the process ended; it said: " + said());
        }
        return line;
    }

    /** The lines between "ready" and the finished matches. */
    List<String> guide() throws Exception {
        List<String> guide = new ArrayList<>();
        for (String line = line(); !line.equals("Finished matches:"); line = line()) {
            guide.add(line);
        }
        return guide;
    }

    List<String> rest() {
        return lines.lines().toList();
    }

    long pid() {
        return process.pid();
    }

    void kill() {
        process.destroyForcibly();
    }

    int exit() throws Exception {
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), "it ends within " + PATIENCE_S + " s");
        return process.exitValue();
    }

    String said() throws Exception {
        exit();
        return new String(process.getErrorStream().readAllBytes());
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
