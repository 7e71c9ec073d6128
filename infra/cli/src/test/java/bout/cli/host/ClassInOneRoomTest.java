package bout.cli.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bout.cli.BotProgram;
import bout.engine.Plain;
import bout.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The afternoon of docs/class.md: a stack on one machine, and 30 people with bots on 30 others, each of which is a
 * network namespace with an address of its own.
 */
@Tag("server")
@Tag("full")
class ClassInOneRoomTest {

    private static final int PEOPLE = 30;
    private static final int HOST = 0;
    private static final int PORT = 8080;

    /** Of the lines of connected bots. */
    private static final int LINES = 8081;

    private static final String SITE = "http://" + Room.address(HOST) + ":" + PORT;
    private static final String LOCAL = "http://127.0.0.1:" + PORT;
    private static final Path STARTER =
            Path.of("../../docs/starters/python/bot.py").toAbsolutePath().normalize();

    /** Tries to connect to every port of a machine, as anyone in the room can. */
    private static final String OPEN_PORTS = """
            import socket, sys
            for port in range(1, 65536):
                with socket.socket() as s:
                    s.settimeout(5)
                    if s.connect_ex((sys.argv[1], port)) == 0:
                        print(port)
            """;

    @TempDir
    Path folder;

    private record Person(int machine, String token, String bot) {}

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void thirty_people_join_register_their_bots_and_play_a_tournament() throws Exception {
        BotProgram.assumeHere("python3");
        BotProgram.assumeHere("curl");
        Optional<String> refusal = Room.refusal();
        assertTrue(refusal.isEmpty() || !"true".equals(System.getenv("CI")), refusal::toString);
        assumeTrue(refusal.isEmpty(), () -> refusal.get() + "; so no class of 30 was held");
        Path data = folder.resolve("data");
        try (Room room = Room.of(1 + PEOPLE);
                StackProgram host = StackProgram.start(
                        Room.on(HOST), folder, "host", "--data", data.toString(), "--ladder-matches", "0")) {
            assertEquals("ready " + SITE, host.line());
            List<String> guide = host.guide();
            assertTrue(
                    guide.contains("Bots can be at http URLs in 10.77.0.0/24, on ports above 1023, but not on this"
                            + " machine."),
                    guide.toString());
            String secret = guide.stream()
                    .filter(line -> line.startsWith("  " + SITE + "/join.html#"))
                    .map(line -> line.substring(line.indexOf('#') + 1))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(guide.toString()));
            String admin = Files.readString(data.resolve("admin-token")).strip();

            List<Person> people = together(PEOPLE, i -> joins(room, 1 + i, secret));
            assertEquals(PEOPLE, people.stream().map(Person::token).distinct().count());
            Plain invitation = get(HOST, LOCAL + "/api/invitations", admin)
                    .get("invitations")
                    .at(0);
            Plain joined = get(HOST, LOCAL + "/api/invitations/" + invitation.text("id"), admin)
                    .get("joined");
            assertEquals(PEOPLE, joined.length());

            nobodyReachesMoreThanTheFront(people.getFirst());
            nobodyRegistersABotAtTheHostOrElsewhere(people.getFirst());
            onlyItsOwnNamesAreAnswered(people.getLast().machine());

            List<Map<String, String>> bots =
                    people.stream().map(person -> Map.of("bot", person.bot())).toList();
            Plain tournament = ask(
                    HOST,
                    "POST",
                    LOCAL + "/api/tournaments",
                    admin,
                    Map.of("game", "connect-four", "name", "Class cup", "format", "swiss", "players", bots));
            String id = tournament.text("id");
            Plain state = tournament;
            while (!state.text("state").equals("finished")) {
                assertFalse(state.text("state").equals("cancelled"), state.toString());
                Thread.sleep(500);
                state = get(people.get(3).machine(), SITE + "/api/tournaments/" + id, null);
            }
            List<Plain> matches = matches(id);
            assertEquals(PEOPLE / 2 * 5, matches.size(), "five rounds of a Swiss tournament");
            for (Plain match : matches) {
                assertEquals("finished", match.text("status"), match.toString());
            }
            Plain table = get(people.get(5).machine(), SITE + "/standings/tournaments/" + id + ".json", null);
            assertEquals(PEOPLE, table.get("table").length(), table.toString());
        }
        assertEquals(List.of(), Room.left(), "all namespaces are gone");
    }

    private Person joins(Room room, int machine, String secret) throws Exception {
        String token = ask(
                        machine,
                        "POST",
                        SITE + "/api/join",
                        null,
                        Map.of("secret", secret, "name", "Player " + machine))
                .text("token");
        Plain bot = ask(
                machine,
                "POST",
                SITE + "/api/bots",
                token,
                Map.of(
                        "game", "connect-four",
                        "name", "Bot " + machine,
                        "url", "http://" + Room.address(machine) + ":9000/"));
        ProcessBuilder program = new ProcessBuilder("python3", STARTER.toString(), "9000")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("bot-" + machine + ".txt").toFile());
        program.environment().put("HOST", Room.address(machine));
        program.environment().put("BOUT_SECRET", bot.text("secret"));
        room.start(machine, program);
        Path printed = folder.resolve("bot-" + machine + ".txt");
        while (!Files.readString(printed).contains("listening")) {
            Thread.sleep(50);
        }
        String path = SITE + "/api/bots/" + bot.text("id");
        ask(machine, "POST", path + "/check", token, Map.of());
        Plain checked = bot;
        while (checked.get("proof").get("provenAt").isNull()) {
            Thread.sleep(500);
            checked = get(machine, path, token);
        }
        return new Person(machine, token, bot.text("id"));
    }

    private static void nobodyReachesMoreThanTheFront(Person person) throws IOException {
        Set<String> offered = Set.of(Integer.toString(PORT), Integer.toString(LINES));
        assertEquals(
                offered,
                Set.copyOf(Room.run(person.machine(), "python3", "-c", OPEN_PORTS, Room.address(HOST))
                        .lines()
                        .toList()),
                "the ports that answer");
        // And what the machine itself says: whatever else of the stack listens does so on loopback.
        Set<String> elsewhere = new TreeSet<>();
        for (String file : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Room.run(HOST, "cat", file).lines().skip(1).toList()) {
                String[] fields = line.strip().split(" +");
                if (fields[3].equals("0A")) { // listening
                    boolean loopback = fields[1].startsWith("0100007F:")
                            || fields[1].startsWith("0000000000000000FFFF00000100007F:")
                            || fields[1].startsWith("00000000000000000000000001000000:");
                    if (!loopback) {
                        elsewhere.add(Integer.toString(
                                Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16)));
                    }
                }
            }
        }
        assertEquals(offered, elsewhere);
    }

    private static void nobodyRegistersABotAtTheHostOrElsewhere(Person person) {
        for (String url : List.of(
                SITE + "/",
                "http://" + Room.address(HOST) + ":9324/",
                "http://[::ffff:" + Room.address(HOST) + "]:8080/",
                LOCAL + "/",
                "http://localhost:8080/",
                "http://0.0.0.0:8080/",
                "http://169.254.169.254:8080/",
                "http://10.77.1.1:9000/",
                "http://8.8.8.8:9000/",
                "http://" + Room.address(person.machine()) + ":80/")) {
            IOException refused = assertThrows(
                    IOException.class,
                    () -> ask(
                            person.machine(),
                            "POST",
                            SITE + "/api/bots",
                            person.token(),
                            Map.of("game", "connect-four", "name", "Bad", "url", url)));
            assertTrue(refused.getMessage().contains("\"status\":422"), url + ": " + refused.getMessage());
        }
    }

    private static void onlyItsOwnNamesAreAnswered(int machine) throws IOException {
        for (Map.Entry<String, String> each : Map.of(
                        Room.address(HOST) + ":" + PORT, "200",
                        "rebinding.example:" + PORT, "421",
                        Room.address(machine) + ":" + PORT, "421",
                        "localhost:" + PORT, "200")
                .entrySet()) {
            assertEquals(
                    each.getValue(),
                    Room.run(
                            machine,
                            ("curl -s -o /dev/null -w %{http_code} " + SITE + "/ -H Host:" + each.getKey()).split(" ")),
                    each.getKey());
        }
    }

    private static List<Plain> matches(String tournament) throws IOException {
        List<Plain> all = new ArrayList<>();
        String cursor = "";
        do {
            Plain page = get(HOST, LOCAL + "/api/tournaments/" + tournament + "/matches?limit=100" + cursor, null);
            all.addAll(page.get("matches").entries());
            cursor = page.get("next").isNull() ? "" : "&cursor=" + page.text("next");
        } while (!cursor.isEmpty());
        return all;
    }

    private static Plain get(int machine, String url, String token) throws IOException {
        return ask(machine, "GET", url, token, null);
    }

    private static Plain ask(int machine, String method, String url, String token, Object body) throws IOException {
        List<String> command = new ArrayList<>(List.of("curl", "-s", "--fail-with-body", "-X", method, url));
        if (token != null) {
            command.addAll(List.of("-H", "Authorization: Bearer " + token));
        }
        if (body != null) {
            command.addAll(List.of("-H", "Content-Type: application/json", "-d", Json.text(body)));
        }
        try {
            return Plain.of(Json.read(Room.run(machine, command.toArray(String[]::new))));
        } catch (Json.NotJson notJson) {
            throw new IOException(url, notJson);
        }
    }

    private interface Work<T> {
        T of(int i) throws Exception;
    }

    private static <T> List<T> together(int count, Work<T> work) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int each = i;
                all.add(threads.submit(() -> work.of(each)));
            }
            List<T> done = new ArrayList<>();
            for (Future<T> each : all) {
                done.add(each.get());
            }
            return done;
        }
    }
}
