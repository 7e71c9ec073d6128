package bout.bench;

import bout.cli.text.CommandFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A headless Chromium of its own, with an empty profile that is deleted with it. */
final class Chromium implements AutoCloseable {

    private static final int TIMEOUT_S = 60;

    private static final List<String> USUAL_PLACES = List.of(
            "/usr/bin/chromium-headless-shell",
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium");

    private final TemporaryFolder profile;
    private final Process process;

    private Chromium(TemporaryFolder profile, Process process) {
        this.profile = profile;
        this.process = process;
    }

    /**
     * Starts the browser.
     *
     * @param flags of Chromium, besides the usual ones
     */
    static Chromium open(String address, String... flags) throws IOException {
        Path executable = executable();
        TemporaryFolder profile = TemporaryFolder.create("bout-bench-chromium");
        List<String> command = new ArrayList<>(List.of(
                executable.toString(),
                "--headless",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile.path(),
                // Without this, headless Chromium loads the page and exits.
                "--remote-debugging-port=0"));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--no-sandbox"); // Chromium refuses to run as root with its sandbox
        }
        command.addAll(List.of(flags));
        command.add(address);
        try {
            return new Chromium(
                    profile,
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start());
        } catch (IOException notStarted) {
            profile.close();
            throw notStarted;
        }
    }

    private static Path executable() {
        String named = System.getenv("BOUT_CHROMIUM");
        return (named == null ? USUAL_PLACES : List.of(named))
                .stream()
                        .map(Path::of)
                        .filter(Files::isExecutable)
                        .findFirst()
                        .orElseThrow(() -> new CommandFailed(
                                "Chromium was not found: install it, or set BOUT_CHROMIUM to its executable"));
    }

    /** The port of the DevTools protocol, once the browser has written it into its profile. */
    int debuggingPort() throws IOException, InterruptedException {
        Path file = profile.path().resolve("DevToolsActivePort");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (System.nanoTime() < deadline && process.isAlive()) {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            // The second line is written after the port.
            if (lines.size() >= 2) {
                return Integer.parseInt(lines.getFirst());
            }
            Thread.sleep(20);
        }
        throw new CommandFailed("Chromium did not start");
    }

    /** Its child processes write into the profile until they end. */
    @Override
    public void close() throws IOException {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        try {
            for (ProcessHandle each : all) {
                each.onExit().get(TIMEOUT_S, TimeUnit.SECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException stuck) {
            throw new CommandFailed("the browser did not end", stuck);
        }
        profile.close();
    }
}
