package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.games.Games;
import bout.wire.Json;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SelectOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The page on which visitors write bots and let them play. */
@Tag("browser")
@ExtendWith(Chromium.class)
class PlaygroundTest {

    /** The choice of a bot of the visitor's own. */
    private static final Pattern MINE = Pattern.compile("mine:.+");

    private static final String HOSTILE = "<img src=x onerror=alert(1)>&amp;";

    @AutoClose
    private final TestSite site = new TestSite();

    static List<String> games() {
        return Games.ALL.stream().map(game -> game.card().id()).toList();
    }

    static List<String> drawnGames() {
        return Drawn.of(games(), 1);
    }

    private Page open(Visitor visitor, String game) {
        Page page = visitor.open(site.url("/play.html?game=" + game));
        assertThat(page.locator("#set-up")).isVisible();
        return page;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator bench(Page page, int seat) {
        return page.locator(".bench").nth(seat - 1);
    }

    private static Locator choice(Page page, int seat) {
        return bench(page, seat).locator("select");
    }

    private static String code(Page page, int seat) {
        return (String) bench(page, seat).locator(".cm-editor").evaluate("""
                async (editor) => {
                  const { EditorView } = await import("/playground/codemirror/codemirror.js");
                  return EditorView.findFromDOM(editor).state.doc.toString();
                }""");
    }

    /** Types a bot's code as a visitor would. */
    private static void write(Page page, int seat, String code) {
        bench(page, seat).locator(".cm-content").click();
        page.keyboard().press("ControlOrMeta+a");
        page.keyboard().insertText(code);
        assertThat(choice(page, seat)).hasValue(MINE);
    }

    private static Locator name(Page page, int seat) {
        return bench(page, seat).locator(".bot-name");
    }

    /** Chooses from the menu of the visitor's bots. */
    private static void inMenu(Page page, int seat, String item) {
        bench(page, seat).locator(".menu summary").click();
        bench(page, seat)
                .locator(".menu")
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(item).setExact(true))
                .click();
    }

    private static boolean isEdited(Page page, int seat) {
        return (Boolean) bench(page, seat).locator(".cm-content").evaluate("code => document.activeElement === code");
    }

    private static void play(Page page) {
        button(page, "Play").click();
        assertThat(page.locator("#verified")).containsText("Verified");
    }

    private static String hash(Page page) {
        return page.locator("#verified").textContent().replaceFirst(".*hash ", "");
    }

    // The first minute
    // ----------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @MethodSource("drawnGames")
    void a_visitor_plays_a_game_turn_by_turn_and_to_its_end(String game, Visitor visitor) {
        Page page = open(visitor, game);
        visitor.assertAccessible("playground-" + game + "-begin");
        button(page, "Step").click();
        assertThat(page.locator("#answers-title")).hasText("Turn 1");
        assertThat(page.locator("#requests pre").first()).containsText("{");
        assertThat(page.locator("#outcome")).containsText("Not over yet");
        button(page, "Step").click();
        assertThat(page.locator("#answers-title")).hasText("Turn 2");
        button(page, "Play on from turn 2").click();
        assertThat(page.locator("#verified")).containsText("Verified");
        assertThat(page.locator("#from-text")).containsText("Matches continue from turn 2 of ");
        visitor.assertAccessible("playground-" + game);
        button(page, "From the beginning instead").click();
        assertThat(page.locator("#from-note")).isHidden();
    }

    @Test
    void a_visitor_changes_a_number_plays_hungry_and_saves_the_replay(Visitor visitor) throws Exception {
        Page page = open(visitor, "robotag");
        assertThat(choice(page, 2)).hasValue("house:hungry");
        bench(page, 1)
                .locator(".cm-line:has-text('SPEED = 2') span:text-is('2')")
                .first()
                .dblclick();
        page.keyboard().type("2.5");
        assertTrue(code(page, 1).contains("const SPEED = 2.5;"));
        assertThat(choice(page, 1)).hasValue(MINE);
        play(page);
        assertThat(page.locator("#outcome")).containsText(Pattern.compile("wins|draw"));
        Download download =
                page.waitForDownload(() -> button(page, "Download the replay").click());
        Replay replay = Replay.read(Plain.of(Json.read(Files.readAllBytes(download.path()))));
        assertInstanceOf(
                Replay.Confirmed.class, replay.verify(Games.byId("robotag").orElseThrow()));
        assertEquals(
                List.of(Replay.Player.named("My Chaser"), Replay.Player.house("hungry", "hungry")),
                replay.start().players());
    }

