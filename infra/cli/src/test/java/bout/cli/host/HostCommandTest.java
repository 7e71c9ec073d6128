package bout.cli.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.BotProgram;
import bout.cli.Ran;
import bout.cli.api.ApiClient;
import bout.engine.Plain;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With the address 127.0.0.1, which is for trying it alone. {@code ClassInOneRoomTest} has a network. */
@Tag("server")
@TestMethodOrder(OrderAnnotation.class)
class HostCommandTest {

    private static final Pattern LINK = Pattern.compile("  (http://127\\.0\\.0\\.1:\\d+)/join\\.html#(\\S+)");

    @TempDir
    private static Path shared;

    @AutoClose
    private static StackProgram host;

    private static List<String> guide;
    private static String site;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        host = host("--players", "3");
        site = host.line().substring("ready ".length());
        guide = host.guide();
    }

    private static StackProgram host(String... options) throws Exception {
        List<String> all = new ArrayList<>(options(data()));
        all.addAll(List.of(options));
        return StackProgram.start(shared, "host", all.toArray(String[]::new));
    }

    /** Without the first matches of house bots, which would take longer than what these tests look at. */
    private static List<String> options(Path data) {
        return List.of("--address", "127.0.0.1", "--port", "0", "--data", data.toString(), "--ladder-matches", "0");
    }

    private static Path data() {
        return shared.resolve("class 7b");
    }

    private static String adminToken() throws IOException {
        return Files.readString(data().resolve("admin-token")).strip();
    }

    private static Matcher link(List<String> guide) {
        return guide.stream()
                .map(LINK::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no link: " + guide));
    }

    @Test
    void it_prints_an_invitation_and_no_token_and_who_joins_may_play_but_not_manage() throws Exception {
        assertTrue(guide.contains("Invitation for 3 people and 7 days:"), guide.toString());
        assertFalse(guide.toString().contains("\u001b"), "no QR code where nobody sees it: " + guide);
        Matcher link = link(guide);
        assertEquals(site, link.group(1));
        String token = adminToken();
        assertFalse(guide.toString().contains(token), "others may see this screen");
        assertTrue(
                guide.contains("  export BOUT_TOKEN=$(cat '" + data().resolve("admin-token") + "')"), guide.toString());

        String own;
        try (ApiClient nobody = new ApiClient(URI.create(site), null)) {
            Plain joined = nobody.post("/api/join", Map.of("secret", link.group(2), "name", "Ada"));
            assertEquals("play", joined.get("key").text("scope"));
            own = joined.text("token");
        }
        try (ApiClient admin = new ApiClient(URI.create(site), token)) {
            Plain invitation = admin.get("/api/invitations").get("invitations").at(0);
            assertEquals(3, invitation.get("uses").integer(0, 100));
            assertEquals(1, invitation.get("used").integer(0, 100));
        }
        try (ApiClient player = new ApiClient(URI.create(site), own)) {
            Plain match = player.post(
                    "/api/matches",
                    Map.of(
                            "game",
                            "ajax-tiles",
                            "players",
                            List.of(Map.of("house", "contain"), Map.of("house", "expand"))));
            assertTrue(host.line().contains(match.text("id")), "the end of the match is printed");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void only_its_user_may_read_the_admin_token() throws Exception {
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(data().resolve("admin-token"))));
    }

    /** So that what is in other terminals and browsers still works. The last test, because it stops the first host. */
    @Test
    @Tag("full")
    @Order(Integer.MAX_VALUE)
    void started_again_it_has_the_same_admin_token() throws Exception {
        String token = adminToken();
        host.close();
        try (StackProgram again = host()) {
            again.guide();
            assertEquals(token, adminToken());
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void on_a_terminal_it_also_prints_a_qr_code() throws Exception {
        assertPrintsCode(true);
    }

    @Test
    @Tag("full")
    @DisabledOnOs(OS.WINDOWS)
    void on_a_terminal_it_prints_no_qr_code_if_told_not_to() throws Exception {
        assertPrintsCode(false);
    }

    private void assertPrintsCode(boolean shown) throws Exception {
        BotProgram.assumeHere("python3");
        List<String> command = new ArrayList<>(List.of("python3", "-c", "import pty, sys; pty.spawn(sys.argv[1:])"));
        command.addAll(StackProgram.command(folder, "host"));
        command.addAll(options(folder.resolve("data")));
        if (!shown) {
            command.add("--no-qr");
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process terminal = builder.start();
        StringBuilder output = new StringBuilder();
        // To the end: what nobody reads would keep it from ending.
        try (BufferedReader lines = terminal.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.append(line).append('\n');
                if (line.contains("Finished matches:")) {
                    terminal.children().forEach(ProcessHandle::destroy);
                }
            }
        } finally {
            terminal.descendants().forEach(ProcessHandle::destroyForcibly);
            terminal.destroyForcibly();
        }
        assertTrue(output.toString().contains("/join.html#"), output.toString());
        long codeLines = output.toString()
                .lines()
                .filter(line -> line.startsWith("\u001b[38;5;16;48;5;231m"))
                .count();
        assertEquals(shown, codeLines > 15, output.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--players 0 | 2 | --players must be between 1 and 10000; got 0.",
                "--address nowhere | 2 | --address must be an address of this machine, such as 192.168.1.20; got 'nowhere'.",
                "--address 203.0.113.7 | 1 | this machine has no address 203.0.113.7; it has",
                "--bots-in 192.168.1.7/24 | 2 | --bots-in: '192.168.1.7/24' is not the first address of its network",
                "--bots-in public | 2 | --bots-in: 'public' has no number of bits",
                "--port 70000 | 2 | --port must be between 0 and 65535; got 70000."
            })
    void wrong_options_end_it_before_anything_starts(String options, int status, String said) {
        Ran ran = Ran.bout(("host " + options).split(" "));
        assertEquals(status, ran.status(), ran.err());
        ran.says(said);
        assertEquals("", ran.out());
    }
}
