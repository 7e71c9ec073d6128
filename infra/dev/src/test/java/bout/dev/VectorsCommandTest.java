package bout.dev;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorsCommandTest {

    private static final Path RECORDED = Path.of("../../shared-engine/src/test/resources/vectors/ajax-tiles");

    @TempDir
    private Path folder;

    @BeforeEach
    void copy_the_recorded_games() throws IOException {
        Path below = Files.createDirectories(folder.resolve("a/b"));
        try (Stream<Path> files = Files.list(RECORDED)) {
            for (Path file : files.toList()) {
                Files.copy(file, below.resolve(file.getFileName().toString()));
            }
        }
    }

    @Test
    void all_recorded_games_and_situations_pass() {
        Ran ran = Ran.bout("dev", "vectors", folder.toString()).succeeds();
        assertEquals("36 passed, 0 failed", ran.out().strip());
    }

    @Test
    void a_changed_game_is_named_with_its_first_difference() throws IOException {
        Path file = folder.resolve("a/b/003.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\"paint\"", "\"nuke\""));

        Ran ran = Ran.bout("dev", "vectors", folder.toString()).exits(1);
        assertEquals(2, ran.lines().size(), ran.out());
        assertTrue(ran.lines().getFirst().contains("003.json"), ran.out());
        assertTrue(ran.lines().getFirst().contains("nuke"), ran.out());
        assertEquals("35 passed, 1 failed", ran.lastLine());
    }

    @Test
    void a_broken_vector_file_fails_and_the_others_are_still_replayed() throws IOException {
        Files.writeString(folder.resolve("broken.json"), "{\"game\":");
        Files.writeString(folder.resolve("list.json"), "[]");
        Files.writeString(folder.resolve("other.json"), "{\"seed\":1}");
        Files.writeString(folder.resolve("notes.txt"), "not looked at");

        Ran ran = Ran.bout("dev", "vectors", folder.toString()).exits(1);
        ran.prints("broken.json: not JSON");
        ran.prints("list.json: ");
        ran.prints("other.json: /game: expected a string");
        assertEquals("36 passed, 3 failed", ran.lastLine());
    }

    @Test
    void recorded_ratings_are_computed_again() throws IOException {
        String recorded =
                Files.readString(Path.of("../../functions/competition/src/test/resources/openskill-seats.json"));
        Files.writeString(folder.resolve("a/ratings.json"), recorded);
        Files.writeString(folder.resolve("a/wrong.json"), recorded.replaceFirst("22\\.3646105", "22.3646106"));

        Ran ran = Ran.bout("dev", "vectors", folder.toString()).exits(1);
        assertTrue(ran.lines().getFirst().contains("wrong.json: match 0: bot2 has "), ran.out());
        assertEquals("37 passed, 1 failed", ran.lastLine());
    }

    @Test
    void kinds_that_no_game_has_are_skipped_and_counted() throws IOException {
        Files.writeString(folder.resolve("a/x.json"), "{\"game\":\"chess\"}");
        Files.writeString(folder.resolve("a/y.json"), "{\"game\":\"chess\"}");

        Ran ran = Ran.bout("dev", "vectors", folder.toString()).succeeds();
        ran.prints("skipped 2 files of the unknown kind chess");
        assertEquals("36 passed, 0 failed", ran.lastLine());
    }

    @Test
    void one_file_may_be_named() {
        Ran ran = Ran.bout("dev", "vectors", folder.resolve("a/b/001.json").toString())
                .succeeds();
        assertEquals("1 passed, 0 failed", ran.lastLine());
    }

    @Test
    void nothing_to_replay_is_status_1(@TempDir Path empty) {
        Ran ran = Ran.bout("dev", "vectors", empty.toString()).exits(1);
        assertEquals("0 passed, 0 failed", ran.lastLine());
        ran.says("has no vector files of a known kind");
    }
}
