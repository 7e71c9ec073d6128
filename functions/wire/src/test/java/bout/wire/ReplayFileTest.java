package bout.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Failure;
import bout.engine.Replay;
import bout.games.Games;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReplayFileTest {

    @ParameterizedTest
    @CsvSource({"random, random", "random, expand", "expand, contain", "fearful, warden"})
    void a_replay_reads_back_from_its_file_and_verifies(String first, String second) throws Exception {
        Replay replay = Replays.of("1", first, second);
        Replay read = ReplayFile.read(ReplayFile.write(replay));
        assertEquals(replay, read);
        assertInstanceOf(
                Replay.Confirmed.class, read.verify(Games.byId("ajax-tiles").orElseThrow()));
    }

    @ParameterizedTest
    @EnumSource(Failure.Kind.class)
    void a_failure_keeps_its_kind_and_text(Failure.Kind kind) throws Exception {
        Replay replay = Replays.forfeited(kind);
        assertEquals(replay, ReplayFile.read(ReplayFile.write(replay)));
    }

    @Test
    void an_uncompressed_file_is_read() throws Exception {
        Replay replay = Replays.of("1", "random", "expand");
        assertEquals(replay, ReplayFile.read(Json.bytes(replay.toPlain())));
    }

    @Test
    void the_same_replay_always_gives_the_same_bytes() {
        assertArrayEquals(
                ReplayFile.write(Replays.of("1", "random", "expand")),
                ReplayFile.write(Replays.of("1", "random", "expand")));
    }

    @ParameterizedTest
    @CsvSource({"random, random", "random, warden", "expand, contain", "fearful, expand"})
    void a_match_of_300_turns_with_answers_of_0_to_400_ms_takes_at_most_3_kilobytes(String first, String second) {
        for (int seed = 0; seed < 10; seed++) {
            Replay replay = Replays.of("size " + seed, first, second);
            int bytes = ReplayFile.write(replay).length;
            assertTrue(bytes <= 3 * 1024, bytes + " bytes for " + replay.calls().count() + " turns");
        }
    }

    @Test
    void broken_gzip_is_refused() {
        byte[] file = ReplayFile.write(Replays.of("1", "random", "expand"));
        refused("Invalid gzip data: it ends too early", Arrays.copyOf(file, file.length / 2));
        refused("Invalid gzip data: it ends too early", Arrays.copyOf(file, 5));
        byte[] changed = file.clone();
        changed[file.length - 6] ^= 1;
        refused("Invalid gzip data: ", changed);
    }

    @Test
    void a_file_that_decompresses_to_too_much_is_refused() throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            byte[] spaces = new byte[1 << 20];
            Arrays.fill(spaces, (byte) ' ');
            for (int i = 0; i < 200; i++) {
                gzip.write(spaces);
            }
        }
        refused("Invalid gzip data: it decompresses to more than 16777216 bytes", bomb.toByteArray());
    }

    @Test
    void a_file_that_is_too_large_is_refused() {
        byte[] spaces = new byte[ReplayFile.MAX_BYTES + 1];
        Arrays.fill(spaces, (byte) ' ');
        refused("The file is larger than 16777216 bytes", spaces);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ``                   | The replay is not JSON:
                    garbage              | The replay is not JSON:
                    {"format":1          | The replay is not JSON:
                    {"format":1}{}       | The replay is not JSON:
                    {"format":1,"format":1} | The replay is not JSON: the field 'format' occurs twice
                    []                   | Not a replay. The document: expected an object, found a list of 0
                    {}                   | Not a replay. /format: expected a whole number from 1 to 2, found nothing
                    {"format":3}         | Not a replay. /format: expected a whole number from 1 to 2, found the number 3
                    {"url":"x"}          | Not a replay. The document: expected no field other than
                    """)
    void garbage_is_refused_with_the_reason(String text, String message) {
        refused(message, text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "/players/0/name, 40, 5000000",
        "/players/1/house, 40, 41",
        "/seed, 4000, 4001",
        "/result/reason, 4000, 5000000",
        "/hash, 4000, 5000000",
        "/game, 4000, 5000000"
    })
    void a_text_that_is_too_long_is_refused_in_one_sentence(String pointer, int most, int characters) throws Exception {
        String document = Json.text(Replays.of("1", "random", "expand").toPlain());
        Object changed = Json.read(document);
        Object place = changed;
        String[] path = pointer.substring(1).split("/");
        for (int step = 0; step < path.length - 1; step++) {
            place = place instanceof Map<?, ?> map
                    ? map.get(path[step])
                    : ((List<?>) place).get(Integer.parseInt(path[step]));
        }
        @SuppressWarnings("unchecked")
        Map<String, Object> fields = (Map<String, Object>) place;
        fields.put(path[path.length - 1], "\ud83e\udd80".repeat(most));
        ReplayFile.read(Json.bytes(changed));
        fields.put(path[path.length - 1], "x".repeat(characters));
        byte[] file = Json.bytes(changed);
        refused("Not a replay. " + pointer + ": expected at most " + most + " characters, found the string", file);
        assertTrue(assertThrows(ReplayFile.NotAReplay.class, () -> ReplayFile.read(file))
                        .getMessage()
                        .length()
                < 300);
    }

    @Test
    void more_moves_than_any_match_has_are_refused() throws Exception {
        @SuppressWarnings("unchecked")
        Map<String, Object> fields = (Map<String, Object>)
                Json.read(Json.text(Replays.of("1", "random", "expand").toPlain()));
        fields.put("moves", List.of(Collections.nCopies(Replay.MAX_CALLS + 1, 1), List.of()));
        refused("Not a replay. /moves/0: expected at most 50000 moves, found a list of 50001", Json.bytes(fields));
    }

    private static void refused(String message, byte[] file) {
        ReplayFile.NotAReplay refused = assertThrows(ReplayFile.NotAReplay.class, () -> ReplayFile.read(file));
        assertTrue(refused.getMessage().startsWith(message.strip()), refused.getMessage());
    }
}
