package bout.wire.id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Seat;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeatIdsTest {

    private static final String MATCH = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    private final MatchIds matches = new MatchIds(Clock.systemUTC(), new SecureRandom());
    private final SeatIds ids = new SeatIds(new byte[SeatIds.KEY_LENGTH]);

    @Test
    void an_id_leads_back_to_match_and_seat() {
        for (int i = 0; i < 1000; i++) {
            String match = matches.next();
            for (Seat seat : Seat.first(Seat.MOST)) {
                String id = ids.of(match, seat);
                assertTrue(SeatIds.isId(id), id);
                assertEquals(Optional.of(new SeatIds.MatchSeat(match, seat)), ids.read(id));
            }
        }
    }

    @Test
    void the_seed_of_random_numbers_is_another_for_each_match_seat_bot_and_key_and_always_the_same() {
        Set<String> made = new HashSet<>();
        SeatIds others = new SeatIds("another key, 16b".getBytes(StandardCharsets.US_ASCII));
        for (String match : List.of(MATCH, matches.next(), matches.next())) {
            for (Seat seat : Seat.first(2)) {
                for (String bot : List.of("bot_1", "bot_2")) {
                    for (SeatIds key : List.of(ids, others)) {
                        assertTrue(key.randomSeed(match, seat, bot).matches("[0-9a-f]{64}"));
                        assertTrue(made.add(key.randomSeed(match, seat, bot)));
                        assertEquals(key.randomSeed(match, seat, bot), key.randomSeed(match, seat, bot));
                    }
                }
            }
        }
    }

    /** Every digit of an id is as often each of the sixteen as in a drawn one, so no part of the match shows. */
    @Test
    void an_id_looks_like_a_drawn_one() {
        Random random = new Random(7);
        int rounds = 16_000;
        int[][] made = new int[SeatIds.KEY_LENGTH * 2][16];
        int[][] drawn = new int[SeatIds.KEY_LENGTH * 2][16];
        // One millisecond, so that the plain ids have most digits in common.
        MatchIds atOnce = new MatchIds(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), new Random(8));
        for (int round = 0; round < rounds; round++) {
            count(made, ids.of(atOnce.next(), Seat.FIRST));
            count(drawn, SeatIds.drawn(random));
        }
        for (int place = 0; place < made.length; place++) {
            for (int digit = 0; digit < 16; digit++) {
                // 1000 each on average, with a standard deviation of 31.
                assertEquals(1000, made[place][digit], 160, "digit " + digit + " at place " + place);
                assertEquals(1000, drawn[place][digit], 160, "digit " + digit + " at place " + place);
            }
        }
    }

    private static void count(int[][] counts, String id) {
        String digits = id.substring("seat_".length());
        assertEquals(counts.length, digits.length(), id);
        for (int place = 0; place < counts.length; place++) {
            counts[place][Character.digit(digits.charAt(place), 16)]++;
        }
    }

    @Test
    void another_key_makes_other_ids() {
        byte[] key = new byte[SeatIds.KEY_LENGTH];
        key[0] = 1;
        SeatIds others = new SeatIds(key);
        String id = others.of(MATCH, Seat.FIRST);
        assertTrue(!id.equals(ids.of(MATCH, Seat.FIRST)));
        assertTrue(!ids.read(id).equals(Optional.of(new SeatIds.MatchSeat(MATCH, Seat.FIRST))));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "seat_",
                MATCH,
                "seat_" + MATCH,
                "seat_5B1F0C9AE2D84F6A9C03D7E1B2A46F58",
                "seat_5b1f0c9ae2d84f6a9c03d7e1b2a46f58 ",
                "seat_5b1f0c9ae2d84f6a9c03d7e1b2a46f5"
            })
    void other_texts_are_no_ids(String text) {
        assertTrue(!SeatIds.isId(text));
        assertEquals(Optional.empty(), ids.read(text));
    }

    @Test
    void nobody_without_the_key_can_name_the_files_of_a_match() {
        String name = ids.fileName(MATCH);
        assertTrue(name.matches(MATCH + "-[0-9a-f]{32}"), name);
        assertEquals(name, ids.fileName(MATCH));
        String unguessable = name.substring(MATCH.length() + 1);
        byte[] key = new byte[SeatIds.KEY_LENGTH];
        key[0] = 1;
        assertTrue(!name.equals(new SeatIds(key).fileName(MATCH)));
        for (Seat seat : Seat.first(2)) {
            assertTrue(!ids.of(MATCH, seat).endsWith(unguessable), "bots know their seat ids");
        }
        assertEquals(Optional.empty(), ids.read("seat_" + unguessable));
        assertTrue(!unguessable.equals(ids.fileName(matches.next()).substring(MATCH.length() + 1)));
    }

    @Test
    void files_have_the_name_of_their_match_or_an_unguessable_one() {
        assertTrue(SeatIds.isFileName(MATCH));
        assertTrue(SeatIds.isFileName(ids.fileName(MATCH)));
        for (String other : List.of(
                "",
                "../" + MATCH,
                MATCH + "-",
                MATCH + "/../x",
                ids.fileName(MATCH) + "0",
                ids.fileName(MATCH).toUpperCase(Locale.ROOT))) {
            assertTrue(!SeatIds.isFileName(other), other);
        }
        assertTrue(!SeatIds.isFileName(null));
    }

    @Test
    void only_a_match_has_seats() {
        assertThrows(IllegalArgumentException.class, () -> ids.of("m", Seat.FIRST));
        assertThrows(IllegalArgumentException.class, () -> new SeatIds(new byte[15]));
    }
}
