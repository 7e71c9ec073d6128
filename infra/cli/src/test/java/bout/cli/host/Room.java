package bout.cli.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Machines at a switch of their own, as network namespaces. Nothing outside of them changes, and nothing outside
 * reaches them. Machine 0 has the address 10.77.0.1, machine 1 the address 10.77.0.2, and so on.
 */
final class Room implements AutoCloseable {

    private static final String NAMES = "bout-room-" + ProcessHandle.current().pid() + "-";
    private static final String SWITCH = NAMES + "switch";

    private final List<String> made = new ArrayList<>();
    private final List<Process> running = new ArrayList<>();
    private final Thread cleanUp = new Thread(this::cleanUp);

    private Room() {
        // A build that is interrupted must not leave namespaces behind.
        Runtime.getRuntime().addShutdownHook(cleanUp);
    }

    /** Why this machine cannot have one; empty if it can. */
    static Optional<String> refusal() {
        String probe = NAMES + "probe";
        try {
            run("ip", "netns", "add", probe);
            run("ip", "netns", "exec", probe, "true");
            run("ip", "netns", "delete", probe);
            return Optional.empty();
        } catch (IOException failed) {
            return Optional.of(
                    "network namespaces cannot be made here, which needs Linux, 'ip' and root: " + failed.getMessage());
        }
    }

    static Room of(int machines) throws IOException {
        Room room = new Room();
        try {
            room.add(SWITCH);
            ip(SWITCH, "link add switch type bridge");
            ip(SWITCH, "link set switch up");
            for (int i = 0; i < machines; i++) {
                room.add(NAMES + i);
                ip(SWITCH, "link add port" + i + " type veth peer name eth0 netns " + NAMES + i);
                ip(SWITCH, "link set port" + i + " master switch up");
                ip(NAMES + i, "address add " + address(i) + "/24 dev eth0");
                ip(NAMES + i, "link set eth0 up");
                ip(NAMES + i, "link set lo up");
            }
            return room;
        } catch (IOException | RuntimeException failed) {
            room.close();
            throw failed;
        }
    }

    private static void ip(String namespace, String words) throws IOException {
        run(("ip -n " + namespace + " " + words).split(" "));
    }

    private void add(String namespace) throws IOException {
        run("ip", "netns", "add", namespace);
        made.add(namespace);
    }

    static String address(int machine) {
        return "10.77.0." + (1 + machine);
    }

    static List<String> on(int machine) {
        return List.of("ip", "netns", "exec", NAMES + machine);
    }

    synchronized Process start(int machine, ProcessBuilder program) throws IOException {
        List<String> command = new ArrayList<>(on(machine));
        command.addAll(program.command());
        Process started = program.command(command).start();
        running.add(started);
        return started;
    }

    static String run(int machine, String... command) throws IOException {
        List<String> all = new ArrayList<>(on(machine));
        all.addAll(List.of(command));
        return run(all.toArray(String[]::new));
    }

    private static String run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + ": " + printed.strip());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
        return printed;
    }

    /** The namespaces of this process that are still there. */
    static List<String> left() throws IOException {
        return run("ip", "netns", "list")
                .lines()
                .filter(line -> line.startsWith(NAMES))
                .toList();
    }

    private synchronized void cleanUp() {
        for (Process process : running) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        for (Process process : running) {
            try {
                process.waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        running.clear();
        for (String namespace : made.reversed()) {
            try {
                run("ip", "netns", "delete", namespace);
            } catch (IOException failed) {
                System.err.println("left behind: " + failed.getMessage());
            }
        }
        made.clear();
    }

    @Override
    public void close() {
        cleanUp();
        Runtime.getRuntime().removeShutdownHook(cleanUp);
    }
}
