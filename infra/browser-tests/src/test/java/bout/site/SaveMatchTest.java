package bout.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Replay;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Saving a match as a video or a GIF, in the browser. */
@Tag("browser")
@Tag("full")
@ExtendWith(Chromium.class)
class SaveMatchTest {

    private static final String ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final int TURNS = 12;

    /** Those of {@code viewer/video-plan.js}: at six turns a second, and then two more seconds. */
    private static final int FRAMES = (TURNS / 6 + 2) * 30;

    private static final String ONLY_VP9 = """
            const asked = VideoEncoder.isConfigSupported;
            VideoEncoder.isConfigSupported = (config) => config.codec.startsWith("avc")
              ? Promise.resolve({ supported: false, config })
              : asked.call(VideoEncoder, config);
            """;

    @AutoClose
    private final TestSite site = new TestSite();

    private static Replay match() {
        return TestSite.shortReplay("ajax-tiles", TURNS, "7", List.of("Greedy Gary", "The House"));
    }

    /** Opens the dialog on the page of a match. */
    private Page open(Visitor visitor) {
        site.has(TestSite.finished(ID, match(), TURNS), match().toPlain());
        Page page = visitor.open(site.url("/match.html?id=" + ID + "&turn=0"));
        assertThat(page.locator("#verified")).containsText("Verified");
        button(page, "Save a video or GIF").click();
        assertThat(dialog(page)).isVisible();
        return page;
    }

