package bout.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.games.Games;
import bout.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Plays the bots that authors start from, each in its own language. Where a language is missing its bot is skipped, but
 * for a build that says {@code CI=true}: there it is an error.
 */
class StartersTest {

    private static final Path STARTERS =
            Path.of("../../functions/bots/starters").toAbsolutePath();

    /** Short where a game can be made so; the others end by themselves. */
    private static final int MOST_TURNS = 60;

    private enum Language {
        PYTHON("python3", "python/bot.py"),
        JAVASCRIPT("node", "javascript/bot.mjs"),
        JAVA(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "java/Bot.java"),
        GO("go", "go/bot.go"),
        PHP("php", "php/bot.php");

        private final String program;
        private final Path file;

        Language(String program, String file) {
            this.program = program;
            this.file = STARTERS.resolve(file);
        }

        List<String> command(String port) {
            return switch (this) {
                case GO -> List.of(program, "run", file.toString(), port);
                case PHP -> List.of(program, "-S", "127.0.0.1:" + port, file.toString());
                case PYTHON, JAVASCRIPT, JAVA -> List.of(program, file.toString(), port);
            };
        }
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Language.class)
    void a_starter_plays_every_game_at_either_seat_without_a_failure(Language language) throws Exception {
        BotProgram.assumeHere(language.program);
        try (BotProgram bot = BotProgram.start(folder, language::command)) {
            for (Game<?, ?> game : Games.ALL) {
                String house = "house:" + game.houseBots().getFirst().name();
                play(game, bot, bot.url(), house);
                play(game, bot, house, bot.url());
            }
        }
    }

    private static void play(Game<?, ?> game, BotProgram bot, String first, String second) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("play", game.card().id(), first, second, "--seed", "5", "--json", "--time-limit", "20000"));
        if (game.card().options().stream().anyMatch(option -> option.name().equals("maxTurns"))) {
            command.addAll(List.of("--set", "maxTurns=" + MOST_TURNS));
        }
        Ran ran = Ran.bout(command.toArray(String[]::new));

        String context = game.card().id() + " " + ran.out() + ran.err() + bot.output();
        assertEquals(0, ran.status(), context);
        Map<?, ?> line = (Map<?, ?>) Json.read(ran.out());
        assertEquals(List.of(), line.get("failures"), context);
        // A command that A Code of Ice and Fire does not know is no failed call, but it loses at once.
        assertTrue(
                ((List<?>) line.get("scores")).stream().noneMatch(Integer.valueOf(-1)::equals)
                        || line.get("reason").equals("hq"),
                context);
        assertTrue((Integer) line.get("turns") > 1, context);
    }
}
