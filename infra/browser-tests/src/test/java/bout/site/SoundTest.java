package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.games.Games;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The sounds of a match. */
@Tag("browser")
@Tag("full")
@ExtendWith(Chromium.class)
class SoundTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final int TURNS = 40;

    /** Takes the place of the sounds: writes down what is asked for, and at which turn. */
    private static final String RECORDER = """
            globalThis.heard = [];
            export class Speaker {
              play(name) {
                const turn = Number(/\\d+/.exec(document.querySelector(".controls .turn").textContent)[0]);
                globalThis.heard.push({ name, turn });
              }
            }
            """;

    /** A sound asked for while this turn was shown. */
    private record Heard(String name, int turn) {}

    @AutoClose
    private final TestSite site = new TestSite();

    private static Replay match() {
        return TestSite.shortReplay("ajax-tiles", TURNS, "7", List.of("Greedy Gary", "The House"));
    }

    private Page open(Visitor visitor) {
        site.has(TestSite.finished(ID, match(), TURNS), match().toPlain());
        Page page = visitor.open(site.url("/match.html?id=" + ID + "&turn=0"));
        assertThat(page.locator("#verified")).containsText("Verified");
        return page;
    }

    /** Opens the match with a recorder in place of the sounds, and switches sound on. */
    private Page record(Visitor visitor) {
        visitor.page()
                .route(
                        "**/viewer/sound.js",
                        route -> route.fulfill(new Route.FulfillOptions()
                                .setContentType("text/javascript")
                                .setBody(RECORDER)));
        Page page = open(visitor);
        toggle(page).click();
        page.waitForFunction("() => globalThis.heard?.length === 1");
        assertEquals(List.of(new Heard("fill", 0)), heard(page));
        page.evaluate("() => globalThis.heard.splice(0)");
        return page;
    }

    private static List<Heard> heard(Page page) {
        List<Heard> heard = new ArrayList<>();
        for (Object each : (List<?>) page.evaluate("() => globalThis.heard")) {
            Map<?, ?> one = (Map<?, ?>) each;
            heard.add(new Heard((String) one.get("name"), (int) one.get("turn")));
        }
        return heard;
    }

    private static Locator toggle(Page page) {
        return button(page, "Sound");
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static void assertOn(Page page, boolean on) {
        assertThat(toggle(page)).hasAttribute("aria-pressed", String.valueOf(on));
    }

    private static void playToTheEnd(Page page) {
        button(page, "Play").click();
        assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn " + TURNS + " of .*"));
        assertThat(button(page, "Play again")).isVisible();
    }

    /** The sounds of the match in the order of its turns, computed from the engine's pictures alone. */
    private static <M> List<Heard> expected(Game<M> game, Replay replay) {
        List<Heard> expected = new ArrayList<>();
        for (int turn = 1; turn <= TURNS; turn++) {
            Object event =
                    Plain.of(replay.play(game, turn).picture()).get("event").value();
            if ("nuke".equals(event)) {
                expected.add(new Heard("boom", turn));
            } else if ("won".equals(event) || "lost".equals(event)) {
                expected.add(new Heard("clash", turn));
            }
        }
        expected.add(new Heard("end", TURNS));
        return expected;
    }

    @Test
    void it_is_off_and_nothing_is_loaded_until_somebody_switches_it_on_which_is_remembered(Visitor visitor) {
        List<String> asked = new CopyOnWriteArrayList<>();
        visitor.page().onRequest(request -> asked.add(request.url()));
        Page page = open(visitor);
        assertOn(page, false);
        playToTheEnd(page);
        assertEquals(
                List.of(),
                asked.stream().filter(url -> url.matches(".*/sounds?\\.js")).toList());
        toggle(page).click();
        assertOn(page, true);
        page.waitForFunction("() => performance.getEntriesByType('resource').filter(({ name }) =>"
                + " /\\/sounds?\\.js$/.test(name)).length === 2");
        page.reload();
        assertOn(page, true);
        page.locator(".strip .now").click();
        page.keyboard().press("m");
        assertOn(page, false);
        page.reload();
        assertOn(page, false);
    }

    @Test
    void each_event_is_heard_when_its_turn_is_played_and_the_end_once(Visitor visitor) {
        Page page = record(visitor);
        playToTheEnd(page);
        List<Heard> heard = heard(page);
        List<Heard> expected = expected(Games.byId("ajax-tiles").orElseThrow(), match());
        assertTrue(expected.size() > 3, expected::toString);
        assertEquals(
                expected.stream().map(Heard::name).toList(),
                heard.stream().map(Heard::name).toList());
        for (int i = 0; i < heard.size(); i++) {
            // It begins with the effect on the board, in the middle of the transition to the turn.
            assertEquals(expected.get(i).turn() - 0.5, heard.get(i).turn(), 1.5, heard + " instead of " + expected);
        }
    }

    @Test
    void seeking_is_silent(Visitor visitor) {
        Page page = record(visitor);
        for (int turn = 0; turn < 10; turn++) {
            button(page, "One turn forward").click();
        }
        page.getByLabel("Turn", new Page.GetByLabelOptions().setExact(true)).fill("30");
        page.locator(".strip .now").click();
        page.keyboard().press("n");
        page.keyboard().press("End");
        page.keyboard().press("Home");
        assertThat(page.locator(".controls .turn")).hasText(Pattern.compile("Turn 0 of .*"));
        assertEquals(List.of(), heard(page));
    }

    @Test
    void a_hidden_tab_is_silent(Visitor visitor) {
        Page page = record(visitor);
        page.evaluate("() => Object.defineProperty(document, 'hidden', { get: () => true })");
        playToTheEnd(page);
        assertEquals(List.of(), heard(page));
    }

    @Test
    void a_page_that_nobody_has_touched_is_silent(Visitor visitor) {
        Page page = record(visitor);
        visitor.page()
                .addInitScript(
                        "Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } });");
        page.reload();
        assertOn(page, true);
        playToTheEnd(page);
        assertEquals(List.of(), heard(page));
    }

    @Test
    void every_sound_can_be_heard_is_short_and_never_clips(Visitor visitor) {
        Page page = open(visitor);
        Object found = page.evaluate("""
                async () => {
                  const { noiseFor, playSound, SOUNDS } = await import("/viewer/sound.js");
                  const found = [];
                  for (const name of Object.keys(SOUNDS)) {
                    const context = new OfflineAudioContext(1, 2 * 24_000, 24_000);
                    playSound(context, noiseFor(context), name, 0);
                    const samples = (await context.startRendering()).getChannelData(0);
                    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
                    const end = samples.findLastIndex((sample) => Math.abs(sample) > 0.001) / 24_000;
                    if (loudest < 0.03 || loudest > 0.6 || end < 0.05 || end > 1) {
                      found.push(`${name}: at most ${loudest}, for ${end} s`);
                    }
                  }
                  return [Object.keys(SOUNDS).length > 5, ...found];
                }""");
        assertEquals(List.of(true), found);
    }

    @Test
    void a_real_sound_plays_without_an_error(Visitor visitor) {
        visitor.page().addInitScript("""
                const { start } = OscillatorNode.prototype;
                globalThis.started = 0;
                OscillatorNode.prototype.start = function (...given) {
                  globalThis.started++;
                  return start.apply(this, given);
                };
                """);
        Page page = open(visitor);
        toggle(page).click();
        page.waitForFunction("() => globalThis.started === 1");
        playToTheEnd(page);
        assertTrue((int) page.evaluate("() => globalThis.started") > 1);
    }
}
