package bout.competition.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.Outcome;
import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.ladder.Ladder.LadderSnapshot;
import bout.competition.ladder.LadderPlayer.RatingHistory;
import bout.competition.ladder.LadderPlayer.RecentMatch;
import bout.competition.ladder.LadderPlayer.Results;
import bout.competition.ratings.LadderRatings;
import bout.competition.ratings.Rating;
import bout.competition.ratings.WengLin;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LadderTest {

    private final Journal journal = new Journal();

    private static LadderPlayer player(Ladder ladder, String key) {
        return ladder.player(key).orElseThrow();
    }

    /** A ladder with every bit, as text. */
    private static String all(Ladder ladder) {
        return Json.text(LadderSnapshot.of(ladder));
    }

    private static Ladder stored(Ladder ladder) {
        try {
            return Json.read(all(ladder), LadderSnapshot.class).ladder();
        } catch (Json.NotJson impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Test
    void the_matches_are_rated_in_the_order_of_the_journal() {
        Ladder ladder = journal.match("a", "b", Seat.FIRST)
                .match("b", "c", null)
                .match("c", "a", Seat.FIRST)
                .ladder();

        List<Rating> ab = WengLin.LADDER.rate(List.of(Rating.NEW, Rating.NEW), Outcome.FIRST_WINS);
        List<Rating> bc = WengLin.LADDER.rate(List.of(ab.get(1), Rating.NEW), Outcome.DRAW);
        List<Rating> ca = WengLin.LADDER.rate(List.of(bc.get(1), ab.get(0)), Outcome.FIRST_WINS);
        assertEquals(ca.get(1), player(ladder, "a").rating());
        assertEquals(bc.get(0), player(ladder, "b").rating());
        assertEquals(ca.get(0), player(ladder, "c").rating());
        assertEquals(3, ladder.rated());
        assertEquals(3, ladder.sequence());
    }

    @Test
    void the_best_rated_come_first_and_then_those_without_a_match_in_their_order() {
        Ladder ladder = journal.match("c", "a", Seat.SECOND)
                .match("c", "b", Seat.SECOND)
                .match("b", "a", Seat.SECOND)
                .ladder();
        assertEquals(List.of("a", "b", "c", "y", "x"), ladder.bestFirst(List.of("y", "c", "x", "b", "a")));
        Ladder tied = new Journal().match("b", "a", null).ladder();
        assertEquals(List.of("b", "a"), tied.bestFirst(List.of("b", "a")));
        assertEquals(List.of("a", "b"), tied.bestFirst(List.of("a", "b")));
    }

    @Test
    void a_match_of_another_ladder_is_refused() {
        JournalEntry entry = new JournalEntry(
                1,
                "match-1",
                new Competition.OfLadder("con_1", List.of(1, 1)),
                List.of("a", "b"),
                Result.of(Seat.FIRST, 2, 1, "full"),
                null,
                null,
                SeatTally.NO_CALLS,
                Instant.EPOCH,
                true,
                false);
        new Ladder("con_1").add(entry);
        for (String other : List.of("con_2", "ajax-tiles")) {
            assertThrows(IllegalArgumentException.class, () -> new Ladder(other).add(entry));
        }
    }

    @Test
    void after_two_boards_against_each_other_a_match_counts_half() {
        for (int match = 0; match < 4; match++) {
            journal.match("a", "b", match % 2 == 0 ? Seat.FIRST : Seat.SECOND);
        }
        Rating a = player(journal.ladder(), "a").rating();
        Rating b = player(journal.ladder(), "b").rating();
        assertEquals(
                WengLin.LADDER
                        .rate(List.of(a, b), Outcome.FIRST_WINS, (player, other) -> 0.5)
                        .getFirst(),
                player(journal.match("a", "b", Seat.FIRST).ladder(), "a").rating());
    }

    @Test
    void a_helper_that_loses_on_purpose_lifts_a_bot_ever_less_also_after_new_versions() {
        List<LadderRatings.Match> plain = new ArrayList<>();
        for (int round = 0; round < 40; round++) {
            // Victims lift the helper again; it has a new version each time.
            for (String victim : List.of("victim-" + round, "other-" + round)) {
                journal.match("puppet", 1 + round, victim, 1, Seat.FIRST);
                plain.add(new LadderRatings.Match(List.of("puppet", victim), Outcome.FIRST_WINS));
            }
            for (int match = 0; match < 2; match++) {
                journal.match("master", 1, "puppet", 1 + round, Seat.FIRST);
                plain.add(new LadderRatings.Match(List.of("master", "puppet"), Outcome.FIRST_WINS));
            }
        }
        double lifted = player(journal.ladder(), "master").rating().mu() - Rating.NEW.mu();
        double unbounded =
                LadderRatings.recompute(WengLin.LADDER, plain).of("master").mu() - Rating.NEW.mu();
        assertTrue(lifted < 0.75 * unbounded, lifted + " of " + unbounded);
    }

    @Test
    void a_player_has_a_record_against_all_and_against_each() {
        LadderPlayer a = player(
                journal.match("a", "b", Seat.FIRST)
                        .match("b", "a", Seat.FIRST)
                        .match("a", "b", null)
                        .match("c", "a", Seat.SECOND)
                        .ladder(),
                "a");

        assertEquals(new Results(2, 1, 1), a.results());
        assertEquals(List.of("b", "c"), List.copyOf(a.opponents().keySet()));
        assertEquals(new Results(1, 1, 1), a.opponents().get("b"));
        assertEquals(new Results(1, 0, 0), a.opponents().get("c"));
    }

    @Test
    void calls_failures_and_times_add_up() {
        SeatTally quick = Journal.tally(3, 10, Map.of());
        SeatTally slow = Journal.tally(900, 2, Map.of(Failure.Kind.TIME_OUT, 2));
        LadderPlayer a = player(
                journal.match("a", 1, "b", 1, null, quick, SeatTally.NONE)
                        .match("b", 1, "a", 1, null, SeatTally.NONE, slow)
                        .ladder(),
                "a");

        assertEquals(12, a.tally().calls());
        assertEquals(2, a.tally().failed());
        assertEquals(3, a.tally().times().percentile(50).getAsInt());
        assertTrue(a.tally().times().percentile(95).getAsInt() > 800);
    }

    @Test
    void the_last_matches_are_listed_the_newest_first() {
        for (int i = 0; i < LadderPlayer.RECENT + 5; i++) {
            journal.match("a", "b", i % 2 == 0 ? Seat.FIRST : null);
        }
        List<RecentMatch> recent = player(journal.ladder(), "b").recent();

        assertEquals(LadderPlayer.RECENT, recent.size());
        assertEquals("match-" + (LadderPlayer.RECENT + 5), recent.getFirst().match());
        assertEquals("match-6", recent.getLast().match());
        assertEquals(Seat.SECOND, recent.getFirst().seat());
        assertEquals(List.of("a", "b"), recent.getFirst().players());
    }

    private List<String> failedTwice() {
        return player(journal.ladder(), "a").failedTwice().stream()
                .map(RecentMatch::match)
                .toList();
    }

    @Test
    void a_version_has_failed_twice_if_it_lost_its_last_two_matches_by_failing() {
        journal.match("a", "b", Seat.FIRST).failed("a", "b", Seat.FIRST, Failure.Kind.TIME_OUT);
        assertEquals(List.of(), failedTwice(), "only the last one");
        journal.failed("b", "a", Seat.SECOND, Failure.Kind.STATUS).match("a", "a", Seat.FIRST);
        assertEquals(List.of("match-3", "match-2"), failedTwice(), "a match against itself does not count");
        journal.failed("b", "a", Seat.FIRST, Failure.Kind.STATUS);
        assertEquals(List.of(), failedTwice(), "the other one failed");
        journal.failed("b", "a", Seat.SECOND, Failure.Kind.STATUS)
                .failed("b", "a", Seat.SECOND, Failure.Kind.STATUS)
                .match("a", 2, "b", 1, Seat.SECOND);
        assertEquals(List.of(), failedTwice(), "an earlier version");
    }

    @Test
    void that_a_bot_was_withdrawn_or_why_it_failed_is_unknown_is_no_failure_of_its_program() {
        journal.failed("a", "b", Seat.FIRST, Failure.Kind.STATUS).failed("a", "b", Seat.FIRST, Failure.Kind.WITHDRAWN);
        assertEquals(List.of(), failedTwice());
        journal.failed("a", "b", Seat.FIRST, Failure.Kind.STATUS).failed("a", "b", Seat.FIRST, null);
        assertEquals(List.of(), failedTwice());
    }

    @Test
    void the_trend_is_the_change_over_the_last_twenty_matches() {
        for (int i = 0; i < LadderPlayer.TREND + 7; i++) {
            journal.match("a", "b", Seat.FIRST);
        }
        Ladder before = new Ladder("ajax-tiles");
        journal.entries().subList(0, 7).forEach(before::add);
        Ladder ladder = journal.ladder();

        assertEquals(
                player(ladder, "a").rating().points()
                        - player(before, "a").rating().points(),
                player(ladder, "a").trend());
        assertEquals(0, new LadderPlayer("x", 1).trend());
    }

    @Test
    void a_new_version_keeps_the_mean_with_higher_uncertainty_and_a_fresh_record() {
        for (int i = 0; i < 100; i++) {
            journal.match("a", "b", i % 3 == 0 ? null : Seat.FIRST);
        }
        Ladder before = journal.ladder();
        LadderPlayer old = player(before, "a");
        Ladder ladder = journal.match("a", 2, "b", 1, Seat.SECOND).ladder();
        LadderPlayer changed = player(ladder, "a");

        List<Rating> after = WengLin.LADDER.rate(
                List.of(old.rating().ofNewVersion(), player(before, "b").rating()), Outcome.SECOND_WINS);
        assertEquals(after.get(0), changed.rating());
        assertEquals(2, changed.version());
        assertEquals(new Results(0, 0, 1), changed.results());
        assertEquals(changed.rating().points() - old.rating().points(), changed.trend());
        assertEquals(101, changed.lifetime());
        assertEquals(
                List.of(new LadderPlayer.EarlierVersion(
                        1,
                        old.rating(),
                        old.results(),
                        journal.entries().getLast().finishedAt())),
                changed.earlier());
        assertEquals(101, player(ladder, "b").results().matches(), "who met both keeps its record");
        assertEquals(101, player(ladder, "b").opponents().get("a").matches());
    }

    @Test
    void a_late_loss_counts_for_the_version_that_began() {
        journal.match("a", "b", Seat.FIRST).match("a", 2, "b", 1, Seat.FIRST);
        Ladder before = journal.ladder();
        Ladder ladder = journal.match("b", 1, "a", 1, Seat.FIRST).ladder();

        // b has played a board against it, its new version has not.
        List<Rating> after = WengLin.LADDER.rate(
                List.of(player(before, "b").rating(), player(before, "a").rating()),
                Outcome.FIRST_WINS,
                (player, other) -> player == 0 ? 2.0 / 3 : 1);
        assertEquals(after.get(0), player(ladder, "b").rating());
        assertEquals(after.get(1), player(ladder, "a").rating(), "the rating that it has now");
        LadderPlayer late = player(ladder, "a");
        assertEquals(new Results(1, 0, 0), late.results(), "the new version did not play it");
        LadderPlayer.EarlierVersion began = late.earlier().getFirst();
        assertEquals(1, began.version());
        assertEquals(new Results(1, 0, 1), began.results());
        assertEquals(3, late.lifetime());
        assertEquals(3, player(ladder, "b").results().matches());
        for (String key : List.of("a", "b")) {
            assertTrue(player(ladder, key).recent().getFirst().rated());
        }
        assertEquals(3, ladder.rated());
        assertEquals(ladder.players().keySet(), stored(ladder).players().keySet());
    }

    @Test
    void a_late_loss_counts_for_a_version_without_any_other_match() {
        Ladder ladder = journal.match("a", 3, "b", 1, Seat.FIRST)
                .match("a", 2, "b", 1, Seat.SECOND)
                .ladder();
        LadderPlayer late = player(ladder, "a");
        assertEquals(3, late.version());
        assertEquals(0, late.results().losses());
        LadderPlayer.EarlierVersion began = late.earlier().getFirst();
        assertEquals(2, began.version());
        assertEquals(1, began.results().losses());
        assertEquals(2, ladder.rated());
    }

    @Test
    void a_match_of_a_bot_against_itself_is_not_rated() {
        Ladder ladder = journal.match("a", "a", Seat.FIRST).ladder();
        assertEquals(0, ladder.rated());
        assertEquals(Rating.NEW, player(ladder, "a").rating());
    }

    @Test
    void an_entry_out_of_order_is_rejected() {
        Ladder ladder = journal.match("a", "b", null).match("a", "b", null).ladder();
        JournalEntry again = journal.entries().getLast();
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> ladder.add(again));
        assertEquals("the ladder of ajax-tiles has 2 journal entries; the next one cannot be 2", refused.getMessage());
    }

    @Test
    void a_history_is_thinned_evenly_and_keeps_its_end() {
        for (int i = 0; i < 1001; i++) {
            journal.match("a", "b", i % 2 == 0 ? Seat.FIRST : null);
        }
        List<RatingHistory.Point> curve = player(journal.ladder(), "a").curve();

        assertTrue(curve.size() <= RatingHistory.MOST + 1, "" + curve.size());
        assertTrue(curve.size() > RatingHistory.MOST / 2, "" + curve.size());
        assertEquals(1001, curve.getLast().matches());
        long step = curve.get(1).matches() - curve.get(0).matches();
        for (int i = 1; i < curve.size() - 1; i++) {
            assertEquals(step, curve.get(i).matches() - curve.get(i - 1).matches());
        }
    }

    /** Six bots in three versions each, drawn from a seed. */
    private static List<JournalEntry> drawn(int seed, int matches) {
        SeededRandom random = SeededRandom.of("" + seed, "a ladder");
        Journal journal = new Journal();
        for (int i = 0; i < matches; i++) {
            int first = random.nextInt(6);
            int second = (first + 1 + random.nextInt(5)) % 6;
            Seat winner = List.of(Seat.FIRST, Seat.SECOND, Seat.FIRST).get(random.nextInt(3));
            journal.match(
                    "bot_" + first,
                    1 + random.nextInt(3) * i / matches,
                    "bot_" + second,
                    1 + random.nextInt(3) * i / matches,
                    random.nextInt(5) == 0 ? null : winner,
                    Journal.tally(random.nextInt(3000), 1 + random.nextInt(4), Map.of()),
                    Journal.tally(random.nextInt(300), 3, Map.of(Failure.Kind.STATUS, 1 + random.nextInt(2))));
        }
        return journal.entries();
    }

    @Property(tries = 60)
    void continuing_from_a_snapshot_gives_the_same_bits_as_starting_over(
            @ForAll int seed, @ForAll @IntRange(max = 300) int matches, @ForAll @IntRange(max = 300) int cut) {
        List<JournalEntry> entries = drawn(seed, matches);
        Ladder whole = new Ladder("tokens");
        entries.forEach(whole::add);

        Ladder part = new Ladder("tokens");
        entries.stream().limit(cut).forEach(part::add);
        Ladder goneOn = stored(part);
        entries.stream().skip(cut).forEach(goneOn::add);

        assertEquals(all(whole), all(goneOn));
        assertEquals(all(whole), all(stored(whole)));
    }

    @Test
    void an_invalid_snapshot_is_rejected_with_the_location() {
        journal.match("a", "b", Seat.FIRST);
        String snapshot = all(journal.ladder());
        for (String[] wrong : new String[][] {
            {"/sequence", "\"sequence\":1,", "\"sequence\":1.5,"},
            {"/rated", "\"rated\":1,", "\"rated\":\"1\","},
            {"/rated", "\"rated\":1,", ""},
            {"/players/a/version", "\"version\":1,", "\"version\":null,"},
            {"/players/a/resultz", "\"results\":", "\"resultz\":"},
            {"format 7, found 1", "\"format\":7,", "\"format\":1,"}
        }) {
            String broken = snapshot.replaceFirst(wrong[1], wrong[2]);
            assertNotEquals(snapshot, broken);
            Json.NotJson refused =
                    assertThrows(Json.NotJson.class, () -> Json.read(broken, LadderSnapshot.class), broken);
            assertTrue(refused.getMessage().contains(wrong[0]), refused.getMessage());
        }
    }
}
