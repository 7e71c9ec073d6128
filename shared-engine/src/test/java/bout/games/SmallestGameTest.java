package bout.games;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Keeps adding a game easy: Connect Four, the smallest game, may only be mentioned in these files. If other code needs
 * to name a game, every new game has to change it too. docs/adding-a-game.md explains each place.
 */
class SmallestGameTest {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    private static final List<String> NAMES = List.of("connect-four", "connectfour", "connect four", "connect_four");

    /** The game's own folders. */
    private static final List<String> FOLDERS = List.of(
            "shared-engine/src/main/java/bout/games/connectfour/",
            "shared-engine/src/main/resources/bout/games/connectfour/",
            "shared-engine/src/test/java/bout/games/connectfour/",
            "shared-engine/src/test/resources/vectors/connect-four/",
            "infra/site/src/main/resources/bout/site/games/connect-four/");

    private static final Set<String> OTHERS = Set.of(
            // The only line of code that a game needs outside its folders.
            "shared-engine/src/main/java/bout/games/Games.java",
            // The starters have one function per game.
            "docs/starters/go/bot.go",
            "docs/starters/java/Bot.java",
            "docs/starters/javascript/bot.mjs",
            "docs/starters/php/bot.php",
            "docs/starters/python/bot.py",
            // What a version has stored.
            "infra/stack/src/test/resources/bout/stack/last-version.jsonl",
            // Recorded results of the engine.
            "shared-engine/src/test/resources/determinism.json",
            "functions/wire/src/test/resources/bout/wire/replays/engine-2/connect-four.json.gz",
            "functions/wire/src/test/resources/bout/wire/replays/engine-2/connect-four-failure.json.gz",
            // Documentation: its examples take the smallest game, and so do the tests that follow them.
            "README.md",
            "docs/adding-a-game.md",
            "docs/bots.md",
            "docs/class.md",
            "docs/connect.md",
            "docs/start.md",
            "docs/tutorial.md",
            "infra/cli/src/test/java/bout/cli/BotsPageTest.java",
            "infra/cli/src/test/java/bout/cli/TutorialTest.java",
            "infra/cli/src/test/java/bout/cli/host/ClassInOneRoomTest.java",
            "infra/cli/src/test/java/bout/cli/connect/ConnectPageTest.java",
            // Tests of what runs a bot's code, which is shortest in the smallest game.
            "functions/sandbox/src/test/java/bout/sandbox/BotsAgainTest.java",
            "functions/sandbox/src/test/java/bout/sandbox/EscapesTest.java",
            "functions/sandbox/src/test/java/bout/sandbox/SandboxTest.java",
            "functions/sandbox/src/test/java/bout/sandbox/WorstBotsTest.java",
            "infra/cli/src/test/java/bout/cli/match/VerifyCommandTest.java",
            "infra/stack/src/test/java/bout/stack/OwnLadderTest.java",
            // Tests of what the site shows of each game.
            "infra/browser-tests/src/test/java/bout/site/HandSeatTest.java",
            "infra/browser-tests/src/test/java/bout/site/TabOnlineTest.java",
            "infra/browser-tests/src/test/resources/bout/site/test/start.test.js",
            "infra/site/src/test/java/bout/scripts/SeatColoursTest.java",
            "infra/site/src/test/js/games/clicks.test.js",
            // Tests of the vector format and of this rule.
            "infra/dev/src/test/java/bout/conformance/VectorsTest.java",
            "shared-engine/src/test/java/bout/games/SmallestGameTest.java");

    /** Folders with build output or without source files. */
    private static final Set<String> SKIPPED = Set.of(".git", ".bout", ".idea", ".venv", "target", "node_modules");

    @Test
    void only_these_files_mention_connect_four() throws IOException {
        Set<String> found = new TreeSet<>();
        Files.walkFileTree(REPOSITORY, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String path = REPOSITORY.relativize(file).toString().replace('\\', '/');
                if (attributes.isRegularFile()
                        && FOLDERS.stream().noneMatch(path::startsWith)
                        && mentions(path, file)) {
                    found.add(path);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertEquals(new TreeSet<>(OTHERS), found);
    }

    private static boolean mentions(String path, Path file) throws IOException {
        String text = (path + "\n" + new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .toLowerCase(Locale.ROOT);
        return NAMES.stream().anyMatch(text::contains);
    }
}