    private static Locator dialog(Page page) {
        return page.getByRole(AriaRole.DIALOG, new Page.GetByRoleOptions().setName("Save the match"));
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Download save(Page page, String name) {
        Download download = page.waitForDownload(() -> button(page, name).click());
        assertThat(dialog(page)).containsText(Pattern.compile("Saved as (MP4|WebM|GIF), [0-9.]+ MB"));
        return download;
    }

    @Test
    void a_video_has_a_frame_for_each_moment_in_the_format_that_the_browser_encodes(Visitor visitor)
            throws IOException {
        Page page = open(visitor);
        visitor.assertAccessible("save-match");
        beginAndStop(page, "Save a video");
        Download download = save(page, "Save a video");
        byte[] file = Files.readAllBytes(download.path());
        switch (download.suggestedFilename()) {
            case "bout-" + ID + ".mp4" -> assertEquals(FRAMES, framesOfMp4(file), 1);
            case "bout-" + ID + ".webm" -> assertEquals(FRAMES, framesOfWebM(file), 1);
            default -> throw new AssertionError(download.suggestedFilename());
        }
        assertShowsTheMatch(page, file);
    }

    @Test
    void a_browser_without_an_encoder_for_h264_makes_webm(Visitor visitor) throws IOException {
        visitor.page().addInitScript(ONLY_VP9);
        Page page = open(visitor);
        Download download = save(page, "Save a video");
        assertEquals("bout-" + ID + ".webm", download.suggestedFilename());
        byte[] file = Files.readAllBytes(download.path());
        assertEquals(FRAMES, framesOfWebM(file), 1);
        assertShowsTheMatch(page, file);
    }

    @Test
    void a_browser_that_can_encode_nothing_says_so_and_offers_the_gif(Visitor visitor) {
        visitor.page()
                .addInitScript("VideoEncoder.isConfigSupported = (config) =>"
                        + " Promise.resolve({ supported: false, config });");
        Page page = open(visitor);
        button(page, "Save a video").click();
        assertThat(dialog(page)).containsText("encodes neither H.264 nor VP9; save a GIF instead");
        assertThat(button(page, "Save a GIF")).isEnabled();
    }

    @Test
    void a_page_without_an_encoder_offers_only_the_gif(Visitor visitor) {
        visitor.page().addInitScript("delete globalThis.VideoEncoder;");
        Page page = open(visitor);
        assertThat(button(page, "Save a video")).isDisabled();
        assertThat(dialog(page)).containsText("This browser cannot make videos. Save a GIF instead.");
        assertEquals("bout-" + ID + ".gif", save(page, "Save a GIF").suggestedFilename());
    }

    @Test
    void a_gif_shows_the_whole_match_and_needs_nothing_of_the_encoders_of_videos(Visitor visitor) throws IOException {
        List<String> asked = new CopyOnWriteArrayList<>();
        visitor.page().onRequest(request -> asked.add(request.url()));
        Page page = open(visitor);
        assertEquals(List.of(), matching(asked, ".*(mediabunny|gifenc|video|animation).*"));
        beginAndStop(page, "Save a GIF");
        Download download = save(page, "Save a GIF");
        assertEquals(List.of(), matching(asked, ".*mediabunny.*"));
        assertEquals("bout-" + ID + ".gif", download.suggestedFilename());
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (ImageInputStream gif =
                ImageIO.createImageInputStream(download.path().toFile())) {
            reader.setInput(gif);
            assertEquals(TURNS + 1, reader.getNumImages(true));
            assertEquals(480, reader.getWidth(0));
            BufferedImage first = reader.read(0);
            // Each frame has only what has changed.
            BufferedImage last = new BufferedImage(first.getWidth(), first.getHeight(), BufferedImage.TYPE_INT_ARGB);
            for (int frame = 0; frame <= TURNS; frame++) {
                last.createGraphics().drawImage(reader.read(frame), 0, 0, null);
            }
            long changed = IntStream.range(0, first.getWidth() * first.getHeight())
                    .filter(pixel -> first.getRGB(pixel % first.getWidth(), pixel / first.getWidth())
                            != last.getRGB(pixel % first.getWidth(), pixel / first.getWidth()))
                    .count();
            assertTrue(changed > 5_000, () -> changed + " pixels differ");
        } finally {
            reader.dispose();
        }
    }

    private static List<String> matching(List<String> urls, String pattern) {
        return urls.stream().filter(url -> url.matches(pattern)).toList();
    }

    /** Both clicks come before the first frame. */
    private static void beginAndStop(Page page, String name) {
        page.evaluate("""
                (name) => {
                  const buttons = [...document.querySelectorAll("dialog[open] button")];
                  const press = (text) => buttons.find((button) => button.textContent === text).click();
                  press(name);
                  press("Stop");
                }""", name);
        assertThat(dialog(page)).containsText("Stopped. Nothing was saved.");
    }

    /**
     * Plays the file in the browser: its size and length, and that its end differs from its beginning. On a page of its
     * own, because the site's policy forbids videos.
     */
    private static void assertShowsTheMatch(Page page, byte[] file) {
        Page player = page.context().newPage();
        Object shown = player.evaluate("""
                async (text) => {
                  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
                  const video = document.createElement("video");
                  const event = (name) => new Promise((done, failed) => {
                    video.addEventListener(name, done, { once: true });
                    video.addEventListener("error", () => failed(new Error(video.error.message)), { once: true });
                  });
                  const loaded = event("loadeddata");
                  video.src = URL.createObjectURL(new Blob([bytes]));
                  await loaded;
                  const pixels = () => {
                    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
                    const context = canvas.getContext("2d");
                    context.drawImage(video, 0, 0);
                    return context.getImageData(0, 0, canvas.width, canvas.height).data;
                  };
                  const first = pixels();
                  const { duration } = video;
                  const found = event("seeked");
                  video.currentTime = duration - 0.1;
                  await found;
                  // The browser may show the frame a little later than it says so.
                  let different = 0;
                  for (let wait = 0; wait < 100 && different <= 20_000; wait++) {
                    await new Promise((done) => setTimeout(done, 50));
                    const last = pixels();
                    different = first.filter((value, index) => Math.abs(value - last[index]) > 40).length;
                  }
                  return {
                    width: video.videoWidth, height: video.videoHeight, seconds: Math.round(duration), differs: different > 20_000,
                  };
                }""", Base64.getEncoder().encodeToString(file));
        assertEquals(Map.of("width", 1272, "height", 676, "seconds", FRAMES / 30, "differs", true), shown);
    }

    /** The number of samples in the sample sizes box ({@code stsz}), which follows its type, version and one size. */
    private static int framesOfMp4(byte[] file) {
        String text = new String(file, StandardCharsets.ISO_8859_1);
        assertEquals("ftyp", text.substring(4, 8));
        int box = text.indexOf("stsz", text.indexOf("moov"));
        return ByteBuffer.wrap(file).getInt(box + 12);
    }

    /** The number of blocks in all clusters. */
    private static int framesOfWebM(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        assertEquals(0x1A45DFA3, bytes.getInt(0));
        assertTrue(new String(file, 0, 64, StandardCharsets.ISO_8859_1).contains("webm"));
        return blocks(bytes, file.length);
    }

    private static final long SEGMENT = 0x18538067L;
    private static final long CLUSTER = 0x1F43B675L;
    private static final long SIMPLE_BLOCK = 0xA3;
    private static final long BLOCK_GROUP = 0xA0;

    private static int blocks(ByteBuffer bytes, int end) {
        int blocks = 0;
        while (bytes.position() < end) {
            long id = number(bytes, false);
            long size = number(bytes, true);
            int behind = (int) Math.min(end, bytes.position() + size);
            if (id == SEGMENT || id == CLUSTER) {
                blocks += blocks(bytes, behind);
            } else if (id == SIMPLE_BLOCK || id == BLOCK_GROUP) {
                blocks++;
            }
            bytes.position(behind);
        }
        return blocks;
    }

    /** A number of variable length: the leading zeros of its first byte count the bytes behind it. */
    private static long number(ByteBuffer bytes, boolean withoutMarker) {
        int first = bytes.get() & 0xFF;
        int more = Integer.numberOfLeadingZeros(first) - 24;
        long value = withoutMarker ? first & (0x7F >> more) : first;
        for (int i = 0; i < more; i++) {
            value = value << 8 | bytes.get() & 0xFF;
        }
        return value;
    }
}
