package bout.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bout.cli.BotProgram;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pastes the {@code sh} blocks of the README and of each page in docs/ into two terminals, in order, and fails if a
 * command fails. Every page gets a folder, a stack and terminals of its own. CONTRIBUTING.md describes the conventions.
 *
 * <p>{@code ./bout} is a script that runs this build's classes, because the real one would wait for the build that runs
 * the tests; {@code ScriptTest} tests the real one.
 */
@Tag("server")
@DisabledOnOs(OS.WINDOWS)
class DocumentedCommandsTest {

    private static final Path REPOSITORY = Path.of("../..").toAbsolutePath().normalize();

    /** A block: its info string behind {@code sh}, and its commands. Blocks within lists are indented. */
    private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```sh ?([^\\n]*)\\n(.*?)^ *```$");

    private static final Path README = REPOSITORY.resolve("README.md");

    private static final String FOREGROUND = "terminal-1";
    private static final String NOT_RUN = "not-run ";

    /** What a reader replaces by a value that a command printed: {@code bot_...}. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\b(\\w+_)\\.{3}");

    private static final List<String> LINKED = List.of("docs", "template.yaml");

    private static final long PATIENCE_S = 120;

    private record Block(Path file, int line, String info, String commands) {

        @Override
        public String toString() {
            return REPOSITORY.relativize(file) + ":" + line;
        }
    }

    @TempDir
    private Path folder;

    /** JUnit would warn of links that lead out of the folder. */
    @AfterEach
    void remove_links() throws IOException {
        for (String name : LINKED) {
            Files.deleteIfExists(folder.resolve("checkout").resolve(name));
        }
    }

