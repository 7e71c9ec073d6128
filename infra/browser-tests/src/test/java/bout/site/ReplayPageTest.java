package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Match;
import bout.engine.Replay;
import bout.games.Games;
import bout.site.TestSite.Answer;
import bout.wire.Json;
import bout.wire.ReplayFile;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays shown without a match: from an address of the site, or from a visitor's file. */
@Tag("browser")
@ExtendWith(Chromium.class)
class ReplayPageTest {

    private static final Replay REPLAY =
            TestSite.replay("tokens", "best-per-step", "naive", "7", List.of("Greedy Gary", "The House"));

    @AutoClose
    private final TestSite site = new TestSite();

    private static FilePayload file(byte[] content) {
        return new FilePayload("replay.json", "application/json", content);
    }

    private static void assertShown(Page page, Visitor visitor) {
        assertThat(page.locator("#verified"))
                .containsText("has played all " + REPLAY.calls().moves().size() + " turns again");
        assertThat(page.locator("#title")).hasText("Greedy Gary vs The House");
        assertThat(page.locator("#facts")).containsText("Everybody Loves Tokens");
        assertThat(page.locator("#problem")).isHidden();
        assertThat(page.locator("#note")).isHidden();
    }

    @Test
    void a_replay_at_an_address_of_the_site_is_shown(Visitor visitor) {
        site.answer("GET /replays/any.json", Answer.json(200, REPLAY.toPlain()));
        Page page = visitor.open(site.url("/match.html?replay=/replays/any.json&turn=10"));
        assertShown(page, visitor);
        assertThat(page.locator("#answers-title")).hasText("Turn 10");
        visitor.assertAccessible("replay-of-an-address");
    }

    @ParameterizedTest
    @CsvSource({
        "https://elsewhere.example/replay.json",
        "javascript:alert(1)",
        "'data:application/json;base64,e30='",
        "//elsewhere.example/replay.json",
        "file:///etc/passwd"
    })
    void a_replay_at_another_site_is_refused_with_a_message(String address, Visitor visitor) {
        Page page = visitor.open(site.url("/match.html?replay=" + address));
        assertThat(page.locator("#problem"))
                .hasText("This page reads replays from " + site.url("") + " only, not from “" + address
                        + "”. Download that one, and drop the file here.");
        assertThat(page.locator("#open")).isVisible();
    }

    @Test
    void an_invalid_address_or_replay_is_reported(Visitor visitor) {
        Page page = visitor.open(site.url("/match.html?replay=https%3A%2F%2F%5B"));
        assertThat(page.locator("#problem")).hasText("“https://[” is no address.");
        page.navigate(site.url("/match.html?replay=/replays/none.json"));
        assertThat(page.locator("#problem")).containsText("No GET /replays/none.json");
        page.navigate(site.url("/match.html?replay=/match.html"));
        assertThat(page.locator("#problem")).containsText("The replay is not JSON");
        site.answer("GET /replays/odd.json", Answer.json(200, Map.of("game", "<b>chess</b>")));
        page.navigate(site.url("/match.html?replay=/replays/odd.json"));
        assertThat(page.locator("#problem")).containsText("The replay is broken, so it cannot be shown. Not a replay.");
        visitor.assertAccessible("replay-broken");
    }

