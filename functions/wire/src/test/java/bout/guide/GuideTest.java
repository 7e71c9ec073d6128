package bout.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Option;
import bout.engine.Plain;
import bout.engine.TimeLimits;
import bout.engine.Turn;
import bout.games.Games;
import bout.guide.GuideText.Chapter;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.Resources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class GuideTest {

    private static final Path STARTERS = Path.of("..", "..", "docs", "starters");

    static Stream<Game<?>> games() {
        return Games.ALL.stream();
    }

    private static String text(Game<?> game, String section) {
        return Guide.of(game).sections().stream()
                .filter(each -> each.id().equals(section))
                .findFirst()
                .orElseThrow()
                .text();
    }

    private static void assertHolds(String text, String part) {
        assertTrue(text.contains(part), part + " is not in\n" + text);
    }

    @ParameterizedTest
    @MethodSource("games")
    void every_game_is_told_in_five_lines_and_the_document_has_them_too(Game<?> game) {
        Guide guide = Guide.of(game);
        assertEquals(5, guide.lines().size());
        guide.lines().forEach(line -> assertTrue(guide.toMarkdown().contains("\n- " + line + "\n"), line));
    }

    @ParameterizedTest
    @MethodSource("games")
    void every_game_has_all_sections_in_the_same_order(Game<?> game) {
        List<String> ids =
                Guide.of(game).sections().stream().map(Guide.Section::id).toList();
        // Only games with an original explain how programs for it can play.
        List<String> last = ids.getLast().equals("originals") ? List.of("start", "originals") : List.of("start");
        assertEquals(
                Stream.concat(
                                Stream.of(
                                        "rules",
                                        "options",
                                        "request",
                                        "answer",
                                        "example",
                                        "failures",
                                        "limits",
                                        "house-bots"),
                                last.stream())
                        .toList(),
                ids);
        String inShort = "- " + String.join("\n- ", Guide.of(game).lines());
        String whole = Guide.of(game).toMarkdown();
        assertTrue(whole.startsWith(
                "# " + game.card().name() + "\n\n" + game.card().summary() + "\n\n" + inShort + "\n\n## Rules\n"));
    }

    @ParameterizedTest
    @MethodSource("games")
    void options_house_bots_and_time_limits_match_the_games_declaration(Game<?> game) {
        List<String> options = rows(text(game, "options"));
        assertEquals(game.card().options().size(), options.size());
        for (int i = 0; i < options.size(); i++) {
            Option option = game.card().options().get(i);
            assertEquals(
                    "| `" + option.name() + "` | " + option.defaultValue() + " | " + option.range() + " | "
                            + option.sentence() + " |",
                    options.get(i));
        }
        List<String> bots = rows(text(game, "house-bots"));
        assertEquals(game.houseBots().size(), bots.size());
        for (int i = 0; i < bots.size(); i++) {
            HouseBot bot = game.houseBots().get(i);
            assertEquals("| `" + bot.name() + "` | " + bot.sentence() + " |", bots.get(i));
        }
        TimeLimits limits = game.card().timeLimits();
        for (int limit : List.of(limits.first(), limits.later())) {
            assertHolds(text(game, "limits"), String.format(Locale.ROOT, "| %,d ms |", limit));
        }
        for (Failure.Kind kind : Failure.Kind.values()) {
            assertHolds(text(game, "failures"), "| `" + kind.code() + "` |");
        }
    }

    private static List<String> rows(String text) {
        return text.lines()
                .dropWhile(line -> !line.startsWith("|---"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("games")
    void the_example_request_is_made_by_the_engine_from_the_recorded_match(Game<?> game) throws Exception {
        Example<?> example = Example.of(game);
        String body = new String(BotBody.write(game.card().form(), example.fields()), StandardCharsets.UTF_8);
        assertEquals(body, example.body());
        assertHolds(text(game, "example"), "```http\n" + example.request() + "\n```");
        assertTrue(example.request().endsWith("\n\n" + body));
        assertHolds(example.request(), "\nContent-Length: " + body.length() + "\n");
        assertHolds(text(game, "example"), "\n\n" + Json.text(example.answer()) + "\n```");
        Map<String, Object> fields =
                BotBody.read(game.card().form(), example.body().getBytes(StandardCharsets.UTF_8));
        assertEquals(Json.text(example.fields()), Json.text(fields));
    }

    @ParameterizedTest
    @MethodSource("games")
    void the_example_answer_is_a_legal_move_with_the_described_effect(Game<?> game) throws Exception {
        assertDoesWhatIsTold(game);
    }

    private static <M> void assertDoesWhatIsTold(Game<M> game) throws Exception {
        Example<M> example = Example.of(game);
        Plain file = Plain.of(Json.read(Resources.text(game.getClass(), Example.FILE)));
        Match<M> match = example.match();
        Object received = Json.read(Json.text(example.answer()));
        assertNull(match.read(example.seat(), received).failure());
        match.play(Turn.of(
                match,
                seat -> seat == example.seat()
                        ? match.read(seat, example.answer())
                        : Action.moved(game.restore(file.get("other")))));
        Plain picture = Plain.of(match.picture());
        Map<?, ?> after = file.get("after").fields();
        assertFalse(after.isEmpty());
        after.forEach((field, expected) -> assertEquals(
                Json.text(expected), Json.text(picture.get((String) field).value()), (String) field));
    }

    @ParameterizedTest
    @MethodSource("games")
    void every_house_bot_answers_the_example_request_with_a_legal_move(Game<?> game) throws Exception {
        Example<?> example = Example.of(game);
        for (HouseBot bot : game.houseBots()) {
            Map<String, Object> fields =
                    BotBody.read(game.card().form(), example.body().getBytes(StandardCharsets.UTF_8));
            Object answer = bot.at(example.seat(), "guide").answer(fields);
            assertNull(example.match().read(example.seat(), answer).failure(), bot.name());
        }
    }

    @ParameterizedTest
    @MethodSource("games")
    void every_field_of_a_request_and_of_an_answer_is_explained(Game<?> game) {
        Example<?> example = Example.of(game);
        assertEquals(List.of(), unexplained(example.fields(), text(game, "request")));
        assertEquals(List.of(), unexplained(example.answer(), text(game, "answer")));
    }

    private static List<String> unexplained(Object plain, String text) {
        TreeSet<String> named = new TreeSet<>();
        text.lines().filter(line -> line.startsWith("| `")).forEach(line -> {
            for (String name : line.split("\\|")[1].split(",")) {
                String path = name.replace("`", "").strip();
                named.add(path.substring(path.lastIndexOf('.') + 1));
                named.add(path.substring(0, Math.max(0, path.indexOf('.'))));
            }
        });
        TreeSet<String> fields = new TreeSet<>();
        collect(plain, fields);
        fields.removeAll(named);
        return List.copyOf(fields);
    }

    private static void collect(Object plain, TreeSet<String> fields) {
        switch (plain) {
            case Map<?, ?> map ->
                map.forEach((name, value) -> {
                    fields.add((String) name);
                    collect(value, fields);
                });
            case List<?> list -> list.forEach(value -> collect(value, fields));
            default -> {}
        }
    }

    @ParameterizedTest
    @FieldSource("bout.guide.Guide$Starter#ALL")
    void every_starter_exists_and_names_the_same_command_as_the_guide(Guide.Starter starter) throws Exception {
        String source = Files.readString(STARTERS.resolve(starter.file()));
        String inTheFile = starter.command().replace(" 9000", "");
        assertHolds(source, inTheFile);
        assertHolds(source, starter.since() + " or later, nothing to install");
        for (Game<?> game : Games.ALL) {
            assertHolds(text(game, "start"), "`" + starter.command() + "`");
            assertHolds(text(game, "start"), "(/starters/" + starter.file() + ")");
        }
    }

    @ParameterizedTest
    @MethodSource("games")
    void numbers_look_the_same_in_every_locale(Game<?> game) {
        String here = Guide.of(game).toMarkdown();
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.of("ar", "EG"));
            assertEquals(here, Guide.of(game).toMarkdown());
        } finally {
            Locale.setDefault(before);
        }
    }

    private static final String WHOLE = """
            ## In short
            - a
            ## Rules

            ### The board

            Text.

            ## What your bot is sent
            a
            ## What it answers
            b
            ## An example
            c
            ## When no move comes
            d
            """;

    @Test
    void a_chapter_is_the_text_between_two_headings() {
        GuideText text = GuideText.read(WHOLE, "guide.md");
        assertEquals("### The board\n\nText.", text.of(Chapter.RULES));
        assertEquals("d", text.of(Chapter.FAILURES));
        assertFalse(text.has(Chapter.ORIGINALS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "## An example         | ## An exmaple        | guide.md has the unknown heading 'An exmaple'",
                "## An example         | ## Rules             | guide.md has the chapter 'Rules' twice",
                "## When no move comes | ### When             | guide.md has no chapter 'When no move comes'",
                "## In short           | Words. ## In short   | guide.md has text before its first chapter"
            })
    void a_guide_with_an_invalid_chapter_is_refused(String there, String instead, String message) {
        String wrong = WHOLE.replace(there, instead.replace(". ", ".\n"));
        assertEquals(
                message,
                assertThrows(IllegalStateException.class, () -> GuideText.read(wrong, "guide.md"))
                        .getMessage());
    }

    @Test
    void a_value_that_fits_on_a_line_stays_on_one_line() throws Exception {
        assertEquals(
                "{\"a\": [1, null, \"x\"], \"b\": {}, \"c\": []}",
                IndentedJson.of(Json.read("{\"a\":[1,null,\"x\"],\"b\":{},\"c\":[]}")));
    }

    @Test
    void longer_values_are_indented_and_keep_their_value() {
        Games.ALL.forEach(game -> {
            Object fields = Example.of(game).fields();
            String text = IndentedJson.of(fields);
            assertTrue(text.lines().allMatch(line -> line.length() <= 90), text);
            assertTrue(text.lines().count() > 5, text);
            assertEquals(Json.text(fields), withoutBlanks(text));
        });
    }

    private static String withoutBlanks(String json) {
        try {
            return Json.text(Json.read(json));
        } catch (Json.NotJson notJson) {
            throw new AssertionError(json, notJson);
        }
    }
}