    @ParameterizedTest
    @CsvSource({"ajax-tiles, random", "tokens, kinda-random", "ice-and-fire, wait", "robotag, random"})
    @Tag("full")
    void the_first_sample_of_a_game_beats_the_random_bot(String game, String random, Visitor visitor) {
        Page page = open(visitor, game);
        choice(page, 2).selectOption("house:" + random);
        // The same boards each time: on others, the random bot may be lucky more often.
        page.getByText("Seed, time, options and editor").click();
        page.getByLabel("Seed").fill("7");
        page.locator("#count").fill("10");
        button(page, "Run").click();
        assertThat(page.locator("#run-view")).containsText("All 10 matches are played");
        int wins = Integer.parseInt(
                page.locator(".tally tbody tr").first().locator("td").nth(1).textContent());
        assertTrue(wins >= 8, wins + " wins of 10");
    }

    @Test
    @Tag("full")
    void every_sample_plays_without_a_failure(Visitor visitor) throws Exception {
        Page page = open(visitor, "robotag");
        for (Game<?> game : Games.ALL) {
            String id = game.card().id();
            Map<?, ?> played = (Map<?, ?>) page.evaluate("""
                    async (game) => {
                      const { samples } = await import(`/games/${game}/playground.js`);
                      const { Samples } = await import("/playground/samples.js");
                      const { Session } = await import("/playground/session.js");
                      const replays = {};
                      for (const { id } of samples) {
                        const bot = { name: id, code: await new Samples({ id: game }, samples).codeOf(id) };
                        const session = new Session(game, [bot, bot]);
                        const { document } = await session.play({ seed: "7", options: {}, limits: { first: 2000, later: 1000 } });
                        replays[id] = JSON.stringify(document);
                      }
                      return replays;
                    }""", id);
            assertTrue(played.size() >= 2, id);
            assertTrue(played.containsKey("blank"), id);
            for (Map.Entry<?, ?> match : played.entrySet()) {
                String sample = id + "/" + match.getKey();
                Replay replay = Replay.read(Plain.of(Json.read((String) match.getValue())));
                assertEquals(List.of(), replay.calls().failures(), sample);
                assertInstanceOf(Replay.Confirmed.class, replay.verify(game), sample);
            }
        }
    }

    @Test
    void a_game_without_samples_starts_with_its_example_answer(Visitor visitor) {
        Page page = open(visitor, "robotag");
        Object code = page.evaluate("""
                async () => {
                  const { Samples } = await import("/playground/samples.js");
                  const samples = new Samples({ id: "fifth", answer: "A JSON object with x.", exampleAnswer: { x: 3 } }, []);
                  return samples.codeOf(samples.all[0].id);
                }""");
        assertTrue(code.toString().startsWith("// "), "" + code);
        assertTrue(code.toString().contains("return {\"x\":3};"), "" + code);
    }

    // Mistakes and errors
    // ------------------------------------------------------------------------------------------------

    @Test
    @Tag("full")
    void a_mistake_is_reported_above_the_editor_before_playing(Visitor visitor) {
        Page page = open(visitor, "robotag");
        write(page, 1, "function move(my) {\n  return { dx: 1, dy: };\n}");
        Locator problem = bench(page, 1).getByRole(AriaRole.ALERT);
        assertThat(problem).hasText(Pattern.compile("Line 2, column \\d+: SyntaxError: .+"));
        assertThat(bench(page, 1).locator(".wrong-line")).hasCount(1);
        visitor.assertAccessible("playground-slip");
        button(page, "Play").click();
        assertThat(button(page, "Play")).isEnabled();
        assertThat(problem).isVisible();
        assertThat(page.locator("#match-section")).isHidden();

        write(page, 1, "const a = 1;\nlet a = 2;\nfunction move() {}");
        assertThat(problem).hasText(Pattern.compile("Line 2, .*already been declared"));
        write(page, 1, "missing.thing();\nfunction move() {}");
        assertThat(problem).hasText(Pattern.compile("Line 1, .*missing is not defined"));
        write(page, 1, "const answer = 42;");
        assertThat(problem).hasText(Pattern.compile(".*the code must be a function or declare one"));
        write(page, 1, "for (;;);");
        assertThat(problem).hasText(Pattern.compile("The code took longer than 3 seconds.*"));
        write(page, 1, "function move() { return { dx: 1, dy: 1 }; }");
        assertThat(problem).isHidden();
        play(page);
    }

