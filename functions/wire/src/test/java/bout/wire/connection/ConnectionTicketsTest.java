package bout.wire.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTicketsTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(60);

    private final ConnectionTickets tickets = new ConnectionTickets(new byte[ConnectionTickets.KEY_LENGTH]);

    static List<ConnectionTickets.Ticket> kinds() {
        return List.of(
                new ConnectionTickets.ForBot("t", "bot_1", "tok_1", "robotag", "tok_2", LATER),
                new ConnectionTickets.ForBot("t", "bot_1", "", "robotag", null, LATER),
                new ConnectionTickets.ForRunner("run_1", LATER),
                new ConnectionTickets.ForReply("L0SM9cOFvHcCIhw=", "bot_1", "M0SM9cOFvHcCIhw=", "call", 1, LATER));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_ticket_is_read_as_it_was_made_until_it_expires(ConnectionTickets.Ticket ticket) {
        String text = tickets.text(ticket);
        assertTrue(text.length() <= ConnectionTickets.MAX_LENGTH / 2, text);
        assertTrue(text.matches("[A-Za-z0-9_.-]+"), text);
        assertEquals(Optional.of(ticket), tickets.read(text, LATER.minusMillis(1)));
        assertEquals(Optional.empty(), tickets.read(text, LATER));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_ticket_of_another_key_or_with_one_changed_character_is_nothing(ConnectionTickets.Ticket ticket) {
        byte[] other = new byte[ConnectionTickets.KEY_LENGTH];
        other[0] = 1;
        String text = tickets.text(ticket);
        assertEquals(Optional.empty(), new ConnectionTickets(other).read(text, NOW));
        for (int at = 0; at < text.length(); at++) {
            char changed = text.charAt(at) == 'A' ? 'B' : 'A';
            assertEquals(Optional.empty(), tickets.read(text.substring(0, at) + changed + text.substring(at + 1), NOW));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.b", "a", "!.!", "Ym90IGIgbyA5OTk5OTk5OTk5.AAAAAAAAAAAAAAAAAAAAAA"})
    void anything_else_is_nothing(String text) {
        assertEquals(Optional.empty(), tickets.read(text, NOW));
    }

    @Test
    void a_field_cannot_smuggle_in_another_one() {
        assertThrows(
                IllegalArgumentException.class,
                () -> tickets.text(new ConnectionTickets.ForBot("t", "bot_1 tok_2", "", "robotag", null, LATER)));
    }
}
