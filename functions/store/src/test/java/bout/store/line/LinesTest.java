package bout.store.line;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestCloud;
import bout.store.TestStore;
import bout.wire.line.LineTickets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class LinesTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @AutoClose
    private final TestStore store = new TestStore(TestCloud.freshEnvironment());

    private final Lines lines = at(NOW);

    private Lines at(Instant now) {
        return new Lines(store.table(), Clock.fixed(now, ZoneOffset.UTC));
    }

    private List<String> open(String bot, String connection) {
        return lines.open(bot, "tok_1", "robotag", connection).orElseThrow();
    }

    @Test
    void the_newest_line_is_the_one_to_ask_until_it_is_closed() {
        assertEquals(Optional.empty(), lines.newest("bot_1"));
        open("bot_1", "a=");
        open("bot_1", "b=");
        open("bot_2", "c=");
        assertEquals(Optional.of("b="), lines.newest("bot_1"));
        lines.close("b=");
        assertEquals(Optional.of("a="), lines.newest("bot_1"));
        lines.close("a=");
        assertEquals(Optional.empty(), lines.newest("bot_1"));
        assertEquals(Optional.of("c="), lines.newest("bot_2"));
    }

    @Test
    void a_connection_is_of_the_bot_that_opened_it_and_of_no_other() {
        open("bot_1", "a=");
        assertTrue(lines.isOf("a=", "bot_1"));
        assertFalse(lines.isOf("a=", "bot_2"));
        assertFalse(lines.isOf("b=", "bot_1"));
        lines.close("a=");
        assertFalse(lines.isOf("a=", "bot_1"));
    }

    @Test
    void a_bot_with_too_many_lines_loses_its_oldest() {
        for (int line = 0; line < Lines.PER_BOT; line++) {
            assertEquals(List.of(), open("bot_1", "c" + line));
        }
        assertEquals(List.of("c0"), open("bot_1", "new"));
        assertEquals(Optional.of("new"), lines.newest("bot_1"));
    }

    @Test
    void lines_that_open_at_the_same_time_are_all_recorded() {
        TestStore.atOnce(Lines.PER_BOT, i -> open("bot_1", "c" + i));
        Set<Optional<String>> newest = new HashSet<>();
        IntStream.range(0, Lines.PER_BOT).forEach(each -> {
            newest.add(lines.newest("bot_1"));
            lines.close(lines.newest("bot_1").orElseThrow());
        });
        assertEquals(Lines.PER_BOT, newest.size());
        assertEquals(Optional.empty(), lines.newest("bot_1"));
    }

    @Test
    void a_line_whose_end_nobody_reported_ends_by_itself() {
        open("bot_1", "a=");
        Instant later = NOW.plus(Lines.LAST);
        assertEquals(Optional.of("a="), at(later.minusSeconds(1)).newest("bot_1"));
        assertEquals(Optional.empty(), at(later).newest("bot_1"));
        assertEquals(Set.of(), at(later).connected("robotag"));
        assertEquals(0, at(later).countOfOwner("tok_1", 10));
    }

    @Test
    void the_bots_with_lines_are_found_by_game_and_the_lines_by_owner() {
        open("bot_1", "a=");
        open("bot_1", "b=");
        lines.open("bot_2", "tok_2", "robotag", "c=");
        lines.open("bot_3", "tok_2", "ajax-tiles", "d=");
        assertEquals(Set.of("bot_1", "bot_2"), lines.connected("robotag"));
        assertEquals(2, lines.countOfOwner("tok_1", 10));
        assertEquals(1, lines.countOfOwner("tok_1", 1));
        at(NOW.plus(Lines.OPENING).plusSeconds(1)).forget("bot_2", "robotag", "c=");
        assertEquals(Set.of("bot_1"), lines.connected("robotag"));
        assertEquals(Set.of("bot_3"), lines.connected("ajax-tiles"));
    }

    @Test
    void all_functions_have_the_same_key_also_if_they_draw_it_at_once() {
        LineTickets.Ticket ticket = new LineTickets.ForRunner("run_1", NOW.plusSeconds(60));
        List<String> texts = TestStore.atOnce(
                8, i -> new Lines(store.table(), store.clock).tickets().text(ticket));
        assertEquals(1, Set.copyOf(texts).size());
        assertEquals(
                Optional.of(ticket),
                new Lines(store.table(), store.clock).tickets().read(texts.getFirst(), NOW));
    }

    @Test
    void a_silent_line_is_back_when_it_is_heard_until_it_is_closed() {
        open("bot_1", "a=");
        lines.silent("bot_1", "robotag", "a=");
        assertEquals(Set.of(), lines.connected("robotag"));
        lines.heard("a=");
        lines.heard("a=");
        assertEquals(Optional.of("a="), lines.newest("bot_1"));
        lines.silent("bot_1", "robotag", "a=");
        open("bot_1", "b=");
        lines.heard("a=");
        assertEquals(Optional.of("b="), lines.newest("bot_1"), "the newest stays the one to ask");
        lines.close("b=");
        assertEquals(Optional.of("a="), lines.newest("bot_1"));
        lines.close("a=");
        lines.heard("a=");
        assertEquals(Optional.empty(), lines.newest("bot_1"));
    }

    /** Nothing can be sent to it before its client knows that it is open, and then the service says that it is gone. */
    @Test
    void a_line_that_is_being_opened_is_not_forgotten() {
        open("bot_1", "a=");
        lines.forget("bot_1", "robotag", "a=");
        assertEquals(Optional.of("a="), lines.newest("bot_1"));
        lines.close("a=");
        assertEquals(Optional.empty(), lines.newest("bot_1"));
        open("bot_1", "b=");
        at(NOW.plus(Lines.OPENING).plusSeconds(1)).forget("bot_1", "robotag", "b=");
        assertEquals(Optional.empty(), lines.newest("bot_1"));
    }
}