    /** The first time because the network is down, then because it is slow. */
    @Test
    @Tag("full")
    void code_is_not_blamed_for_the_network(Visitor visitor) {
        Page page = open(visitor.ignoringErrors(), "robotag");
        page.route("**/sandbox/frame.html", route -> route.abort());
        button(page, "Play").click();
        assertThat(bench(page, 1).getByRole(AriaRole.ALERT))
                .hasText("The sandbox could not be loaded (Failed to fetch). Check your connection.");
        page.unroute("**/sandbox/frame.html");
        page.route("**/sandbox/frame.html", route -> {
            page.waitForTimeout(3_500);
            route.resume();
        });
        play(page);
    }

    @Test
    @Tag("full")
    void a_match_that_cannot_start_leaves_the_one_before_marked_as_such(Visitor visitor) {
        String throwing = """
                function Bot(player1) {
                  this.yourMove = function (board) {
                    return board.nothing.here;
                  };
                }""";
        Page page = open(visitor, "tokens");
        write(page, 1, throwing);
        play(page);
        page.locator("input.slider").press("End");
        assertThat(page.locator("#on")).isHidden();
        page.locator("input.slider").press("Home");
        page.locator("#log")
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Later: turn 1"))
                .click();
        assertThat(page.locator("#on")).isVisible();
        Locator earlier = page.locator("#earlier");
        Locator jump =
                page.locator("#log").getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Line 3"));
        assertThat(jump).isVisible();
        assertThat(earlier).isHidden();
        write(page, 1, "function Bot(player1) {");
        page.locator("#play").click();
        assertThat(earlier).containsText("This is the previous match.");
        assertThat(jump).isHidden();
        visitor.assertAccessible();
        write(page, 1, throwing);
        page.locator("#play").click();
        assertThat(page.locator("#notice")).containsText("Played in");
        assertThat(earlier).isHidden();
    }

    @Test
    void a_bots_output_and_errors_are_shown_beside_the_board_by_turn(Visitor visitor) {
        Page page = open(visitor, "tokens");
        write(page, 1, """
                function Bot(player1) {
                  this.moves = 0;
                  this.yourMove = function (board) {
                    this.moves++;
                    console.log("move", this.moves, { pos: board.player1.pos }, "%s");
                    if (this.moves === 3) {
                      return board.nothing.here;
                    }
                    return "PASS";
                  };
                }""".formatted(HOSTILE));
        choice(page, 2).selectOption("house:naive");
        play(page);
        button(page, "First turn")
                .or(page.locator(".controls button").first())
                .first()
                .click();
        Locator log = page.locator("#log");
        assertThat(log).containsText("Nothing was written on this turn.");
        log.getByRole(AriaRole.BUTTON).click();
        assertThat(log.locator("pre")).containsText(HOSTILE);
        assertThat(log.locator("img")).hasCount(0);
        log.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Later: turn 3"))
                .click();
        log.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Later: turn 5"))
                .click();
        assertThat(log.locator("pre").last())
                .hasText(Pattern.compile("TypeError: Cannot read properties of undefined .*\\(line 7, column \\d+\\)"));
        assertThat(page.locator("#answers")).containsText("The bot threw an error: TypeError");
        visitor.assertAccessible("playground-console");
    }

    @Test
    void an_endless_loop_is_reported_and_can_be_stopped(Visitor visitor) {
        Page page = open(visitor, "robotag");
        write(page, 1, "function move() { for (;;); }");
        page.getByText("Seed, time, options and editor").click();
        page.getByLabel("Time limit").fill("200");
        play(page);
        assertThat(page.locator("#outcome")).containsText("My Chaser gave no valid move");
        assertThat(page.locator("#log")).containsText("No answer within 200 ms.");
        page.getByLabel("Time limit").fill("60000");
        button(page, "Play").click();
        button(page, "Stop").click();
        assertThat(page.locator("#notice")).hasText("Stopped.");
        assertThat(page.locator("iframe")).hasCount(0);
        assertThat(button(page, "Play")).isEnabled();
    }

    @Test
    @Tag("full")
    void the_line_that_failed_is_marked_while_its_turn_is_shown(Visitor visitor) {
        Page page = open(visitor, "tokens");
        write(page, 1, """
                function Bot(player1) {
                  let moves = 0;
                  this.yourMove = function (board) {
                    if (++moves === 2) {
                      return board.nothing.here;
                    }
                    return "PASS";
                  };
                }""");
        play(page);
        page.locator("input.slider").focus();
        page.keyboard().press("Home");
        Locator mark = bench(page, 1).locator(".wrong-line");
        assertThat(mark).hasCount(0);
        page.locator("#log").getByRole(AriaRole.BUTTON).click();
        assertThat(page.locator("#log")).containsText("TypeError");
        assertThat(mark).containsText("return board.nothing.here;");
        assertThat(bench(page, 1).locator(".wrong-sign[title^='TypeError']")).hasCount(1);
        Locator jump =
                page.locator("#log").getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Line 5"));
        jump.click();
        visitor.assertAccessible();

        // The check of the code runs a moment after it was changed, and leaves the mark of a played turn.
        AtomicInteger checks = new AtomicInteger();
        page.onFrameDetached(sandbox -> checks.incrementAndGet());
        bench(page, 1).locator(".cm-content").press("End");
        page.keyboard().press("Space");
        page.keyboard().press("Backspace");
        assertThat(mark).hasCount(0);
        jump.click();
        assertThat(mark).hasCount(1);
        page.waitForCondition(() -> checks.get() > 0);
        assertThat(mark).hasCount(1);

        write(page, 1, code(page, 1).replace("nothing.here", "player1"));
        assertThat(mark).hasCount(0);
    }

