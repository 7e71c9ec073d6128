package bout.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The script {@code bout} as a child process, in a small repository of its own: a Maven that only records its calls,
 * and a JDK whose {@code java} prints its arguments.
 */
@Tag("server")
class ScriptTest {

    private static final Path SCRIPT = Path.of("../../bout");

    private static final FileTime OLD = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

    @TempDir
    private Path folder;

    private Path home;
    private Path source;
    private Path calls;

    private final Map<String, String> environment = new TreeMap<>();

    @BeforeEach
    void a_repository_a_maven_and_a_jdk() throws IOException {
        home = Files.createDirectory(folder.resolve("a repository")).toRealPath();
        calls = folder.resolve("calls");
        executable(home.resolve("bout"), Files.readString(SCRIPT));
        source = write(home.resolve("shared-engine/src/main/java/A.java"), "class A {}");
        write(home.resolve("shared-engine/src/test/java/ATest.java"), "class ATest {}");
        write(home.resolve("functions/api/pom.xml"), "<project/>");
        write(home.resolve("pom.xml"), "<project/>");
        write(home.resolve("CHANGELOG.md"), "# Changelog");
        write(home.resolve("docs/bots.md"), "# Bots");
        Files.createDirectories(home.resolve("infra"));
        maven("");
        jdk("25.0.1", "printf '%s\\n' \"$@\"");
        environment.put("BOUT_JAVA_HOME", folder.resolve("jdk").toString());
    }

    private void maven(String more) throws IOException {
        executable(home.resolve("mvnw"), """
                #!/bin/sh
                echo "$@" >>'%s'
                target='%s/infra/dev/target'
                mkdir -p "$target"
                echo jar >"$target/dev.jar"
                echo jar >'%s/engine.jar'
                printf '%%s' '%s/engine.jar' >"$target/classpath"
                %s
                """.formatted(calls, home, folder, folder, more));
    }

