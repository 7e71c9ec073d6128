package bout.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Plain;
import bout.engine.Result;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchOutcome;
import bout.store.match.MatchRecord.MatchProgress;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.webhook.WebhookTarget.ChatFormat;
import bout.wire.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChatMessageTest {

    private static final URI LINK = URI.create("https://bout.example/match.html?id=1");

    private static Plain body(String text, URI link, ChatFormat format) {
        try {
            return Plain.of(Json.read(new String(new ChatMessage(text, link).body(format), StandardCharsets.UTF_8)));
        } catch (Json.NotJson broken) {
            throw new AssertionError(broken);
        }
    }

    private static String discord(String text) {
        return body(text, null, ChatFormat.DISCORD).text("content");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@everyone",
                "@here",
                "<@123>",
                "<@&123>",
                "<#123>",
                "<:a:1>",
                "https://evil.example",
                "[site](https://evil.example)",
                "discord.gg/abc",
                "**bold** __line__ ~~no~~ ||spoiler|| `code`",
                "> quote",
                "# title",
                "<!channel>",
                "<!everyone|x>",
                "<https://evil.example|our site>",
                "a & b",
                "\\\\*"
            })
    void no_name_notifies_formats_or_links(String name) {
        String shown = discord(name);
        for (String special : List.of("@", "<", "/", "*", "_", "~", "`", "|", ">", "#", "[", "(", ":", ".")) {
            int from = -1;
            while ((from = shown.indexOf(special, from + 1)) >= 0) {
                assertEquals('\\', shown.charAt(from - 1), shown);
                assertEquals('\u200B', shown.charAt(from + 1), shown);
            }
        }
        assertEquals(
                Map.of("parse", List.of()),
                body(name, null, ChatFormat.DISCORD).get("allowed_mentions").value());

        Plain slack = body(name, LINK, ChatFormat.SLACK);
        String fallback = slack.text("text");
        assertFalse(fallback.contains("<") || fallback.contains(">"), fallback);
        assertFalse(fallback.replaceAll("&(amp|lt|gt);", "").contains("&"), fallback);
        assertFalse(fallback.contains("@e") || fallback.contains("@h") || fallback.contains("://"), fallback);
        Plain text = slack.get("blocks").at(0).get("text");
        assertEquals("plain_text", text.text("type"), "which has no formatting and no mentions");
        assertEquals(name, text.text("text"));
        assertEquals("<" + LINK + ">", slack.get("blocks").at(1).get("text").text("text"));
    }

    @Test
    void a_plain_name_stays_readable() {
        assertEquals("Ada vs Greedy Gary", discord("Ada vs Greedy Gary"));
    }

    private static ChatMessage of(MatchOrigin origin, Status status, MatchOutcome outcome) {
        MatchRecord match = new MatchRecord(
                "01890a5d-ac96-774b-bcce-b302099a8057",
                new MatchSettings(
                        GameSettings.of("ajax-tiles"),
                        List.of(
                                PlayerRecord.house("best-per-step", "best-per-step"),
                                PlayerRecord.house("Ada", "random")),
                        "7"),
                origin,
                Instant.EPOCH,
                new MatchProgress(status, 0, null),
                outcome);
        return ChatMessage.of(match, URI.create("https://bout.example/"));
    }

    @Test
    void a_house_bot_has_its_name_for_people() {
        assertEquals(
                "Best per step vs Ada, Ajax Tiles: the match was not finished. A bug.",
                of(
                                MatchOrigin.UNKNOWN,
                                Status.FAILED,
                                new MatchOutcome(null, List.of(), 0, List.of(), "A bug.", Instant.EPOCH, null))
                        .text());
    }

    @Test
    void a_match_that_only_its_owner_sees_has_no_link() {
        MatchOutcome draw =
                new MatchOutcome(Result.of(null, 3, 3, "full"), List.of(), 0, List.of(), null, Instant.EPOCH, null);
        assertEquals(
                URI.create("https://bout.example/match.html?id=01890a5d-ac96-774b-bcce-b302099a8057"),
                of(MatchOrigin.UNKNOWN, Status.FINISHED, draw).link());
        assertNull(of(new MatchOrigin("ada", null, null, true), Status.FINISHED, draw)
                .link());
    }

    @Test
    void the_link_is_the_only_one() {
        String content = body("x https://a", LINK, ChatFormat.DISCORD).text("content");
        assertTrue(content.endsWith("\n" + LINK), content);
        assertEquals(content.lastIndexOf("://"), content.indexOf("://"), content);
    }
}