    @Test
    @Tag("full")
    void the_editor_completes_and_explains_the_fields_of_the_request(Visitor visitor) {
        Page page = open(visitor, "robotag");
        write(page, 1, "function move(my, enemy, map) {\n  ");
        page.keyboard().type("map.fu");
        Locator options = page.locator(".cm-tooltip-autocomplete li");
        assertThat(options.first()).containsText("fuelTanks");
        assertThat(page.locator(".cm-completionInfo")).containsText("The remaining tanks");
        visitor.keep("playground-completion");
        page.keyboard().press("Tab");
        page.keyboard().type("[0].va");
        assertThat(options.first()).containsText("value");
        page.keyboard().press("Escape");
        assertTrue(code(page, 1).contains("map.fuelTanks[0].va"), () -> code(page, 1));
        button(page, "Fields").click();
        Locator fields = page.locator("#fields");
        assertThat(fields).containsText("map.fuelTanks");
        assertThat(fields).containsText("move(my, enemy, map)");
        assertThat(fields).containsText("How far to move to the right");
        visitor.assertAccessible("playground-fields");
        page.keyboard().press("Escape");
        assertThat(fields).isHidden();
        assertThat(button(page, "Fields")).isFocused();
    }

    // Boards, seats and options
    // ----------------------------------------------------------------------------------------------------

    @Test
    void a_seed_repeats_a_match_a_new_board_changes_it_and_swap_exchanges_the_seats(Visitor visitor) {
        Page page = open(visitor, "tokens");
        choice(page, 1).selectOption("sample:wanderer");
        page.getByText("Seed, time, options and editor").click();
        page.getByLabel("Seed").fill("lucky");
        play(page);
        String first = hash(page);
        play(page);
        assertEquals(first, hash(page), "though the bot asks Math.random");
        button(page, "Swap seats").click();
        assertThat(page.locator("#outcome")).containsText("Naive (player 1)");
        assertThat(choice(page, 1)).hasValue("house:naive");
        assertThat(choice(page, 2)).hasValue("sample:wanderer");
        assertThat(page.locator("#notice")).containsText("on the seed lucky.");
        assertNotEquals(first, hash(page));
        button(page, "New board").click();
        assertThat(page.locator("#notice")).containsText(Pattern.compile("on the seed \\d+\\."));
        assertThat(page.getByLabel("Seed")).hasValue("");
    }

    @Test
    @Tag("full")
    void options_come_from_the_game_and_layers_can_be_chosen(Visitor visitor) {
        Page page = open(visitor, "robotag");
        page.getByText("Seed, time, options and editor").click();
        page.locator("#option-maxTurns").fill("9");
        page.locator("#option-mines").fill("999");
        button(page, "Play").click();
        assertThat(page.locator("#match-section")).isHidden();
        page.locator("#option-mines").fill("100");
        play(page);
        assertThat(page.locator("#verified")).containsText("all 9 turns");
        Locator canvas = page.locator("#player canvas").first();
        Object before = canvas.evaluate("canvas => canvas.toDataURL()");
        page.locator("#drawn").getByLabel("Mines").uncheck();
        assertNotEquals(before, page.locator("#player canvas").first().evaluate("canvas => canvas.toDataURL()"));
        page.locator("#drawn").getByLabel("Paths").check();
        visitor.keep("playground-drawn");
        page.reload();
        assertThat(page.locator("#set-up")).isVisible();
        play(page);
        assertThat(page.locator("#drawn").getByLabel("Mines")).not().isChecked();
    }

    @Test
    void a_missing_engine_or_editor_is_reported(Visitor visitor) {
        Page page = visitor.ignoringErrors().page();
        page.route("**/codemirror/**", route -> route.abort());
        page.navigate(site.url("/play.html?game=robotag"));
        assertThat(bench(page, 1).getByRole(AriaRole.ALERT))
                .hasText("The editor's file codemirror.js could not be loaded.");
        page.route("**/engine.js", route -> route.abort());
        page.reload();
        assertThat(page.locator("#problem")).containsText("The engine, which plays the matches, could not be loaded.");
    }

