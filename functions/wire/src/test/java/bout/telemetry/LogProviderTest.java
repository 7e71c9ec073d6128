package bout.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.wire.Json;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

class LogProviderTest {

    private final List<LogEntry> entries = new ArrayList<>();
    private final LogProvider provider = new LogProvider(
            Level.INFO, entries::add, Clock.fixed(Instant.parse("2026-03-01T12:00:00.123Z"), ZoneOffset.UTC));
    private final Logger log = provider.getLoggerFactory().getLogger("bout.runner.RunnerHandler");

    @Test
    void an_entry_in_lambda_is_one_line_of_json_with_its_fields() throws Exception {
        log.atWarn()
                .addKeyValue("match", "m1")
                .addKeyValue("turn", 7)
                .setCause(new IllegalStateException("the cause"))
                .log("Bot {} said \"no\"\nand left", 2);

        String line = entries.getFirst().json();
        assertFalse(line.contains("\n"));
        Map<?, ?> entry = assertInstanceOf(Map.class, Json.read(line));
        assertEquals("2026-03-01T12:00:00.123Z", entry.get("timestamp"));
        assertEquals("WARN", entry.get("level"));
        assertEquals("bout.runner.RunnerHandler", entry.get("logger"));
        assertEquals("Bot 2 said \"no\"\nand left", entry.get("message"));
        assertEquals("m1", entry.get("match"));
        assertEquals(7, entry.get("turn"));
        assertTrue(((String) entry.get("error")).startsWith("java.lang.IllegalStateException: the cause\n\tat "));
    }

    @Test
    void a_field_cannot_replace_a_standard_field() {
        log.atInfo()
                .addKeyValue("level", "OFF")
                .addKeyValue("any", new StringBuilder("value"))
                .addKeyValue("ids", List.of("m1", 2))
                .log("said");

        assertEquals(
                "{\"timestamp\":\"2026-03-01T12:00:00.123Z\",\"level\":\"INFO\",\"logger\":\"bout.runner.RunnerHandler\","
                        + "\"message\":\"said\",\"any\":\"value\",\"ids\":[\"m1\",2]}",
                entries.getFirst().json());
    }

    @Test
    void a_text_entry_is_a_sentence_followed_by_its_fields() {
        log.atInfo().addKeyValue("match", "m1").addKeyValue("turn", 7).log("Lost the lease");
        assertEquals(
                "INFO RunnerHandler: Lost the lease match=m1 turn=7",
                entries.getFirst().text());
    }

    @Test
    void plain_slf4j_calls_are_entries_too() {
        log.error("It was {} of {}", 1, 2, new IllegalArgumentException("why"));
        assertEquals("It was 1 of 2", entries.getFirst().message());
        assertEquals("why", entries.getFirst().error().getMessage());
    }

    @Test
    void entries_below_the_level_are_not_written() {
        log.debug("no");
        log.atTrace().log("no");
        log.info("yes");
        assertEquals(List.of("yes"), entries.stream().map(LogEntry::message).toList());
    }

    @Test
    void libraries_log_at_warn_and_above_because_they_would_reveal_urls() {
        Logger client = new LogProvider(Level.TRACE, entries::add, Clock.systemUTC())
                .getLoggerFactory()
                .getLogger("org.apache.hc.client5.http.wire");
        client.debug("http-outgoing >> POST https://secret.example/");
        client.info("no");
        client.warn("yes");
        assertEquals(List.of("yes"), entries.stream().map(LogEntry::message).toList());
    }

    @Test
    void lambda_or_a_property_sets_the_level() {
        Map<String, String> lambda = Map.of("AWS_LAMBDA_FUNCTION_NAME", "api");
        assertEquals(Level.INFO, LogProvider.level(new Settings(lambda), "trace"));
        assertEquals(
                Level.ERROR,
                LogProvider.level(
                        new Settings(Map.of("AWS_LAMBDA_FUNCTION_NAME", "api", "AWS_LAMBDA_LOG_LEVEL", "FATAL")),
                        null));
        assertEquals(Level.WARN, LogProvider.level(new Settings(Map.of()), null));
        assertEquals(Level.DEBUG, LogProvider.level(new Settings(Map.of()), "debug"));
        assertThrows(IllegalArgumentException.class, () -> LogProvider.level(new Settings(Map.of()), "loud"));
    }

    @Test
    void slf4j_finds_the_provider() {
        assertInstanceOf(EntryLogger.class, LoggerFactory.getLogger("bout.any"));
    }

    @Test
    void every_entry_of_a_match_names_match_game_and_turn() {
        MatchLog match = new MatchLog(log, "m1", "ajax-tiles");
        match.at(Level.DEBUG, 2).log("not written");
        match.at(Level.WARN, 3).addKeyValue("seat", 1).log("No answer");
        assertEquals(
                List.of("WARN RunnerHandler: No answer match=m1 game=ajax-tiles turn=3 seat=1"),
                entries.stream().map(LogEntry::text).toList());
    }
}