    @Test
    void one_file_after_another_can_be_picked(Visitor visitor) throws Exception {
        Page page = visitor.open(site.url("/match.html"));
        page.waitForFileChooser(() -> page.locator("#open").click()).setFiles(file(Json.bytes(REPLAY.toPlain())));
        assertShown(page, visitor);
        visitor.keep("replay-of-a-file");

        byte[] zipped = ReplayFile.write(REPLAY);
        page.locator("#file").setInputFiles(new FilePayload("replay.json.gz", "application/gzip", zipped));
        assertShown(page, visitor);

        page.locator("#file").setInputFiles(file("{\"format\":1,\"ga".getBytes(StandardCharsets.UTF_8)));
        assertThat(page.locator("#problem")).containsText("The file is not a replay, for it is not JSON");
        assertThat(page.locator("#match")).isHidden();
        page.locator("#file").setInputFiles(file(new byte[] {0x1f, (byte) 0x8b, 1, 2, 3}));
        assertThat(page.locator("#problem")).containsText("The file cannot be read");
        page.locator("#file").setInputFiles(file(Json.bytes(Map.of("format", 9))));
        assertThat(page.locator("#problem")).containsText("The replay is broken, so it cannot be shown. Not a replay.");
        Map<String, Object> longName = REPLAY.toPlain();
        longName.put("players", List.of(Map.of("name", "x".repeat(5_000_000)), Map.of("name", "two")));
        page.locator("#file").setInputFiles(file(Json.bytes(longName)));
        assertThat(page.locator("#problem")).containsText("/players/0/name: expected at most 40 characters");
        page.locator("#file").setInputFiles(file(new byte[0]));
        assertThat(page.locator("#problem")).containsText("The file is not a replay, for it is not JSON");

        page.locator("#file").setInputFiles(file(Json.bytes(REPLAY.toPlain())));
        assertShown(page, visitor);
        assertThat(page.locator(".player")).hasCount(1);
    }

    @Test
    void a_small_file_that_unpacks_to_a_huge_one_is_refused(Visitor visitor) throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            byte[] spaces = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
            for (int megabytes = 0; megabytes < 80; megabytes++) {
                gzip.write(spaces);
            }
        }
        assertTrue(bomb.size() < 200_000, () -> "packed: " + bomb.size());
        Page page = visitor.open(site.url("/match.html"));
        page.locator("#file").setInputFiles(new FilePayload("replay.json.gz", "application/gzip", bomb.toByteArray()));
        assertThat(page.locator("#problem"))
                .containsText("The file unpacks to more than 16 MB; no replay is that large.");
        page.locator("#file").setInputFiles(file(Json.bytes(REPLAY.toPlain())));
        assertShown(page, visitor);
    }

    @Test
    void a_file_can_be_dropped_on_the_page_of_another_match(Visitor visitor) {
        Replay other = TestSite.replay("ajax-tiles", "expand", "fearful", "7", List.of("one", "two"));
        site.has(TestSite.finished("m1", other, other.calls().moves().size()), other.toPlain());
        Page page = visitor.open(site.url("/match.html?id=m1"));
        assertThat(page.locator("#verified")).isVisible();
        page.evaluate("""
            (base64) => {
              const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
              const dataTransfer = new DataTransfer();
              dataTransfer.items.add(new File([bytes], "replay.json"));
              for (const type of ["dragover", "drop"]) {
                document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
              }
            }
            """, Base64.getEncoder().encodeToString(Json.bytes(REPLAY.toPlain())));
        assertShown(page, visitor);
        assertThat(page.locator("#actions")).isHidden();
        assertThat(page.getByLabel("Copy a link to this turn")).hasCount(0);
    }

    @Test
    void part_of_a_match_is_shown_as_far_as_it_goes(Visitor visitor) {
        Match<?> soFar = REPLAY.play(Games.byId("tokens").orElseThrow(), 30);
        site.answer(
                "GET /replays/part.json",
                Answer.json(
                        200,
                        Replay.soFar(soFar, soFar.calls(), REPLAY.start().players())
                                .toPlain()));
        Page page = visitor.open(site.url("/match.html?replay=/replays/part.json&turn=30"));
        assertThat(page.locator("#status")).hasText("Part of a match");
        assertThat(page.locator("#outcome")).hasText("30 turns of a match; its end is not in this replay.");
        assertThat(page.locator("#verified")).isHidden();
        assertThat(page.locator("#replay-problem")).isHidden();
        assertThat(page.locator(".side .points").first()).isVisible();
    }
}