    @Test
    void an_unknown_game_is_reported(Visitor visitor) {
        Page page = visitor.open(site.url("/play.html?game=chess"));
        assertThat(page.locator("#problem")).hasText("There is no game with the id chess. Choose one above.");
        assertThat(page.locator("#games a")).hasCount(Games.ALL.size());
        visitor.assertAccessible();
    }

    // Stored and shared code
    // ---------------------------------------------------------------------------------------------

    @Test
    @Tag("full")
    void the_browser_keeps_any_number_of_named_bots(Visitor visitor, @TempDir Path folder) throws Exception {
        Page page = open(visitor, "robotag");
        assertThat(name(page, 1)).isHidden();
        write(page, 1, "function move() { return { dx: 1, dy: 0 }; }");
        assertThat(name(page, 1)).hasValue("My Chaser");
        name(page, 1).fill("First " + HOSTILE);
        name(page, 1).press("Enter");
        choice(page, 1).selectOption("sample:bouncer");
        write(page, 1, "function move() { return { dx: 0, dy: 2 }; }");
        inMenu(page, 1, "New bot");
        assertThat(name(page, 1)).isFocused();
        page.keyboard().type("Third");
        page.keyboard().press("Enter");
        assertTrue(code(page, 1).startsWith("// Stands still."), () -> code(page, 1));
        page.reload();
        assertThat(name(page, 1)).hasValue("Third");
        assertEquals(
                List.of("First " + HOSTILE, "My Bouncer", "Third"),
                choice(page, 1).locator("optgroup").first().locator("option").allTextContents());
        choice(page, 1).selectOption(new SelectOption().setLabel("My Bouncer"));
        assertEquals("function move() { return { dx: 0, dy: 2 }; }", code(page, 1));
        // Both seats show the same bot alike.
        choice(page, 2).selectOption(new SelectOption().setLabel("My Bouncer"));
        write(page, 2, "function move() { return { dx: 0, dy: 1 }; }");
        assertEquals("function move() { return { dx: 0, dy: 1 }; }", code(page, 1));

        inMenu(page, 1, "Remove this bot");
        assertThat(choice(page, 1)).hasValue("sample:chaser");
        assertThat(choice(page, 2)).hasValue("sample:chaser");
        bench(page, 1).locator(".undo").getByText("Undo").click();
        assertThat(name(page, 1)).hasValue("My Bouncer");
        assertEquals("function move() { return { dx: 0, dy: 1 }; }", code(page, 1));
        visitor.assertAccessible();

        Download exported = page.waitForDownload(() -> inMenu(page, 1, "Export all bots"));
        assertEquals("bout-bots-robotag.json", exported.suggestedFilename());
        Page other = visitor.inTheDark().page();
        other.navigate(site.url("/play.html?game=robotag"));
        assertThat(other.locator("#set-up")).isVisible();
        Path bots = Files.copy(exported.path(), folder.resolve("bots.json"));
        bench(other, 1).locator("input[type=file]").setInputFiles(bots);
        assertThat(name(other, 1)).hasValue("Third");
        assertEquals(
                3,
                choice(other, 1).locator("optgroup").first().locator("option").count());
        // The other games have their own bots.
        other.navigate(site.url("/play.html?game=tokens"));
        assertThat(choice(other, 1)).hasValue("sample:nearest");
        assertThat(choice(other, 1).locator("optgroup").first()).hasAttribute("label", "Samples to start from");
        bench(other, 1).locator("input[type=file]").setInputFiles(bots);
        assertThat(bench(other, 1).getByRole(AriaRole.ALERT))
                .hasText("bots.json holds bots for another game: robotag.");
    }

    @Test
    @Tag("full")
    void code_kept_by_an_earlier_version_of_the_page_is_not_lost(Visitor visitor) {
        Page page = open(visitor, "tokens");
        page.evaluate("""
                () => localStorage.setItem("bout-playground/robotag/1", JSON.stringify({
                  choice: "earlier", own: "function move() { return { dx: 1, dy: 0 }; }",
                  earlier: "function move() { return { dx: 0, dy: 1 }; }", linked: null,
                }))""");
        open(visitor, "robotag");
        assertThat(name(page, 1)).hasValue("My earlier bot");
        assertEquals("function move() { return { dx: 0, dy: 1 }; }", code(page, 1));
        page.reload();
        assertThat(name(page, 1)).hasValue("My earlier bot");
        choice(page, 1).selectOption(new SelectOption().setLabel("My bot"));
        assertEquals("function move() { return { dx: 1, dy: 0 }; }", code(page, 1));
    }

