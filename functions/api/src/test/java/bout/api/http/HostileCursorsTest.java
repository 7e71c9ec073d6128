package bout.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.wire.HostileBytes;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** Any text as a cursor: it is one of ours, to the letter, or none. */
class HostileCursorsTest {

    private static final String ID = new MatchIds(Clock.systemUTC(), new SecureRandom()).next();

    @Property(tries = 10_000)
    void any_text_is_a_cursor_of_ours_to_the_letter_or_none(@ForAll("cursors") String text) {
        Optional<String> read = Cursor.read(text, MatchIds::isId);
        Statistics.collect(read.isPresent());
        Statistics.coverage(both -> {
            both.check(true).count(times -> times > 0);
            both.check(false).count(times -> times > 0);
        });
        read.ifPresent(id -> {
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
