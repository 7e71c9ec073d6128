package bout.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.id.MatchIds;
import bout.wire.HostileBytes;
import java.security.SecureRandom;
import java.time.Clock;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any text as a cursor: it is one of ours, to the letter, or none. */
class HostileCursorsTest {

    private static final String ID = new MatchIds(Clock.systemUTC(), new SecureRandom()).next();

    @Property(tries = 10_000, seed = "7")
    void any_text_is_a_cursor_of_ours_to_the_letter_or_none(@ForAll("cursors") String text) {
        Cursor.read(text, MatchIds::isId).ifPresent(id -> {
            assertTrue(MatchIds.isId(id), id);
            assertEquals(text, Cursor.behind(id));
        });
    }

    @Provide
    Arbitrary<String> cursors() {
        return Arbitraries.oneOf(
                HostileBytes.textLike(Cursor.behind(ID)), Arbitraries.strings().ofMaxLength(80));
    }
}