    @Test
    @Tag("full")
    void a_bot_that_the_browser_does_not_keep_can_be_exported(Visitor visitor) throws Exception {
        Page page = open(visitor, "robotag");
        page.evaluate(
                "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }");
        write(page, 1, "function move() { return { dx: 1, dy: 0 }; }");
        assertThat(bench(page, 1).locator(".undo")).containsText("Your browser does not keep this bot");
        Download exported = page.waitForDownload(() -> inMenu(page, 1, "Export this bot"));
        assertEquals("my-chaser.js", exported.suggestedFilename());
        assertEquals("function move() { return { dx: 1, dy: 0 }; }", Files.readString(exported.path()));
    }

    @Test
    @Tag("full")
    void a_link_shares_bots_seed_and_options(Visitor visitor) {
        Page page = open(visitor, "robotag");
        write(page, 1, "// " + HOSTILE + " ü€😀\nfunction move() { return { dx: 1, dy: 0.5 }; }");
        choice(page, 2).selectOption("house:bouncy");
        page.getByText("Seed, time, options and editor").click();
        page.getByLabel("Seed").fill("shared");
        page.locator("#option-fuelTanks").fill("3");
        // If the browser does not allow copying, the page shows the link.
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }");
        button(page, "Copy a link").click();
        assertThat(page.locator("#link-text")).isFocused();
        String link = page.locator("#link-text").inputValue();
        assertTrue(link.length() < 600, link);
        page.evaluate("() => { navigator.clipboard.writeText = async (text) => { globalThis.copiedText = text; }; }");
        button(page, "Copy a link").click();
        assertThat(page.locator("#notice")).containsText("The link is copied.");
        assertThat(page.locator("#link-field")).isHidden();
        assertEquals(link, page.evaluate("() => copiedText"));
        play(page);
        String hash = hash(page);

