package bout.cli.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import bout.cli.TestBot;
import bout.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
class TournamentCommandTest {

    private static final List<String> SMALL =
            List.of("tournament", "ajax-tiles", "house:contain", "house:expand", "house:random", "house:fearful");

    @TempDir
    private Path folder;

    private static Ran bout(List<String> command, String... more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(more));
        return Ran.bout(all.toArray(String[]::new));
    }

    private static Ran small(String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        all.addAll(List.of("--set", "maxTurns=30", "--seed", "7"));
        return bout(SMALL, all.toArray(String[]::new));
    }

    private static Map<?, ?> object(String json) throws Json.NotJson {
        return (Map<?, ?>) Json.read(json);
    }

    private static List<Map<?, ?>> table(Ran ran) throws Json.NotJson {
        assertEquals(0, ran.status(), ran.err());
        List<Map<?, ?>> rows = new ArrayList<>();
        ((List<?>) object(ran.out()).get("table")).forEach(row -> rows.add((Map<?, ?>) row));
        return rows;
    }

    private static List<Object> names(Ran ran) throws Json.NotJson {
        List<Object> names = new ArrayList<>();
        ((List<?>) object(ran.out()).get("players")).forEach(player -> names.add(((Map<?, ?>) player).get("name")));
        return names;
    }

    @Test
    void a_round_robin_plays_each_pair_from_both_seats_on_each_board() throws Json.NotJson {
        Ran ran = small("--boards", "2", "--json");

        assertEquals(24, object(ran.out()).get("played"));
        assertEquals("wins", object(ran.out()).get("ranking"));
        double points = 0;
        for (Map<?, ?> row : table(ran)) {
            assertEquals(12, (int) row.get("wins") + (int) row.get("draws") + (int) row.get("losses"));
            points += ((Number) row.get("points")).doubleValue();
        }
        assertEquals(24, points);
    }

    @Test
    void the_table_is_printed_with_ranks_and_ratings() {
        Ran ran = small("--boards", "2").succeeds();
        assertTrue(
                ran.lines()
                        .getFirst()
                        .startsWith("ajax-tiles: round-robin of 4 players, 2 boards, seed 7, 24 matches in "),
                ran.out());
        assertTrue(
                ran.lines()
                        .get(1)
                        .trim()
                        .matches("rank +player +points +head to head +Sonneborn-Berger +wins +draws +losses +mean tiles"
                                + " +failed calls +Elo +\\+- +LOS"),
                ran.out());
        assertTrue(ran.lines().get(2).startsWith("1  "), ran.out());
        assertEquals(6, ran.lines().size());
        assertEquals("", ran.err());
    }

    @Test
    void the_table_can_be_taken_along_as_csv() {
        Ran ran = small("--csv").succeeds();
        assertTrue(ran.out().startsWith("\uFEFFrank,player,points,"), ran.out());
        assertTrue(ran.lines().get(1).startsWith("1,"), ran.out());
        assertEquals(5, ran.lines().size(), "the table alone");
        assertEquals(2, small("--csv", "--json").status());
    }

    @Test
    void the_elo_of_the_anchor_is_1000() throws Json.NotJson {
        Ran ran = small("--anchor", "house:random", "--json");
        int random = names(ran).indexOf("random");
        assertEquals(random, object(ran.out()).get("anchor"));
        for (Map<?, ?> row : table(ran)) {
            double elo = ((Number) row.get("elo")).doubleValue();
            double interval = ((Number) row.get("interval95")).doubleValue();
            assertEquals(row.get("player").equals(random), elo == 1000 && interval == 0, row.toString());
        }
    }

    @Test
    void a_gauntlet_prints_how_the_first_did_against_each_other() {
        Ran ran = small("--format", "gauntlet", "--boards", "2").succeeds();
        assertTrue(ran.lines().get(1).startsWith("contain against"), ran.out());
        assertTrue(ran.lines().get(2).startsWith("expand "), ran.out());
        assertTrue(ran.lastLine().startsWith("all "), ran.out());
    }

    @Test
    void without_players_all_house_bots_play_and_tokens_is_ranked_by_score() throws Json.NotJson {
        Ran ran = Ran.bout("tournament", "tokens", "--seed", "7", "--json");

        List<Map<?, ?>> rows = table(ran);
        assertEquals(9, rows.size());
        assertEquals("score", object(ran.out()).get("ranking"));
        for (int i = 1; i < rows.size(); i++) {
            assertTrue(((Number) rows.get(i - 1).get("score")).doubleValue()
                    >= ((Number) rows.get(i).get("score")).doubleValue());
        }
    }

    @Test
    void the_state_file_contains_each_match_and_each_can_be_repeated() throws Exception {
        Path state = folder.resolve("t.jsonl");

        small("--state", state.toString()).succeeds();
        List<String> lines = Files.readAllLines(state);
        assertEquals(1 + 12, lines.size());
        Map<?, ?> match = object(lines.get(5));
        List<?> seated = (List<?>) ((Map<?, ?>) match.get("fixture")).get("players");
        String players = SMALL.get(2 + (int) seated.get(0)) + " " + SMALL.get(2 + (int) seated.get(1));
        Ran alone = Ran.line("play ajax-tiles " + players + " --set maxTurns=30 --json --seed " + match.get("seed"));
        assertEquals(object(alone.out()).get("scores"), ((Map<?, ?>) match.get("result")).get("scores"));
        assertEquals(object(alone.out()).get("turns"), match.get("turns"));
    }

    @ParameterizedTest
    @CsvSource({"round-robin", "swiss", "knockout", "gauntlet"})
    void concurrency_and_a_stop_do_not_change_the_result(String format) throws Exception {
        Path state = folder.resolve("t.jsonl");
        Ran whole =
                small("--format", format, "--state", state.toString(), "--json").succeeds();
        assertEquals(
                whole.out(),
                small("--format", format, "--json", "--concurrency", "4").out());
        List<String> lines = Files.readAllLines(state);
        // As if it had been killed while it wrote a line.
        Files.writeString(
                state,
                String.join("\n", lines.subList(0, 3)) + "\n" + lines.get(3).substring(0, 20));

        Ran resumed = small("--format", format, "--state", state.toString(), "--json");

        assertEquals(whole.out(), resumed.out());
        assertEquals(lines, Files.readAllLines(state));
        Ran again = small("--format", format, "--state", state.toString(), "--json");
        assertEquals(whole.out(), again.out());
        assertEquals(lines, Files.readAllLines(state));
    }

    @Test
    void a_random_seed_is_saved_in_the_state_file() throws Exception {
        Path state = folder.resolve("t.jsonl");
        String[] command = {"--set", "maxTurns=10", "--state", state.toString(), "--json"};

        Ran first = bout(SMALL, command);
        Ran second = bout(SMALL, command);

        assertEquals(0, first.status(), first.err());
        assertEquals(first.out(), second.out());
    }

    @Test
    void the_state_of_another_tournament_is_refused() {
        Path state = folder.resolve("t.jsonl");
        small("--state", state.toString());

        Ran other = small("--state", state.toString(), "--boards", "3")
                .fails(1, "contains another tournament: boards is 1 there and 3 here.");
        assertEquals("", other.out());
    }

    @Test
    void a_file_that_is_not_a_tournament_is_refused_and_unchanged() throws IOException {
        Path file = folder.resolve("letter.txt");
        Files.writeString(file, "Dear all,\n");

        small("--state", file.toString()).fails(1, "is not a saved tournament: line 1: ");
        assertEquals("Dear all,\n", Files.readString(file));
    }

    @Test
    void a_device_is_no_file_to_save_a_tournament_in() {
        small("--state", "/dev/null").fails(1, "bout: cannot open /dev/null: it is not a regular file\n");
    }

    @Test
    void failures_are_counted_and_a_player_that_always_fails_is_withdrawn() throws Json.NotJson {
        try (TestBot broken = new TestBot(500, "down")) {
            Ran ran = Ran.line("tournament ajax-tiles house:random " + broken.url()
                            + " house:expand --boards 3 --set maxTurns=20 --seed 7 --withdraw-after 6")
                    .succeeds();
            ran.prints(broken.url() + ": status, ");
            ran.prints(broken.url() + ": withdrawn because all its ");
            String last = ran.lines().stream()
                    .filter(line -> line.startsWith("-  "))
                    .findFirst()
                    .orElseThrow();
            assertTrue(last.contains(broken.url()), last);
        }
    }

    @Test
    void thirty_three_players_play_a_swiss_tournament_and_a_knockout() throws Exception {
        List<String> command = new ArrayList<>(List.of("tournament", "ajax-tiles"));
        List<String> bots = List.of("house:contain", "house:expand", "house:random");
        for (int player = 0; player < 33; player++) {
            command.add(bots.get(player % bots.size()));
        }
        command.addAll(List.of("--set", "maxTurns=12", "--seed", "7", "--json", "--concurrency", "2"));
        Path state = folder.resolve("swiss.jsonl");

        Ran swiss = bout(command, "--format", "swiss", "--state", state.toString());
        Ran knockout = bout(command, "--format", "knockout");

        assertEquals(33, table(swiss).size());
        // 16 matches in each of 6 rounds, no pair twice.
        assertEquals(6 * 16, object(swiss.out()).get("played"));
        Set<Set<?>> met = new HashSet<>();
        for (String line : Files.readAllLines(state).subList(1, 97)) {
            Map<?, ?> fixture = (Map<?, ?>) object(line).get("fixture");
            assertTrue(met.add(Set.copyOf((List<?>) fixture.get("players"))), line);
        }
        List<Object> names = names(swiss);
        assertEquals(
                IntStream.range(0, 33).boxed().collect(Collectors.toSet()),
                table(swiss).stream().map(row -> row.get("player")).collect(Collectors.toSet()));
        assertTrue(names.containsAll(List.of("contain", "contain (2)", "random (11)")), names.toString());
        assertEquals(
                List.of(1, 2, 3, 3, 5),
                table(knockout).subList(0, 5).stream()
                        .map(row -> (Object) row.get("rank"))
                        .toList());
        assertTrue((int) object(knockout.out()).get("played") >= 32);
    }

    @Test
    void the_folder_of_the_state_file_is_made_unless_a_file_is_in_its_place() throws IOException {
        assertEquals(
                0, small("--state", folder.resolve("a/b/t.jsonl").toString()).status());
        Path file = Files.writeString(folder.resolve("file"), "");

        Ran ran = small("--state", file.resolve("t.jsonl").toString()).exits(1);
        assertEquals("bout: cannot open " + file.resolve("t.jsonl") + ": a file is in place of a folder\n", ran.err());
        assertFalse(ran.err().contains("a bug in Bout"), ran.err());
    }
}