    static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(REPOSITORY.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(README, REPOSITORY.resolve("CONTRIBUTING.md")),
                            docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .toList();
        }
    }

    static List<Path> otherPagesWithCommands() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path page : pages()) {
            if (!page.equals(README)
                    && blocks(page).stream().anyMatch(block -> !block.info().startsWith(NOT_RUN))) {
                pages.add(page);
            }
        }
        return pages;
    }

    private static List<Block> blocks(Path page) throws IOException {
        String text = Files.readString(page);
        return BLOCK.matcher(text)
                .results()
                .map(found -> new Block(
                        page,
                        1
                                + (int) text.substring(0, found.start())
                                        .chars()
                                        .filter(c -> c == '\n')
                                        .count(),
                        found.group(2).strip(),
                        found.group(3).replaceAll("(?m)^" + found.group(1), "")))
                .toList();
    }

    @Test
    void a_block_is_run_or_says_why_not() throws IOException {
        List<Block> all = new ArrayList<>();
        for (Path page : pages()) {
            all.addAll(blocks(page));
        }
        assertFalse(all.isEmpty());
        all.forEach(block -> {
            assertTrue(
                    List.of("", FOREGROUND).contains(block.info())
                            || block.info().startsWith(NOT_RUN),
                    () -> block + " begins with \"sh " + block.info() + "\", which means nothing");
            if (block.info().startsWith(NOT_RUN)) {
                System.out.println(block + " is not run: " + block.info().substring(NOT_RUN.length()));
            }
        });
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void the_commands_of_the_readme_succeed_in_order() throws Exception {
        run(README);
    }

    @ParameterizedTest
    @MethodSource("otherPagesWithCommands")
    @Tag("full")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void the_commands_of_another_page_succeed_in_order(Path page) throws Exception {
        run(page);
    }

    private void run(Path page) throws Exception {
        BotProgram.assumeHere("bash");
        BotProgram.assumeHere("curl");
        BotProgram.assumeHere("python3");
        int site = BotProgram.freePort();
        int bot = BotProgram.freePort();
        Path checkout = checkout(site, bot);
        try (Terminal first = new Terminal(checkout, folder.resolve("terminal-1.txt"));
                Terminal second = new Terminal(checkout, folder.resolve("terminal-2.txt"))) {
            for (Block block : blocks(page)) {
                if (block.info().startsWith(NOT_RUN)) {
                    continue;
                }
                String commands = filledIn(block, second.output())
                        .replace("127.0.0.1:8080", "127.0.0.1:" + site)
                        .replaceAll("\\b9000\\b", Integer.toString(bot));
                if (block.info().equals(FOREGROUND)) {
                    first.begin(commands);
                    first.awaitReady(site);
                } else {
                    second.run(block, commands);
                }
            }
        }
    }

    /** The commands with the values that the commands before them printed last. */
    private static String filledIn(Block block, String output) {
        return PLACEHOLDER.matcher(block.commands()).replaceAll(placeholder -> {
            String start = placeholder.group(1);
            String value = Pattern.compile("\\b" + start + "([\\w./+=:-]*\\w=*)")
                    .matcher(output)
                    .results()
                    .map(found -> found.group(1))
                    .reduce((before, last) -> last)
                    .orElseThrow(() -> new AssertionError(block + " needs a value for " + placeholder.group()
                            + ", which nothing before it has printed:\n" + output));
            return Matcher.quoteReplacement(start + value);
        });
    }

    /** A folder that looks like a clone to the commands, but whose {@code bout} runs this build's classes. */
    private Path checkout(int site, int bot) throws IOException {
        Path checkout = Files.createDirectory(folder.resolve("checkout"));
        for (String name : LINKED) {
            Files.createSymbolicLink(checkout.resolve(name), REPOSITORY.resolve(name));
        }
        Path script = checkout.resolve("bout");
        Files.writeString(script, """
                #!/bin/sh
                command=$1
                [ $# -eq 0 ] || shift
                # The address that each command takes when none is given.
                case "$command ${1:-}" in
                    "up "* | "host "*) set -- "$@" --port %d ;;
                    "bot "* | "dev collusion" | "invite "* | "ratings "* | "requeue "* | "contest "* | "owner "* | "key "*)
                        set -- "$@" --api http://127.0.0.1:%d
                        ;;
                esac
                exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions \\
                    -XX:-BytecodeVerificationRemote \\
                    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \\
                    -Djava.io.tmpdir='%s' -Dbout.home='%s' -cp '%s' bout.cli.Bout "$command" "$@"
                """.formatted(
                        site,
                        site,
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        folder,
                        REPOSITORY,
                        System.getProperty("java.class.path")));
        assertTrue(script.toFile().setExecutable(true));
        return checkout;
    }

    /** A shell that is given one block after the other, and whose variables and jobs last, as in a terminal. */
    private static final class Terminal implements AutoCloseable {

        private static final Pattern DONE = Pattern.compile("(?m)^done (\\d+) with (\\d+)$");

        private final Process shell;
        private final Writer input;
        private final Path output;
        private int blocks;

        private Terminal(Path folder, Path output) throws IOException {
            this.output = output;
            Files.createFile(output);
            ProcessBuilder builder = new ProcessBuilder("bash", "--norc")
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
            builder.environment().keySet().removeIf(name -> name.startsWith("BOUT_"));
            shell = builder.start();
            input = shell.outputWriter(UTF_8);
            // 143: "wait $!" after "kill $!" has the status of what was killed.
            begin("failed=0; trap 's=$?; [ $s -eq 143 ] || failed=$s' ERR");
        }

        private void begin(String commands) throws IOException {
            Files.writeString(output, "\n$ " + commands.strip() + "\n", StandardOpenOption.APPEND);
            input.write(commands + "\n");
            input.flush();
        }

        private void run(Block block, String commands) throws Exception {
            int number = ++blocks;
            int before = output().length();
            begin("failed=0\n" + commands.stripTrailing() + "\necho; echo done " + number + " with $failed");
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
            while (System.nanoTime() < deadline && shell.isAlive()) {
                for (MatchResult done : DONE.matcher(output()).results().toList()) {
                    if (done.group(1).equals(Integer.toString(number))) {
                        String printed = output().substring(before);
                        assertEquals("0", done.group(2), () -> block + " failed:\n" + printed);
                        assertFalse(printed.contains("\"/problems/"), () -> block + " got a problem:\n" + printed);
                        return;
                    }
                }
                Thread.sleep(100);
            }
            fail(block + " did not end within " + PATIENCE_S + " s:\n" + output());
        }

        /**
         * Until the stack answers there, and has said so: what it prints and stores before is what a reader has then.
         */
        private void awaitReady(int port) throws Exception {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
            String ready = "ready http://127.0.0.1:" + port;
            while (System.nanoTime() < deadline && shell.isAlive()) {
                if (output().lines().anyMatch(ready::equals)) {
                    return;
                }
                Thread.sleep(100);
            }
            fail("no stack is ready at port " + port + ":\n" + output());
        }

        private String output() throws IOException {
            return Files.readString(output);
        }

        /** Ends the shell and what it started: the stack gets the signal of Ctrl-C's like and may say goodbye. */
        @Override
        public void close() throws Exception {
            List<ProcessHandle> started = shell.descendants().toList();
            started.forEach(ProcessHandle::destroy);
            for (ProcessHandle each : started) {
                if (each.isAlive()) {
                    each.onExit().get(PATIENCE_S, TimeUnit.SECONDS);
                }
            }
            shell.destroyForcibly();
        }
    }
}