        Page other = visitor.inTheDark().page();
        other.navigate(link);
        assertThat(other.locator("#set-up")).isVisible();
        assertTrue(code(other, 1).startsWith("// " + HOSTILE + " ü€😀"));
        assertThat(name(other, 1)).hasValue("My Chaser");
        assertThat(choice(other, 2)).hasValue("house:bouncy");
        play(other);
        assertEquals(hash, hash(other));
        // Later changes survive a reload, and the link does not replace them.
        assertEquals(site.url("/play.html?game=robotag"), other.url());
        write(other, 1, "function move() { return { dx: 0, dy: 0 }; }");
        other.reload();
        assertEquals("function move() { return { dx: 0, dy: 0 }; }", code(other, 1));
        choice(other, 1).selectOption("sample:chaser");
        play(other);
        visitor.assertAccessible(Visitor.Rules.OF_COLOURS);
        visitor.keep("playground-dark");
    }

    /** What a link to RoboTag has after the #, with the code of a bot {@code x} that plays Lazy. */
    private static String link(Page page) {
        return (String) page.evaluate("""
                async () => {
                  const { packed } = await import("/playground/link.js");
                  const code = "function move() { return { dx: 0, dy: 1 }; }";
                  return packed({ game: "robotag", seed: "7", options: {}, bots: [{ code, name: "x" }, { house: "lazy" }] });
                }""");
    }

    @Test
    @Tag("full")
    void a_link_does_not_replace_the_visitors_own_code(Visitor visitor) {
        Page page = open(visitor, "robotag");
        write(page, 1, "function move() { return { dx: 1, dy: 0 }; }");
        String fragment = link(page);
        page.navigate(site.url("/play.html?game=robotag&other#" + fragment));
        assertThat(name(page, 1)).hasValue("x");
        assertEquals("function move() { return { dx: 0, dy: 1 }; }", code(page, 1));
        play(page);
        assertThat(page.locator("#match-title")).containsText("x vs Lazy");
        choice(page, 1).selectOption(new SelectOption().setLabel("My Chaser"));
        assertEquals("function move() { return { dx: 1, dy: 0 }; }", code(page, 1));
    }

    @Test
    @Tag("full")
    void a_link_opens_while_the_samples_cannot_be_loaded(Visitor visitor) {
        Page page = visitor.ignoringErrors().page();
        page.navigate(site.url("/404.html"));
        String fragment = link(page);
        page.route("**/samples/*.js", route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
        page.navigate(site.url("/play.html?game=robotag#" + fragment));
        assertThat(name(page, 1)).hasValue("x");
        play(page);
        assertThat(page.locator("#match-title")).containsText("x vs Lazy");
    }

    @Test
    @Tag("full")
    void a_broken_or_too_long_link_is_reported(Visitor visitor) {
        Page page = visitor.open(site.url("/play.html?game=robotag#p=nonsense"));
        assertThat(page.locator("#problem")).containsText("The link is broken");
        assertThat(page.locator("#set-up")).isVisible();
        String long_ = (String) page.evaluate(
                "() => '// ' + Array.from({ length: 20000 }, (_, i) => (i * i * 7919 % 9973).toString(36)).join('')");
        write(page, 1, long_ + "\nfunction move() { return { dx: 1, dy: 0 }; }");
        button(page, "Copy a link").click();
        assertThat(page.locator("#notice")).containsText("The code is too long for a link");
    }

    // Runs of many matches
    // ---------------------------------------------------------------------------------------------

    @Test
    void a_run_shows_progress_and_intervals_without_freezing_the_page_and_can_be_stopped(Visitor visitor) {
        Page page = open(visitor, "robotag");
        page.locator("#count").fill("1000");
        page.evaluate("""
                () => {
                  globalThis.longest = 0;
                  let last = performance.now();
                  const look = (now) => { longest = Math.max(longest, now - last); last = now; requestAnimationFrame(look); };
                  requestAnimationFrame(look);
                }""");
        button(page, "Run").click();
        assertThat(page.locator("progress")).hasAttribute("max", "1000");
        page.waitForFunction("() => document.querySelector('progress').value >= 5");
        button(page, "Stop").click();
        assertThat(page.locator("#run-view"))
                .containsText(Pattern.compile("The run ended after \\d+ of 1000 matches\\."));
        assertThat(page.locator("iframe")).hasCount(0);
        double longest = ((Number) page.evaluate("() => longest")).doubleValue();
        assertTrue(longest < 1000, "the page stood still for " + longest + " ms");
        Locator row = page.locator(".tally tbody tr").first();
        assertThat(row.locator("td").first()).hasText(Pattern.compile("[\\d.]+ % \\([\\d.]+ % to [\\d.]+ %\\)"));
        assertThat(row.locator("td").nth(4)).hasText(Pattern.compile("[\\d.]+ ± [\\d.]+"));
        visitor.assertAccessible("playground-run");
    }

    @Test
    @Tag("full")
    void a_lost_match_of_a_run_can_be_watched(Visitor visitor) {
        Page page = open(visitor, "tokens");
        choice(page, 1).selectOption("sample:wanderer");
        choice(page, 2).selectOption("house:gourmet");
        page.locator("#count").fill("4");
        button(page, "Run").click();
        assertThat(page.locator("#run-view")).containsText("All 4 matches are played");
        button(page, "board 2 as player 2").click();
        assertThat(page.locator("#outcome")).containsText("Gourmet (player 1) wins");
        assertThat(page.locator("#notice")).containsText(Pattern.compile("on the seed \\d+-2\\."));
        assertThat(choice(page, 1)).hasValue("sample:wanderer");
    }

    @Test
    void two_bots_of_the_visitor_play_each_other_and_a_bot_against_itself_is_even(Visitor visitor) {
        Page page = open(visitor, "tokens");
        choice(page, 2).selectOption("sample:nearest");
        page.locator("#count").fill("10");
        button(page, "Run").click();
        assertThat(page.locator("#run-view")).containsText("All 10 matches are played");
        // Each board is played twice, once from either seat, with the same two matches.
        assertEquals(
                page.locator(".tally tbody tr").first().locator("td").allTextContents(),
                page.locator(".tally tbody tr").last().locator("td").allTextContents());
    }

    @Test
    @Tag("full")
    void a_match_waits_for_the_code_of_a_bot_that_was_just_chosen(Visitor visitor) {
        Page page = open(visitor, "tokens");
        List<Route> held = new ArrayList<>();
        page.route("**/samples/nearest.js", held::add);
        choice(page, 2).selectOption("sample:nearest");
        page.locator("#count").fill("2");
        button(page, "Run").click();
        assertThat(button(page, "Run")).isDisabled();
        held.getFirst().resume();
        assertThat(page.locator("#run-view")).containsText("All 2 matches are played");
    }

    @Test
    @Tag("full")
    void without_the_code_of_a_chosen_bot_nothing_else_plays_in_its_name(Visitor visitor) {
        Page page = visitor.ignoringErrors().page();
        page.route("**/samples/wanderer.js", route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
        page.navigate(site.url("/play.html?game=tokens"));
        choice(page, 1).selectOption("sample:wanderer");
        assertThat(bench(page, 1).getByRole(AriaRole.ALERT))
                .hasText("The sample wanderer cannot be loaded (status 503).");
        button(page, "Play").click();
        assertThat(page.locator("#problem"))
                .hasText("Player 1 cannot play: The sample wanderer cannot be loaded (status 503).");
        assertThat(button(page, "Play")).isEnabled();
        choice(page, 1).selectOption("house:gourmet");
        play(page);
        page.route("**/samples/blank.js", route -> route.abort());
        choice(page, 1).selectOption("sample:blank");
        assertThat(bench(page, 1).getByRole(AriaRole.ALERT))
                .hasText("The sample blank cannot be loaded. Check your connection.");
    }

    @Test
    @Tag("full")
    void a_run_of_a_hanging_bot_ends_with_a_message(Visitor visitor) {
        Page page = open(visitor, "robotag");
        write(page, 1, "function move() { for (;;); }");
        page.getByText("Seed, time, options and editor").click();
        page.getByLabel("Time limit").fill("20");
        button(page, "Run").click();
        assertThat(page.locator("#problem")).hasText("The run ended early: bot 1 had to be ended 10 times.");
        assertThat(page.locator("#run-view")).containsText("The run ended after 10 of 100 matches.");
    }

    // Keyboard, phones and readability
    // ---------------------------------------------------------------------------------

    @Test
    void everything_works_by_keyboard_and_the_editor_is_no_trap(Visitor visitor) {
        Page page = open(visitor, "robotag");
        bench(page, 1).locator(".menu summary").focus();
        page.keyboard().press("Tab");
        assertTrue(isEdited(page, 1));
        String before = code(page, 1);
        page.keyboard().press("Tab");
        assertEquals("  " + before, code(page, 1));
        page.keyboard().press("Escape");
        page.keyboard().press("Tab");
        assertThat(choice(page, 2)).isFocused();
        page.keyboard().press("Shift+Tab");
        assertTrue(isEdited(page, 1));
        page.keyboard().press("Escape");
        page.keyboard().press("Shift+Tab");
        assertThat(bench(page, 1).locator(".menu summary")).isFocused();
        bench(page, 2).locator(".menu summary").focus();
        page.keyboard().press("Tab");
        assertThat(button(page, "Play")).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.locator("#verified")).containsText("Verified");
        assertThat(page.locator("#match-title")).isFocused();
    }

    @Test
    @Tag("full")
    void line_wrapping_and_vim_keys_are_optional_and_remembered(Visitor visitor) {
        Page page = open(visitor, "robotag");
        page.getByText("Seed, time, options and editor").click();
        assertThat(bench(page, 1).locator(".cm-lineWrapping")).hasCount(1);
        page.getByLabel("Wrap long lines").uncheck();
        assertThat(bench(page, 1).locator(".cm-lineWrapping")).hasCount(0);
        page.getByLabel("Vim keys").check();
        page.reload();
        assertThat(page.locator("#set-up")).isVisible();
        assertThat(bench(page, 1).locator(".cm-lineWrapping")).hasCount(0);
        assertThat(bench(page, 1).locator(".cm-vimMode")).hasCount(1);
        int lines = code(page, 1).split("\n").length;
        bench(page, 1).locator(".cm-content").click();
        page.keyboard().type("ggdd");
        assertEquals(lines - 1, code(page, 1).split("\n").length);
        page.keyboard().type(":s/ENOUGH/MUCH/");
        page.keyboard().press("Enter");
        assertTrue(code(page, 1).startsWith("const MUCH"), code(page, 1));
        String before = code(page, 1);
        page.keyboard().type("0i");
        page.keyboard().press("Tab");
        assertEquals("  " + before, code(page, 1));
        page.keyboard().press("Escape");
        page.keyboard().press("Tab");
        assertFalse(isEdited(page, 1));
        assertEquals("  " + before, code(page, 1));
        visitor.assertAccessible();
    }

    @ParameterizedTest
    @MethodSource("games")
    @Tag("full")
    void a_phone_shows_the_playground_without_scrolling_sideways(String game, Visitor visitor) {
        visitor.onAPhone();
        Page page = open(visitor, game);
        play(page);
        page.locator("#count").fill("1000");
        button(page, "Run").click();
        page.waitForFunction("() => document.querySelector('progress')?.value >= 2");
        button(page, "Stop").click();
        assertThat(page.locator("#run-view")).containsText("The run ended after");
        assertFalse(visitor.hasToScrollSideways());
        visitor.assertAccessible(Visitor.Rules.WITHOUT_CONTRAST);
        visitor.keep("playground-" + game + "-phone");
    }
}
