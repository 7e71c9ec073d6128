package bout.store.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestCloud;
import bout.store.TestStore;
import bout.wire.connection.ConnectionTickets;
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
class ConnectionsTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @AutoClose
    private final TestStore store = new TestStore(TestCloud.freshEnvironment());

    private final Connections connections = at(NOW);

    private Connections at(Instant now) {
        return new Connections(store.table(), Clock.fixed(now, ZoneOffset.UTC));
    }

    private List<String> open(String bot, String connection) {
        return connections.open(bot, "tok_1", null, "robotag", connection).orElseThrow();
    }

    @Test
    void the_newest_line_is_the_one_to_ask_until_it_is_closed() {
        assertEquals(Optional.empty(), connections.newest("bot_1"));
        open("bot_1", "a=");
        open("bot_1", "b=");
        open("bot_2", "c=");
        assertEquals(Optional.of("b="), connections.newest("bot_1"));
        connections.close("b=");
        assertEquals(Optional.of("a="), connections.newest("bot_1"));
        connections.close("a=");
        assertEquals(Optional.empty(), connections.newest("bot_1"));
        assertEquals(Optional.of("c="), connections.newest("bot_2"));
    }

    @Test
    void a_connection_is_of_the_bot_that_opened_it_and_of_no_other() {
        open("bot_1", "a=");
        assertTrue(connections.isOf("a=", "bot_1"));
        assertFalse(connections.isOf("a=", "bot_2"));
        assertFalse(connections.isOf("b=", "bot_1"));
        connections.close("a=");
        assertFalse(connections.isOf("a=", "bot_1"));
    }

    @Test
    void all_functions_have_the_same_key_of_tickets() {
        ConnectionTickets.Ticket ticket = new ConnectionTickets.ForRunner("run_1", NOW.plusSeconds(60));
        String text = connections.tickets().text(ticket);
        assertEquals(Optional.of(ticket), at(NOW).tickets().read(text, NOW));
    }

    @Test
    void lines_that_open_at_the_same_time_are_all_recorded() {
        TestStore.atOnce(Connections.PER_BOT, i -> open("bot_1", "c" + i));
        Set<Optional<String>> newest = new HashSet<>();
        IntStream.range(0, Connections.PER_BOT).forEach(each -> {
            newest.add(connections.newest("bot_1"));
            connections.close(connections.newest("bot_1").orElseThrow());
        });
        assertEquals(Connections.PER_BOT, newest.size());
        assertEquals(Optional.empty(), connections.newest("bot_1"));
    }

    @Test
    void a_line_whose_end_nobody_reported_ends_by_itself() {
        open("bot_1", "a=");
        Instant later = NOW.plus(Connections.LAST);
        assertEquals(Optional.of("a="), at(later.minusSeconds(1)).newest("bot_1"));
        assertEquals(Optional.empty(), at(later).newest("bot_1"));
        assertEquals(Set.of(), at(later).connected("robotag"));
        assertEquals(0, at(later).countOfOwner("tok_1", 10));
    }

    @Test
    void the_bots_with_lines_are_found_by_game_and_the_lines_by_owner() {
        open("bot_1", "a=");
        open("bot_1", "b=");
        connections.open("bot_2", "tok_2", null, "robotag", "c=");
        connections.open("bot_3", "tok_2", null, "ajax-tiles", "d=");
        assertEquals(Set.of("bot_1", "bot_2"), connections.connected("robotag"));
        assertEquals(2, connections.countOfOwner("tok_1", 10));
        assertEquals(1, connections.countOfOwner("tok_1", 1));
        at(NOW.plus(Connections.OPENING).plusSeconds(1)).forget("bot_2", "robotag", "c=");
        assertEquals(Set.of("bot_1"), connections.connected("robotag"));
        assertEquals(Set.of("bot_3"), connections.connected("ajax-tiles"));
    }

    @Test
    void a_silent_line_is_back_when_it_is_heard_until_it_is_closed() {
        open("bot_1", "a=");
        connections.silent("bot_1", "robotag", "a=");
        assertEquals(Set.of(), connections.connected("robotag"));
        connections.heard("a=");
        connections.heard("a=");
        assertEquals(Optional.of("a="), connections.newest("bot_1"));
        connections.silent("bot_1", "robotag", "a=");
        open("bot_1", "b=");
        connections.heard("a=");
        assertEquals(Optional.of("b="), connections.newest("bot_1"), "the newest stays the one to ask");
        connections.close("b=");
        assertEquals(Optional.of("a="), connections.newest("bot_1"));
        connections.close("a=");
        connections.heard("a=");
        assertEquals(Optional.empty(), connections.newest("bot_1"));
    }

    /** Nothing can be sent to it before its client knows that it is open, and then the service says that it is gone. */
    @Test
    void a_line_that_is_being_opened_is_not_forgotten() {
        open("bot_1", "a=");
        connections.forget("bot_1", "robotag", "a=");
        assertEquals(Optional.of("a="), connections.newest("bot_1"));
        connections.close("a=");
        assertEquals(Optional.empty(), connections.newest("bot_1"));
        open("bot_1", "b=");
        at(NOW.plus(Connections.OPENING).plusSeconds(1)).forget("bot_1", "robotag", "b=");
        assertEquals(Optional.empty(), connections.newest("bot_1"));
    }
}
