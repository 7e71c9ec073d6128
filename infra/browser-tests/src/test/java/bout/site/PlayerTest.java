package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Action;
import bout.engine.Aside;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import bout.wire.Json;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ReducedMotion;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The player on a match's page: its controls, and what it shows of a turn. */
@Tag("browser")
@ExtendWith(Chromium.class)
class PlayerTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final List<String> NAMES = List.of("Greedy Gary", "The House");

    @AutoClose
    private final TestSite site = new TestSite();

    private static Replay tiles() {
        return TestSite.replay("ajax-tiles", "expand", "fearful", "7", NAMES);
    }

    private static int turns(Replay replay) {
        return play(replay, Integer.MAX_VALUE).turn();
    }

    private static Match<?> play(Replay replay, int turns) {
        return replay.play(Games.byId(replay.start().game()).orElseThrow(), turns);
    }

    /** Opens the match, at this turn unless it is negative, and waits until it is verified. */
    private Page open(Visitor visitor, Replay replay, int turn) {
        site.has(TestSite.finished(ID, replay, turns(replay)), replay.toPlain());
        Page page = visitor.open(site.url("/match.html?id=" + ID + (turn < 0 ? "" : "&turn=" + turn)));
        assertThat(page.locator("#verified")).containsText("Verified");
        return page;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static void assertTurn(Page page, int turn) {
        assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn " + turn + " of \\d+"));
        assertThat(page.locator("#answers-title")).hasText(turn == 0 ? "Before the first turn" : "Turn " + turn);
    }

    @Test
    void a_match_plays_automatically_and_is_paused_by_button_board_and_space(Visitor visitor) {
        Page page = open(visitor, tiles(), -1);
        assertThat(button(page, "Pause")).isVisible();
        assertThat(page.locator(".controls .turn")).not().hasText(Pattern.compile("Turn 0 of .*"));
        button(page, "Pause").click();
        assertThat(button(page, "Play")).isVisible();
        page.locator("canvas.board").click();
        assertThat(button(page, "Pause")).isVisible();
        page.locator("canvas.board").click();
        assertThat(button(page, "Play")).isVisible();
        page.locator(".strip .now").click();
        page.keyboard().press("Space");
        assertThat(button(page, "Pause")).isVisible();
        page.keyboard().press("Space");
        assertThat(button(page, "Play")).isVisible();
    }

    @Test
    void buttons_go_to_adjacent_turns_and_to_both_ends(Visitor visitor) {
        Replay replay = tiles();
        int last = turns(replay);
        Page page = open(visitor, replay, 83);
        assertTurn(page, 83);
        button(page, "One turn forward").click();
        assertTurn(page, 84);
        button(page, "One turn back").click();
        button(page, "One turn back").click();
        assertTurn(page, 82);
        button(page, "First turn").click();
        assertTurn(page, 0);
        button(page, "One turn back").click();
        assertTurn(page, 0);
        button(page, "Last turn").click();
        assertTurn(page, last);
        button(page, "One turn forward").click();
        assertTurn(page, last);
        assertThat(page.locator(".side.seat-1")).containsText("won");
        button(page, "Play again").click();
        assertThat(button(page, "Pause")).isVisible();
        assertThat(page.locator(".side.seat-1")).not().containsText("won");
    }

    @Test
    void a_visitor_without_a_mouse_can_do_everything(Visitor visitor) {
        Replay replay = tiles();
        int last = turns(replay);
        Page page = open(visitor, replay, 83);
        page.keyboard().press("ArrowRight");
        assertTurn(page, 84);
        page.keyboard().press("ArrowLeft");
        page.keyboard().press("Shift+ArrowLeft");
        assertTurn(page, 73);
        page.keyboard().press("Shift+ArrowRight");
        assertTurn(page, 83);
        page.keyboard().press("End");
        assertTurn(page, last);
        page.keyboard().press("Home");
        assertTurn(page, 0);
        assertThat(page.locator(".kind-of-mark").first()).isVisible();
        List<Integer> marked = marks(replay).values().stream()
                .flatMap(List::stream)
                .distinct()
                .sorted()
                .toList();
        page.keyboard().press("n");
        page.keyboard().press("n");
        assertTurn(page, marked.get(1));
        page.keyboard().press("p");
        assertTurn(page, marked.get(0));
        page.keyboard().press("+");
        assertThat(page.getByLabel("Speed")).hasValue("2");
        page.keyboard().press("-");
        page.keyboard().press("-");
        assertThat(page.getByLabel("Speed")).hasValue("0.5");

        page.keyboard().press("?");
        Locator help = page.getByRole(AriaRole.DIALOG, new Page.GetByRoleOptions().setName("Keys"));
        assertThat(help).isVisible();
        visitor.assertAccessible("player-help");
        page.keyboard().press("ArrowRight");
        page.keyboard().press("Escape");
        assertThat(help).isHidden();
        assertTurn(page, marked.get(0));

        // Every control can get the focus, and the slider keeps its own arrow keys.
        page.locator("input.slider").focus();
        page.keyboard().press("ArrowRight");
        assertTurn(page, marked.get(0) + 1);
        for (String name : List.of(
                "First turn",
                "One turn back",
                "Play",
                "One turn forward",
                "Last turn",
                "Copy a link to this turn",
                "Save a picture of this turn",
                "Download the replay",
                "Full screen",
                "Keys")) {
            button(page, name).focus();
            assertThat(button(page, name)).isFocused();
        }
        button(page, "Play").focus();
        page.keyboard().press("Space");
        assertThat(button(page, "Pause")).isVisible();
    }

    @Test
    @Tag("full")
    void keys_with_a_meaning_for_the_focused_element_are_left_alone(Visitor visitor) {
        Page page = open(visitor, tiles(), 83);
        page.getByLabel("Speed").focus();
        page.keyboard().press("ArrowRight");
        page.keyboard().press("End");
        assertTurn(page, 83);
        page.locator(".strip .now").click();
        page.keyboard().press("Control+ArrowRight");
        assertTurn(page, 83);
    }

    @Test
    void the_slider_goes_to_a_turn_and_names_it(Visitor visitor) {
        Replay replay = tiles();
        Page page = open(visitor, replay, 10);
        Locator slider = page.getByLabel("Turn", new Page.GetByLabelOptions().setExact(true));
        slider.fill("120");
        assertTurn(page, 120);
        assertThat(slider).hasAttribute("aria-valuetext", "120 of " + turns(replay));
        assertEquals(
                scores(replay, 120),
                page.locator(".side .points").allTextContents().stream()
                        .map(text -> text.replaceAll("\\D", ""))
                        .toList());
    }

    private static List<String> scores(Replay replay, int turn) {
        Map<?, ?> picture = (Map<?, ?>) picture(replay, turn);
        return ((List<?>) picture.get("scores")).stream().map(String::valueOf).toList();
    }

    private static Object picture(Replay replay, int turn) {
        return picture(Games.byId(replay.start().game()).orElseThrow(), replay, turn);
    }

    private static <M> Object picture(Game<M> game, Replay replay, int turn) {
        return replay.play(game, turn).picture();
    }

    @Test
    @Tag("full")
    void at_the_highest_speed_a_match_ends_quickly_and_stays_at_its_end(Visitor visitor) {
        Replay replay = tiles();
        Page page = open(visitor, replay, 0);
        page.getByLabel("Speed").selectOption("64");
        button(page, "Play").click();
        assertTurn(page, turns(replay));
        assertThat(button(page, "Play again")).isVisible();
    }

    /** The turns of each kind of mark, computed from the engine's pictures alone. */
    private static Map<String, List<Integer>> marks(Replay replay) {
        Map<String, List<Integer>> marks = new LinkedHashMap<>();
        Plain before = null;
        for (int turn = 0; turn <= turns(replay); turn++) {
            Plain picture = Plain.of(picture(replay, turn));
            if (before != null) {
                for (String kind : kinds(replay.start().game(), picture, before)) {
                    marks.computeIfAbsent(kind, missing -> new ArrayList<>()).add(turn);
                }
            }
            before = picture;
        }
        return marks;
    }

    private static List<String> kinds(String game, Plain picture, Plain before) {
        return switch (game) {
            case "ajax-tiles" -> {
                Object event = picture.get("event").value();
                yield "nuke".equals(event)
                        ? List.of("nuke")
                        : "won".equals(event) || "lost".equals(event) ? List.of("battle") : List.of();
            }
            case "tokens" -> Boolean.TRUE.equals(picture.get("ate").value()) ? List.of("eaten") : List.of();
            case "ice-and-fire" -> {
                List<String> kinds = new ArrayList<>();
                for (int owner = 0; owner < 2; owner++) {
                    String hq = picture.get("rows").at(11 * owner).text().substring(11 * owner, 11 * owner + 1);
                    if (hq.equalsIgnoreCase(owner == 0 ? "X" : "O")) {
                        kinds.add("hq");
                    }
                    if (!things(picture, "units", "id", owner).containsAll(things(before, "units", "id", owner))) {
                        kinds.add("lost");
                    }
                    List<Object> gone = new ArrayList<>(places(before, owner));
                    gone.removeAll(places(picture, owner));
                    gone.forEach(building -> kinds.add("building"));
                }
                yield kinds;
            }
            case "robotag" -> {
                List<String> kinds = new ArrayList<>();
                picture.get("taken")
                        .entries()
                        .forEach(item -> kinds.add(item.get("kind").text()));
                for (int robot = 0; robot < 2; robot++) {
                    if (fuel(picture, robot) == 0 && fuel(before, robot) > 0) {
                        kinds.add("empty");
                    }
                }
                Plain robots = picture.get("robots");
                double dx =
                        robots.at(0).get("x").number() - robots.at(1).get("x").number();
                double dy =
                        robots.at(0).get("y").number() - robots.at(1).get("y").number();
                if (Math.sqrt(dx * dx + dy * dy) <= 5) {
                    kinds.add("tag");
                }
                yield kinds;
            }
            default -> throw new IllegalArgumentException(game);
        };
    }

    private static double fuel(Plain picture, int robot) {
        return picture.get("robots").at(robot).get("fuel").number();
    }

    private static List<Object> things(Plain picture, String list, String field, int owner) {
        List<Object> things = new ArrayList<>();
        for (Plain thing : picture.get(list).entries()) {
            if (thing.get("owner").integer(0, 1) == owner) {
                things.add(thing.get(field).value());
            }
        }
        return things;
    }

    private static List<Object> places(Plain picture, int owner) {
        List<Object> places = new ArrayList<>();
        for (Plain building : picture.get("buildings").entries()) {
            if (building.get("owner").integer(0, 1) == owner) {
                places.add(building.value());
            }
        }
        return places;
    }

    @ParameterizedTest
    @CsvSource({
        "ajax-tiles, random, contain, 7, 'battle,nuke'",
        "tokens, best-per-step, naive, 7, eaten",
        "ice-and-fire, expander, builder, 9, 'building,hq,lost'",
        "robotag, random, bouncy, 5, 'empty,fuel,mine,tag'"
    })
    @Tag("full")
    void every_event_is_marked_at_its_turn(
            String game, String first, String second, String seed, String kinds, Visitor visitor) {
        Replay replay = TestSite.replay(game, first, second, seed, NAMES);
        Map<String, List<Integer>> marks = marks(replay);
        assertEquals(kinds, String.join(",", marks.keySet().stream().sorted().toList()));
        Page page = open(visitor, replay, 0);
        assertThat(page.locator(".kind-of-mark")).hasCount(marks.size());
        marks.forEach((kind, turns) -> {
            Locator entry = page.locator(".kind-of-mark[data-kind=" + kind + "]");
            assertThat(entry.locator(".number")).hasText(String.valueOf(turns.size()));
            button(page, "First turn").click();
            for (int turn : turns.stream().distinct().limit(3).toList()) {
                entry.click();
                assertTurn(page, turn);
            }
            button(page, "Last turn").click();
            entry.click();
            assertTurn(page, turns.getFirst());
            // Events are also described in a sentence.
            assertThat(page.locator(".happened bdi").first()).hasText(Pattern.compile("Greedy Gary|The House"));
        });
    }

    @ParameterizedTest
    @CsvSource({
        "ajax-tiles, contain, fearful, 7",
        "tokens, best-per-step, naive, 7",
        "ice-and-fire, builder, expander, 9",
        "robotag, hungry, bouncy, 7"
    })
    @Tag("full")
    void the_middle_of_a_match_of_every_game_is_shown_in_both_colour_schemes(
            String game, String first, String second, String seed, Visitor visitor) {
        Replay replay = TestSite.replay(game, first, second, seed, NAMES);
        int middle = turns(replay) / 2;
        for (String scheme : List.of("", "-dark")) {
            if (!scheme.isEmpty()) {
                visitor.inTheDark();
            }
            Page page = open(visitor, replay, middle);
            assertTurn(page, middle);
            assertThat(page.locator(".answer")).hasCount(game.equals("robotag") ? 2 : 1);
            assertThat(page.locator(".answer .time").first()).hasText("house bot");
            assertThat(page.locator("canvas.chart")).hasAttribute("aria-label", Pattern.compile("At turn " + middle));
            visitor.assertAccessible("middle-" + game + scheme);
        }
    }

    /** A match of Tokens whose second bot makes no move at all; some of its calls have no known duration. */
    private static Replay withFailures() {
        Game<?> game = Games.byId("tokens").orElseThrow();
        return withFailures(game);
    }

    private static <M> Replay withFailures(Game<M> game) {
        Match<M> match = Match.draw(game, "4", Options.defaults(game.card().options()));
        while (!match.over()) {
            Seat seat = match.toMove().includes(Seat.FIRST) ? Seat.FIRST : Seat.SECOND;
            Action<M> action = seat == Seat.FIRST
                    ? match.read(seat, Map.of("move", match.turn() < 4 ? "EAT" : "LEFT"))
                    : Action.failed(new Failure(Failure.Kind.TIME_OUT, "No answer within 1000 ms."));
            match.play(Turn.of(seat, action), seat == Seat.FIRST ? 12 : 0, match.turn() % 4 == 3 ? 1000 : 0);
        }
        return Replay.of(match, List.of(new Replay.Player("Greedy Gary", null), new Replay.Player("Slow Sue", null)));
    }

    @Test
    void a_time_out_is_never_shown_as_0_ms_and_a_refusal_shows_its_reason(Visitor visitor) {
        Replay replay = withFailures();
        Page page = open(visitor, replay, 1);
        assertThat(page.locator(".answer .outcomes li")).hasText("It ate a red token: 3.");
        page.locator("input.slider").fill("3");
        assertThat(page.locator(".answer .time")).hasText("12 ms");
        assertThat(page.locator(".answer code")).hasText("EAT");
        assertThat(page.locator(".answer .outcomes li.refused")).hasText("Refused: no token is there.");

        button(page, "One turn forward").click();
        assertThat(page.locator(".answer bdi")).hasText("Slow Sue");
        assertThat(page.locator(".answer .time")).hasText("failed after 1.0 s");
        assertThat(page.locator(".answer .said")).hasText("time-out No answer within 1000 ms.");
        assertThat(page.locator(".answer .outcomes li")).hasText("It is a pass.");
        assertThat(page.locator(".happened")).containsText("Slow Sue gave no move. No answer within 1000 ms.");
        visitor.assertAccessible("player-failure");

        page.locator("input.slider").fill("6");
        assertThat(page.locator(".answer .time")).hasText("time not known");
        assertThat(page.locator("body")).not().containsText("0 ms, ");
        long failed =
                replay.calls().moves().stream().filter(move -> move == null).count();
        assertThat(page.locator(".kind-of-mark[data-kind=failure] .number")).hasText(String.valueOf(failed));
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Calls"))
                .click();
        page.locator("#failures button").nth(2).click();
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Turn"))
                .click();
        assertTurn(page, 6);
    }

    @Test
    @Tag("full")
    void a_note_is_shown_as_text_beside_its_turn(Visitor visitor) {
        Game<?> game = Games.byId("tokens").orElseThrow();
        Page page = open(visitor, noted(game), 1);
        assertThat(page.locator(".answer .bot-note bdi")).hasText(HOSTILE_NOTE);
        assertThat(page.locator(".answer img")).hasCount(0);
        visitor.assertAccessible("player-note");
        page.locator("input.slider").fill("2");
        assertThat(page.locator(".answer bdi")).hasText("Slow Sue");
        assertThat(page.locator(".bot-note")).hasCount(0);
    }

    private static final String HOSTILE_NOTE = "<img src=x onerror=alert(1)> ‮ " + "W".repeat(240);

    private static <M> Replay noted(Game<M> game) {
        Match<M> match = Match.draw(game, "4", Options.defaults(game.card().options()));
        while (!match.over()) {
            Seat seat = match.toMove().includes(Seat.FIRST) ? Seat.FIRST : Seat.SECOND;
            match.play(
                    Turn.of(seat, match.read(seat, Map.of("move", "LEFT"))),
                    new Aside(12, HOSTILE_NOTE),
                    Aside.took(3));
        }
        return Replay.of(match, List.of(new Replay.Player("Greedy Gary", null), new Replay.Player("Slow Sue", null)));
    }

    @Test
    void every_order_of_ice_and_fire_shows_its_outcome(Visitor visitor) {
        Game<?> game = Games.byId("ice-and-fire").orElseThrow();
        Page page = open(visitor, ordered(game), 1);
        assertThat(page.locator(".answer .outcomes li")).hasText(new String[] {
            "TRAIN 1 1 0 → trained",
            "TRAIN 3 0 1 → refused: too little gold",
            "MOVE 9 1 1 → refused: no such unit lives",
            "MSG <b>hello</b> → said",
            "WAIT → waited"
        });
        assertThat(page.locator(".answer .outcomes li.refused")).hasCount(2);
        button(page, "One turn forward").click();
        assertThat(page.locator(".answer .outcomes li"))
                .hasText(new String[] {"WAIT → waited", "DANCE → no known command: the player is out"});
    }

    private static <M> Replay ordered(Game<M> game) {
        Match<M> match = Match.draw(game, "7", Options.defaults(List.of()));
        match.play(Turn.of(
                Seat.FIRST,
                match.read(
                        Seat.FIRST,
                        Map.of("commands", "TRAIN 1 1 0; TRAIN 3 0 1; MOVE 9 1 1; MSG <b>hello</b>; WAIT"))));
        match.play(Turn.of(Seat.SECOND, match.read(Seat.SECOND, Map.of("commands", "WAIT;DANCE"))));
        return Replay.of(match, List.of(new Replay.Player("one", null), new Replay.Player("two", null)));
    }

    @Test
    void a_link_to_the_turn_is_copied_and_works(Visitor visitor) {
        Page page = visitor.page();
        page.context().grantPermissions(List.of("clipboard-write"));
        open(visitor, tiles(), 83);
        button(page, "One turn forward").click();
        button(page, "Copy a link to this turn").click();
        assertThat(page.getByText("The link to turn 84 is copied.")).isVisible();
        // Pages may not read the clipboard, but a visitor can paste.
        page.evaluate("() => document.body.append(document.createElement('textarea'))");
        page.locator("textarea").focus();
        page.keyboard().press("Control+v");
        assertThat(page.locator("textarea")).hasValue(Pattern.compile(".+"));
        String link = page.locator("textarea").inputValue();
        assertEquals(site.url("/match.html?id=" + ID + "&turn=84"), link);
        page.navigate(link);
        assertTurn(page, 84);
        assertThat(button(page, "Play")).isVisible();
    }

    @Test
    @Tag("full")
    void a_link_that_cannot_be_copied_is_shown(Visitor visitor) {
        Page page = visitor.page();
        page.addInitScript("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));");
        open(visitor, tiles(), 83);
        button(page, "Copy a link to this turn").click();
        assertThat(page.getByText("The link to turn 83: " + site.url("/match.html?id=" + ID + "&turn=83")))
                .isVisible();
    }

    @Test
    @Tag("full")
    void the_replay_and_a_picture_of_the_turn_can_be_saved(Visitor visitor) throws Exception {
        Replay replay = tiles();
        Page page = open(visitor, replay, 83);
        Download file =
                page.waitForDownload(() -> button(page, "Download the replay").click());
        assertEquals("bout-" + ID + ".json", file.suggestedFilename());
        assertEquals(Json.text(replay.toPlain()), Json.text(Json.read(Files.readAllBytes(file.path()))));

        Download picture = page.waitForDownload(
                () -> button(page, "Save a picture of this turn").click());
        assertEquals("bout-" + ID + "-turn-83.png", picture.suggestedFilename());
        byte[] png = Files.readAllBytes(picture.path());
        assertEquals("PNG", new String(png, 1, 3, StandardCharsets.US_ASCII));
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        assertTrue(image.getWidth() >= 1600, image.getWidth() + " pixels wide");
        Files.createDirectories(Path.of("target", "screenshots"));
        Files.write(Path.of("target", "screenshots", "player-saved-picture.png"), png);
    }

    @Test
    @Tag("full")
    void the_player_fills_the_screen_and_leaves_it_again(Visitor visitor) {
        Page page = open(visitor, tiles(), 83);
        button(page, "Full screen").click();
        page.waitForFunction("() => document.fullscreenElement?.classList.contains('player') === true");
        assertThat(button(page, "Play")).isVisible();
        visitor.keep("player-full-screen");
        page.keyboard().press("f");
        page.waitForFunction("() => document.fullscreenElement === null");
    }

    @Test
    void with_reduced_motion_nothing_plays_automatically_or_glides(Visitor visitor) {
        Page page = visitor.page();
        page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
        Replay replay = TestSite.replay("robotag", "hungry", "bouncy", "7", NAMES);
        open(visitor, replay, -1);
        assertThat(button(page, "Play")).isVisible();
        assertTurn(page, 0);
        Object glided = page.evaluate("""
            async () => {
              const { Player } = await import("/viewer/player.js");
              const renderer = await import("/games/robotag/renderer.js");
              let glided = false;
              const watched = { ...renderer, draw: (...place) => { glided ||= place[4] !== null; } };
              const engine = await import("/engine.js");
              const played = engine.openReplay(engine.playHouseBots("robotag", "7", {}, "hungry", "bouncy")).replay;
              const host = document.createElement("div");
              document.body.append(host);
              const player = new Player(host, { renderer: watched, replay: played, names: ["one", "two"], speed: 0.25 });
              player.play();
              await new Promise((done) => setTimeout(done, 500));
              player.remove();
              host.remove();
              return glided;
            }
            """);
        assertEquals(false, glided);
    }

    @Test
    void a_click_on_the_chart_goes_to_its_turn(Visitor visitor) {
        Replay replay = tiles();
        Page page = open(visitor, replay, 0);
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Chart"))
                .click();
        button(page, "Show the result").click();
        assertThat(page.locator("canvas.chart"))
                .hasAttribute("aria-label", Pattern.compile("At turn " + turns(replay) + ": Greedy Gary"));
        page.locator("canvas.chart")
                .click(new Locator.ClickOptions()
                        .setPosition(page.locator("canvas.chart").boundingBox().width - 6, 40));
        assertTurn(page, turns(replay));
    }

    @Test
    void a_turn_out_of_range_goes_to_the_nearest_and_an_invalid_one_to_the_first(Visitor visitor) {
        Replay replay = tiles();
        Page page = open(visitor, replay, 99_999);
        assertTurn(page, turns(replay));
        page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
        page.navigate(site.url("/match.html?id=" + ID + "&turn=-3<b>"));
        assertTurn(page, 0);
    }

    @Test
    void hostile_names_are_shown_as_text_in_the_player(Visitor visitor) {
        String hostile = "<img src=x onerror=alert(1)>";
        Replay replay = TestSite.replay("robotag", "hungry", "bouncy", "7", List.of(hostile, "\u202e" + hostile));
        Page page = open(visitor, replay, 50);
        assertThat(page.locator(".answer bdi").first()).hasText(hostile);
        page.locator(".kind-of-mark").first().click();
        assertThat(page.locator(".happened bdi").first()).containsText(hostile);
        assertThat(page.locator("main img")).hasCount(0);
    }

    @Test
    @Tag("full")
    void a_phone_shows_the_player_without_scrolling_sideways(Visitor visitor) {
        visitor.onAPhone();
        Page page = open(visitor, TestSite.replay("robotag", "hungry", "bouncy", "7", NAMES), 60);
        assertFalse(visitor.hasToScrollSideways());
        for (Locator each : page.locator(".controls button").all()) {
            assertTrue(each.boundingBox().width >= 24 && each.boundingBox().height >= 24, "large enough to be tapped");
        }
        page.locator("canvas.board").tap();
        assertThat(button(page, "Pause")).isVisible();
        page.locator("canvas.board").tap();
        visitor.keep("player-phone");
    }

    @Test
    @Tag("full")
    void walking_and_jumping_through_a_match_show_the_same_pictures(Visitor visitor) {
        Page page = visitor.open(site.url("/404.html"));
        Object right = page.evaluate(
                """
            async (turns) => {
              const engine = await import("/engine.js");
              const document = engine.playHouseBots("ajax-tiles", "3", {}, "random", "random");
              const { replay } = engine.openReplay(document);
              const walked = [];
              const walk = replay.walk(0);
              do {
                walked.push(JSON.stringify([walk.turn, walk.picture, walk.calls]));
              } while (walk.next());
              return walked.length === replay.turns + 1 && turns
                .map((turn) => turn % walked.length)
                .every((turn) => walked[turn] === JSON.stringify([turn, replay.picture(turn), replay.calls(turn)]));
            }
            """, IntStream.range(0, 60).mapToObj(i -> i * 7919 % 2003).toList());
        assertEquals(true, right);
    }
}
