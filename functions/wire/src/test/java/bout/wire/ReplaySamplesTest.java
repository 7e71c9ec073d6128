package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.Replay;
import bout.games.Games;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Stored replays of every engine version: replays that people keep must stay readable. The folder's README.md explains
 * how to add those of a new version.
 */
class ReplaySamplesTest {

    private static final Path SAMPLES = Path.of("src/test/resources/bout/wire/replays");

    static List<Path> samples() {
        return versions()
                .flatMap(version -> files(SAMPLES.resolve("engine-" + version)).stream())
                .toList();
    }

    private static Stream<Integer> versions() {
        return IntStream.rangeClosed(1, Engine.VERSION).boxed();
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void each_engine_version_has_a_sample_of_each_of_its_games_and_one_with_a_failure() throws Exception {
        for (int version : versions().toList()) {
            for (Game<?> game : gamesOf(version)) {
                for (String ending : List.of("", "-failure")) {
                    Path file = SAMPLES.resolve("engine-" + version)
                            .resolve(game.card().id() + ending + ".json.gz");
                    assertTrue(
                            Files.isRegularFile(file),
                            file + " is missing: " + SAMPLES.resolve("README.md") + " explains how to make it");
                    Replay replay = ReplayFile.read(Files.readAllBytes(file));
                    assertEquals(version, replay.engine(), file.toString());
                    assertEquals(game.card().id(), replay.start().game(), file.toString());
                    assertEquals(!ending.isEmpty(), !replay.calls().failures().isEmpty(), file.toString());
                }
            }
        }
    }

    private static List<Game<?>> gamesOf(int version) {
        return Games.ALL.stream()
                .filter(game -> version == Engine.VERSION
                        || IntStream.rangeClosed(1, version)
                                .anyMatch(each -> Files.exists(SAMPLES.resolve("engine-" + each)
                                        .resolve(game.card().id() + ".json.gz"))))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_sample_survives_rewriting_in_the_form_of_the_schema(Path file) throws Exception {
        Replay replay = ReplayFile.read(Files.readAllBytes(file));
        assertEquals(replay, ReplaySchema.read(ReplayFile.write(replay)));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void samples_of_every_version_verify(Path file) throws Exception {
        Replay replay = ReplayFile.read(Files.readAllBytes(file));
        Game<?> game = Games.byId(replay.start().game()).orElseThrow();
        int calls = replay.play(game, Integer.MAX_VALUE).calls().size();
        assertEquals(replay.calls().count(), calls);
        assertInstanceOf(Replay.Confirmed.class, replay.verify(game));
    }
}
