package bout.games;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import bout.engine.Plain;
import bout.engine.VectorKind.Outcome;
import java.nio.file.*;

class AllVectorsTest {
    @org.junit.jupiter.params.ParameterizedTest
    @org.junit.jupiter.params.provider.ValueSource(strings = {"tokens", "robotag", "ice-and-fire", "ice-and-fire-maps"})
    void game(String game) throws Exception {
        try (var s = Files.list(Path.of("src/test/resources/vectors/" + game))) {
            for (Path p : s.sorted().toList()) {
                for (Outcome o : Vectors.check(Plain.of(TestJson.read(Files.readString(p))))) {
                    assertTrue(o.passed(), () -> p + " " + o.name() + ": " + o.difference());
                }
            }
        }
    }
}