    private void jdk(String version, String java) throws IOException {
        Path jdk = folder.resolve("jdk");
        write(jdk.resolve("release"), "IMPLEMENTOR=\"Someone\"\nJAVA_VERSION=\"" + version + "\"\n");
        executable(jdk.resolve("bin/javac"), "#!/bin/sh\n");
        executable(jdk.resolve("bin/java"), "#!/bin/sh\n" + java + "\n");
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, OLD);
        Files.setLastModifiedTime(file.getParent(), OLD);
        return file;
    }

    private static void executable(Path file, String text) throws IOException {
        write(file, text);
        assertTrue(file.toFile().setExecutable(true));
    }

    private Process start(Path directory, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().remove("JAVA_HOME");
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static Ran end(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        return new Ran(process.waitFor(), out, err);
    }

    private Ran bout(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(home.resolve("bout").toString()));
        command.addAll(List.of(arguments));
        return end(start(folder, command.toArray(String[]::new)));
    }

    private int builds() throws IOException {
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    @Test
    void it_builds_once_and_passes_on_all_arguments() throws Exception {
        Ran first = bout("play", "a b", "");
        Ran second = bout("games");

        assertEquals(0, first.status(), first.err());
        assertTrue(first.out().endsWith("bout.cli.Bout\nplay\na b\n\n"), first.out());
        assertTrue(first.err().startsWith("bout: building"), first.err());
        assertEquals(1, first.err().lines().count(), first.err());
        assertEquals("", second.err());
        assertEquals(1, builds());
    }

    @Test
    void a_long_build_says_how_far_it_is() throws Exception {
        executable(
                home.resolve("bout"), Files.readString(SCRIPT).replace("sleep 1 >/dev/null", "sleep 0.001 >/dev/null"));
        // Until it has been said; no longer than a minute.
        maven("for i in $(seq 600); do grep -q still '%s' && break; sleep 0.1; done".formatted(folder.resolve("err")));
        ProcessBuilder builder = new ProcessBuilder(home.resolve("bout").toString(), "games");
        builder.environment().putAll(environment);
        Process process = builder.directory(folder.toFile())
                .redirectError(folder.resolve("err").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();

        assertEquals(0, process.waitFor());
        String said = Files.readString(folder.resolve("err"));
        assertTrue(
                said.lines()
                        .anyMatch(
                                line -> line.matches("bout: still building after [0-9]+ s; [0-9]+ modules are ready")),
                said);
    }

    @ParameterizedTest
    @CsvSource({
        "C, '', '', C.UTF-8",
        "'', POSIX, '', C.UTF-8",
        "'', '', '', C.UTF-8",
        "de_DE.UTF-8, '', '', de_DE.UTF-8",
        "C, en_US.UTF-8, '', ''",
        "C, '', de_DE.UTF-8, de_DE.UTF-8"
    })
    void a_locale_without_umlauts_is_replaced(String lang, String ctype, String all, String expected) throws Exception {
        environment.put("LANG", lang);
        environment.put("LC_CTYPE", ctype);
        environment.put("LC_ALL", all);
        jdk("25.0.1", "echo \"$LC_ALL\"");

        assertEquals(
                expected.equals(lang) && all.isEmpty() ? "" : expected,
                bout("games").out().strip());
    }

    @Test
    void it_prints_its_jdk_for_other_scripts() throws Exception {
        assertEquals(folder.resolve("jdk") + "\n", bout("jdk").out());
        assertEquals(0, builds());
    }

    @Test
    void it_becomes_the_command_so_that_signals_reach_it() throws Exception {
        jdk("25.0.1", "echo $$");

        Process process = start(folder, home.resolve("bout").toString(), "games");

        assertEquals(process.pid() + "\n", end(process).out());
    }

    @Test
    void it_finds_its_repository_through_links_and_from_any_folder() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("one"), Path.of("../a repository/bout"));
        Files.createSymbolicLink(folder.resolve("two"), elsewhere.resolve("one"));

        end(start(elsewhere, "../two", "games")).succeeds().prints("-Dbout.home=" + home + "\n");
    }

    @Test
    void our_jars_are_copied_and_others_are_used_in_place() throws Exception {
        String classPath = bout().out()
                .lines()
                .dropWhile(line -> !line.equals("-cp"))
                .skip(1)
                .findFirst()
                .orElseThrow();

        String[] entries = classPath.split(":");
        assertTrue(entries[0].startsWith(home + "/.bout/run/"), classPath);
        assertTrue(entries[0].endsWith("/dev.jar"), classPath);
        assertEquals(folder.resolve("engine.jar").toString(), entries[1]);
    }

    /** The root of the paths is the folder around the repository. */
    @ParameterizedTest
    @CsvSource({
        "a repository/shared-engine/src/main/java/A.java, class A { int i; }, 2",
        "a repository/shared-engine/src/main/java/A.java, '', 2",
        "a repository/functions/api/pom.xml, <project></project>, 2",
        "a repository/pom.xml, <project></project>, 2",
        "a repository/docs/bots.md, # Your bots, 2",
        "a repository/docs/bots.md, '', 2",
        "engine.jar, '', 2",
        "a repository/shared-engine/src/test/java/ATest.java, class ATest { int i; }, 1",
        "a repository/shared-engine/target/classes/A.class, A, 1",
    })
    void it_builds_again_after_what_it_is_built_from_changed_or_was_removed(String path, String text, int builds)
            throws Exception {
        bout();
        Path file = folder.resolve(path);
        if (text.isEmpty()) {
            Files.delete(file);
        } else {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
        bout();

        assertEquals(builds, builds());
    }

    @Test
    void a_failed_build_shows_why_and_is_tried_again() throws Exception {
        maven("echo '[ERROR] no such symbol'; exit 1");
        Ran failed = bout("games").exits(1);
        assertEquals("", failed.out());
        failed.says("[ERROR] no such symbol");
        failed.says("bout: the build failed");

        maven("");
        bout("games").succeeds();
        assertEquals(2, builds());
    }

    @Test
    void two_commands_at_once_build_once() throws Exception {
        // Holds the first build until the second command waits for it.
        maven("read -r line <'%s/gate'".formatted(folder));
        assertEquals(0, end(start(folder, "mkfifo", "gate")).status());
        Process first = start(folder, home.resolve("bout").toString(), "games");
        while (builds() == 0) {
            Thread.onSpinWait();
        }
        Process second = start(folder, home.resolve("bout").toString(), "games");
        String waiting = second.errorReader().readLine();
        Files.writeString(folder.resolve("gate"), "go\n");

        assertEquals("bout: waiting for process " + first.pid() + ", which is building", waiting);
        assertEquals(0, end(first).status());
        assertEquals(0, end(second).status());
        assertEquals(1, builds());
    }

    @Test
    void a_lock_whose_owner_was_killed_blocks_nobody() throws Exception {
        Process over = start(folder, "true");
        over.waitFor();
        Files.createDirectories(home.resolve(".bout/run"));
        Files.createSymbolicLink(home.resolve(".bout/run/lock"), Path.of(Long.toString(over.pid())));

        bout().succeeds();
        assertEquals(1, builds());
        assertFalse(Files.exists(home.resolve(".bout/run/lock"), java.nio.file.LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    @Timeout(60)
    void a_lock_that_cannot_be_made_ends_with_the_reason_and_what_to_do() throws Exception {
        // What ln says on a read-only file system, also to a superuser, whom no permission stops.
        executable(
                folder.resolve("bin/ln"),
                "#!/bin/sh\necho \"ln: failed to create symbolic link '$2': Read-only file system\" >&2\nexit 1\n");
        environment.put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));

        assertUnwritable(bout("games"), "Read-only file system");
    }

    @Test
    void a_folder_that_cannot_be_made_ends_with_the_reason_and_what_to_do() throws Exception {
        Files.writeString(home.resolve(".bout"), "a file where the folder would be");

        assertUnwritable(bout("games"), "Not a directory");
    }

    private void assertUnwritable(Ran ran, String reason) throws IOException {
        assertEquals(1, ran.status());
        assertEquals("", ran.out());
        assertEquals(
                List.of(
                        "bout: cannot write to " + home.resolve(".bout/run") + ": " + reason,
                        "bout: Bout has to be built there first. Make the folder writable, or run Bout from a copy of the"
                                + " repository."),
                ran.err().lines().toList());
        assertEquals(0, builds());
    }

    @Test
    void the_newest_builds_are_kept_for_commands_that_still_run() throws Exception {
        for (int i = 0; i < 6; i++) {
            bout();
            Files.writeString(source, "class A { int i" + i + "; }");
        }

        try (var entries = Files.list(home.resolve(".bout/run"))) {
            assertEquals(3, entries.filter(Files::isDirectory).count());
        }
    }

    @Test
    void a_java_home_that_is_too_old_is_passed_over() throws Exception {
        Path old = folder.resolve("old");
        write(old.resolve("release"), "JAVA_VERSION=\"21.0.2\"\n");
        executable(old.resolve("bin/javac"), "#!/bin/sh\n");
        executable(old.resolve("bin/java"), "#!/bin/sh\necho old\n");
        environment.remove("BOUT_JAVA_HOME");
        environment.put("JAVA_HOME", old.toString());
        environment.put("PATH", folder.resolve("jdk/bin") + ":" + System.getenv("PATH"));

        Ran ran = bout("games").succeeds();
        assertTrue(ran.out().endsWith("bout.cli.Bout\ngames\n"), ran.out());
    }

    @Test
    void a_chosen_jdk_that_is_too_old_is_refused() throws Exception {
        jdk("24.0.2", "echo old");

        bout("games").fails(1, "BOUT_JAVA_HOME is " + folder.resolve("jdk")).says("which is not a JDK 25 or later");
        assertEquals(0, builds());
    }

    @Test
    void test_ends_with_the_numbers_of_this_run_over_all_modules() throws Exception {
        String old = "<testsuite name=\"Old\" time=\"1\" tests=\"100\" errors=\"1\" skipped=\"0\" failures=\"1\">";
        write(home.resolve("functions/api/target/surefire-reports/TEST-Old.xml"), old);
        maven("""
                mkdir -p '%1$s/functions/api/target/surefire-reports' '%1$s/infra/cli/target/surefire-reports'
                cat >'%1$s/functions/api/target/surefire-reports/TEST-A.xml' <<'END'
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="A" time="0.1" tests="4" errors="0" skipped="3" failures="0">
                  <testcase name="says tests=9"/>
                  <testcase name="a"><skipped message="no browser"/></testcase>
                  <testcase name="b"><skipped message="no browser"/></testcase>
                  <testcase name="c">
                    <skipped type="Aborted"><![CDATA[Aborted: Assumption failed: php is missing
                    at bout.ATest]]></skipped>
                  </testcase>
                </testsuite>
                END
                cat >'%1$s/infra/cli/target/surefire-reports/TEST-B.xml' <<'END'
                <testsuite name="B" time="0.1" tests="4" errors="0" skipped="0" failures="0">
                </testsuite>
                END
                echo BUILD SUCCESS""".formatted(home));

        Ran ran = bout("test").succeeds();
        assertEquals("Tests run: 8, Failures: 0, Errors: 0, Skipped: 3", ran.lastLine());
        ran.prints("\nskipped 2: no browser\n");
        ran.prints("\nskipped 1: php is missing\n");
        ran.prints("BUILD SUCCESS");
    }

    @Test
    void test_fails_with_a_failing_test_and_with_a_failing_build() throws Exception {
        maven("""
                mkdir -p '%1$s/infra/cli/target/surefire-reports'
                cat >'%1$s/infra/cli/target/surefire-reports/TEST-B.xml' <<'END'
                <testsuite name="B" tests="4" errors="1" skipped="0" failures="2">
                  <testcase name="adds(int)[1]" classname="bout.B" time="0.1">
                    <failure message="expected: 1 but was: 2&#10;" type="AssertionFailedError"><![CDATA[...
                  </testcase>
                  <testcase classname="bout.B" name="starts" time="0.1">
                    <error type="java.lang.NullPointerException"><![CDATA[...
                Caused by: a.Failure: this happened
                Caused by: a.Failure: because of that
                	... 3 more]]></error>
                    <system-out><![CDATA[Caused by: something else]]></system-out>
                  </testcase>
                  <testcase classname="bout.B" name="stops" time="0.1">
                    <flakyFailure message="too late" type="AssertionFailedError"><![CDATA[...
                  </testcase>
                END
                exit 1""".formatted(home));
        Ran failing = bout("test").exits(1);
        failing.prints("failed bout.B.adds(int)[1]: expected: 1 but was: 2\n"
                + "failed bout.B.starts, caused by a.Failure: because of that\n"
                + "flaky bout.B.stops: too late\n");
        assertEquals("Tests run: 4, Failures: 2, Errors: 1, Skipped: 0", failing.lastLine());

        maven("exit 1");
        Ran broken = bout("test").exits(1);
        assertEquals("Tests run: 0, Failures: 0, Errors: 0, Skipped: 0", broken.lastLine());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
             -pl functions/runner -Dtest=A             | package -Dshade.skip=true
             --quick                                   | test -DexcludedGroups=aws,browser,full,server,slow
             --full -pl infra/cli                    | verify -DexcludedGroups=none -pl infra/cli
             --coverage                                | test -Pcoverage
             --mutation                                | test-compile org.pitest:pitest-maven:mutationCoverage -Pmutation
            """)
    void test_asks_maven_for_a_tier_and_hands_it_what_follows(String arguments, String maven) throws Exception {
        List<String> command = new ArrayList<>(List.of("test"));
        command.addAll(List.of(arguments.split(" ")));
        bout(command.toArray(String[]::new));

        assertTrue(Files.readString(calls).contains(" " + maven), Files.readString(calls));
    }

    @Test
    void a_quick_test_neither_packs_nor_formats_nor_compiles_for_the_browser() throws Exception {
        bout("test", "--quick", "-Dtest=A B");

        String call = Files.readString(calls);
        assertTrue(call.contains(" test -D"), call);
        assertTrue(call.contains(" -Dsite.phase=none -Dspotless.check.skip=true "), call);
        assertTrue(call.endsWith(" -Dtest=A B\n"), call);
    }

    @Test
    void the_real_command_line_starts_from_the_real_script() throws Exception {
        maven("printf '%%s' '%s' >\"$target/classpath\"".formatted(System.getProperty("java.class.path")));
        environment.put("BOUT_JAVA_HOME", System.getProperty("java.home"));

        bout("--help").succeeds().prints("Usage: bout");

        environment.put("BOUT_API", " http://127.0.0.1:1/ ");
        Ran elsewhere = bout("bot", "list").exits(1);
        assertTrue(elsewhere.err().startsWith("bout: nothing answers at http://127.0.0.1:1/. "), elsewhere.err());

        Ran wrong = bout("play", "chess", "house:a", "house:b").exits(2);
        assertEquals("", wrong.out());
        assertTrue(wrong.err().startsWith("bout: Unknown game 'chess'."), wrong.err());
    }
}
