package bout.store.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.pairings.Fixture;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.TestStore;
import bout.store.match.Leases;
import bout.store.match.Leases.Lease;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.table.TableLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class JournalsTest {

    private static final Result WON = Result.of(Seat.SECOND, 12, 13.5, "full");
    private static final SeatTally TALLY =
            new SeatTally(3, Map.of(Failure.Kind.TIME_OUT, 1), AnswerTimes.of(List.of(12, 70, 1000)));

    @AutoClose
    private final TestStore store = new TestStore();

    private final Matches matches = store.matches;
    private final Leases leases = store.leases;
    private final Journals journals = new Journals(store.table());
    private final Subject ladder = new Subject.Ladder(store.game);
    private final String tournament = "trn_" + UUID.randomUUID();
    private final Subject cup = new Subject.Tournament(tournament);

    private MatchRecord accepted(Competition competition) {
        return store.accepted(MatchOrigin.competition(competition));
    }

    private MatchRecord finished(Competition competition) {
        Lease lease = store.leased(accepted(competition).id());
        assertTrue(leases.finishMatch(lease, WON, List.of(), 25, List.of(SeatTally.NONE, TALLY)));
        return store.found(lease.id());
    }

    private List<MatchRecord> finishedOfLadder(int count) {
        return Stream.generate(() -> finished(new Competition.OfLadder(0, 1)))
                .limit(count)
                .toList();
    }

    /**
     * Holds that the journal has each of these matches once, numbered from 1, and that the matches know their numbers.
     */
    private List<JournalEntry> assertJournal(Subject subject, List<MatchRecord> expected) {
        List<JournalEntry> entries = journals.read(subject, 0, 1000);
        assertEquals(
                LongStream.rangeClosed(1, expected.size()).boxed().toList(),
                entries.stream().map(JournalEntry::sequence).toList());
        assertEquals(
                new HashSet<>(expected.stream().map(MatchRecord::id).toList()),
                new HashSet<>(entries.stream().map(JournalEntry::match).toList()));
        assertEquals(expected.size(), journals.length(subject));
        entries.forEach(entry -> assertEquals(
                entry.sequence(), store.found(entry.match()).outcome().journalled()));
        return entries;
    }

    @Test
    void tournaments_and_the_ladders_of_a_game_and_of_its_contests_have_journals_of_their_own() {
        Subject one = new Subject.Ladder("con_" + UUID.randomUUID());
        Subject other = new Subject.Ladder("con_" + UUID.randomUUID());
        MatchRecord ofGame = finished(new Competition.OfLadder(0, 1));
        MatchRecord ofOne = finished(new Competition.OfLadder(((Subject.Ladder) one).id(), List.of(0, 1)));
        MatchRecord ofOther = finished(new Competition.OfLadder(((Subject.Ladder) other).id(), List.of(0, 1)));
        MatchRecord ofCup = finished(new Competition.OfTournament(tournament, new Fixture(0, 0, 1)));
        assertJournal(cup, List.of());
        journals.append(ladder, List.of(ofGame));
        journals.append(one, List.of(ofOne));
        journals.append(other, List.of(ofOther));
        journals.append(cup, List.of(ofCup));
        assertJournal(cup, List.of(ofCup));
        assertJournal(ladder, List.of(ofGame));
        assertJournal(one, List.of(ofOne));
        assertJournal(other, List.of(ofOther));
        assertThrows(IllegalArgumentException.class, () -> journals.append(ladder, List.of(ofOne)));
        assertThrows(IllegalArgumentException.class, () -> journals.append(one, List.of(ofOther)));
    }

    @Test
    void an_entry_says_who_played_how_it_ended_and_how_they_answered() {
        MatchRecord match = finished(new Competition.OfTournament(tournament, new Fixture(3, 7, 0)));
        assertEquals(1, journals.append(cup, List.of(match)));
        assertEquals(
                List.of(new JournalEntry(
                        1,
                        match.id(),
                        new Competition.OfTournament(tournament, new Fixture(3, 7, 0)),
                        List.of("house:random", "url:Ben"),
                        WON,
                        null,
                        null,
                        List.of(SeatTally.NONE, TALLY),
                        match.outcome().finishedAt(),
                        match.worthShowing(),
                        false)),
                journals.read(cup, 0, 10));
        assertEquals(List.of(SeatTally.NONE, TALLY), match.outcome().tallies());
        assertNull(match.outcome().journalled());
        assertEquals(1, store.found(match.id()).outcome().journalled());
    }

    @Test
    void the_names_in_all_entries_are_replaced_and_nothing_else() {
        List<MatchRecord> all = finishedOfLadder(3);
        all.forEach(match -> journals.append(ladder, List.of(match)));
        List<JournalEntry> before = journals.read(ladder, 0, 10);
        journals.rename(ladder, PlayerRecord::erasedKey);
        List<JournalEntry> after = journals.read(ladder, 0, 10);
        assertEquals(
                List.of("house:random", "url:" + PlayerRecord.ERASED),
                after.getFirst().players());
        assertEquals(
                before.stream()
                        .map(entry -> entry.renamed(PlayerRecord::erasedKey))
                        .toList(),
                after);
        journals.rename(ladder, PlayerRecord::erasedKey);
        assertEquals(after, journals.read(ladder, 0, 10));
    }

    @Test
    void entries_are_numbered_on_in_the_order_in_which_they_were_appended() {
        List<MatchRecord> all = finishedOfLadder(27);
        assertEquals(13, journals.append(ladder, all.subList(0, 13)));
        assertEquals(1, journals.append(ladder, all.subList(13, 14)));
        assertEquals(13, journals.append(ladder, all.subList(14, 27)));
        List<JournalEntry> entries = assertJournal(ladder, all);
        assertEquals(
                all.stream().map(MatchRecord::id).toList(),
                entries.stream().map(JournalEntry::match).toList());
        for (int after = 0; after <= 28; after++) {
            for (int most : new int[] {1, 2, 9, 10, 11, 100}) {
                List<JournalEntry> expected =
                        entries.subList(Math.min(after, 27), Math.min(27, after + Math.min(most, 27)));
                assertEquals(expected, journals.read(ladder, after, most), most + " after " + after);
            }
        }
    }

    @Test
    void a_match_that_is_appended_again_has_one_entry() {
        List<MatchRecord> all = finishedOfLadder(3);
        List<MatchRecord> twice = Stream.concat(all.stream(), all.stream()).toList();
        assertEquals(3, journals.append(ladder, twice));
        assertEquals(0, journals.append(ladder, all), "records that do not know of it");
        assertEquals(0, journals.append(ladder, matches.find(TestStore.ids(all))), "records that know");
        assertJournal(ladder, all);
    }

    @Test
    void many_that_append_the_same_at_once_write_each_match_once() {
        List<MatchRecord> all = finishedOfLadder(30);
        List<Integer> appended = TestStore.atOnce(8, i -> {
            // Each from another place, so that their batches overlap.
            List<MatchRecord> turned = new ArrayList<>(all.subList(3 * i, 30));
            turned.addAll(all.subList(0, 3 * i));
            return journals.append(ladder, turned);
        });
        assertEquals(30, appended.stream().mapToInt(Integer::intValue).sum());
        assertJournal(ladder, all);
    }

    @Test
    void an_append_of_which_nobody_learns_that_it_was_made_is_recognized() {
        List<MatchRecord> all = finishedOfLadder(2);
        for (int attempt = 0; attempt < 4; attempt++) {
            store.wire.loseNextAnswerOf("TransactWriteItems");
        }
        assertThrows(RuntimeException.class, () -> journals.append(ladder, all));
        assertEquals(0, journals.append(ladder, all));
        assertJournal(ladder, all);
    }

    @Test
    void another_that_is_faster_between_look_and_append_changes_nothing_but_the_numbers() {
        List<MatchRecord> all = finishedOfLadder(5);
        store.wire.beforeNext("TransactWriteItems", () -> assertEquals(2, journals.append(ladder, all.subList(1, 3))));
        assertEquals(3, journals.append(ladder, all));
        assertJournal(ladder, all);
    }

    @Test
    void a_match_that_failed_counts_only_once_it_was_put_back_and_finished() {
        MatchRecord match = accepted(new Competition.OfLadder(1, 1));
        assertTrue(leases.failMatch(store.leased(match.id()), "no"));
        store.clock.forward(Duration.ofMinutes(2));
        assertEquals(List.of(), unjournalled());
        assertThrows(IllegalArgumentException.class, () -> journals.append(ladder, List.of(store.found(match.id()))));

        assertEquals(Matches.Requeued.QUEUED, matches.requeueFailed(match.id()));
        assertTrue(store.finish(store.leased(match.id())));
        assertEquals(Matches.Requeued.OVER, matches.requeueFailed(match.id()));
        assertEquals(1, journals.append(ladder, List.of(store.found(match.id()))));
        assertJournal(ladder, List.of(match));
        assertEquals(Matches.Requeued.OVER, matches.requeueFailed(match.id()));
        assertJournal(ladder, List.of(match));
    }

    @Test
    void results_that_wait_for_more_than_a_minute_are_found_until_they_are_in_their_journal() {
        List<MatchRecord> two = new ArrayList<>(finishedOfLadder(1));
        store.clock.forwardMillis(5);
        two.addAll(finishedOfLadder(1));
        assertEquals(List.of(), unjournalled());
        store.clock.forward(Duration.ofSeconds(61));
        assertEquals(two, unjournalled());
        // Whatever tells of webhooks leaves results where they are.
        matches.webhookQueued(two.getFirst().id());
        journals.append(ladder, two.subList(1, 2));
        assertEquals(two.subList(0, 1), unjournalled());
    }

    private List<MatchRecord> unjournalled() {
        return matches.unjournalled(1000).stream()
                .filter(match -> match.game().equals(store.game))
                .toList();
    }

    @Test
    void what_does_not_count_for_the_subject_is_refused() {
        MatchRecord running = accepted(new Competition.OfLadder(1, 1));
        store.leased(running.id());
        assertThrows(IllegalArgumentException.class, () -> journals.append(ladder, List.of(store.found(running.id()))));
        MatchRecord ofCup = finished(new Competition.OfTournament(tournament, new Fixture(0, 0, 1)));
        assertThrows(IllegalArgumentException.class, () -> journals.append(ladder, List.of(ofCup)));
        Lease plain = store.leased();
        store.finish(plain);
        assertThrows(IllegalArgumentException.class, () -> journals.append(cup, List.of(store.found(plain.id()))));
        assertThrows(IllegalArgumentException.class, () -> journals.read(cup, -1, 1));
        assertThrows(IllegalArgumentException.class, () -> journals.read(cup, 0, 0));
    }

    @Test
    void a_result_that_is_neither_in_the_journal_nor_to_be_is_a_fault_that_is_told() {
        MatchRecord plain = finishedWithoutOutbox();
        String message = assertThrows(IllegalStateException.class, () -> journals.append(ladder, List.of(plain)))
                .getMessage();
        assertTrue(message.contains(plain.id()), message);
    }

    /** As another version of the runner may have left it. */
    private MatchRecord finishedWithoutOutbox() {
        MatchRecord match = finished(new Competition.OfLadder(1, 1));
        store.dynamoDb.updateItem(update -> update.tableName(store.table)
                .key(TableLayout.matchKey(match.id()))
                .updateExpression("REMOVE #due")
                .expressionAttributeNames(Map.of("#due", TableLayout.DUE)));
        return match;
    }

    @Test
    void many_matches_are_found_by_their_ids_in_their_order() {
        List<String> ids = new ArrayList<>(
                Stream.generate(() -> store.accepted().id()).limit(103).toList());
        ids.add(50, store.ids.next());
        ids.add("no id");
        ids.add(ids.getFirst());
        List<MatchRecord> found = matches.find(ids);
        ids.remove(50);
        assertEquals(ids.subList(0, 103), TestStore.ids(found));
    }

    @Test
    void a_result_that_counts_costs_what_the_table_layout_says() {
        Lease lease = store.leased(accepted(new Competition.OfLadder(0, 1)).id());
        assertEquals(
                4,
                store.writeUnitsOf(
                        () -> leases.finishMatch(lease, WON, List.of(), 25, List.of(SeatTally.NONE, TALLY))));
        store.wire.forget();
        assertEquals(8, store.writeUnitsOf(() -> journals.append(ladder, List.of(store.found(lease.id())))));
        assertEquals(List.of("GetItem", "GetItem", "TransactWriteItems"), store.wire.operations());
    }

    @Test
    void entries_that_cannot_be_read_are_named() {
        store.table()
                .put(TableLayout.journalEntriesKey(ladder.text(), 1))
                .set("entries", "[{\"sequence\":1.5}]")
                .write();
        IllegalStateException wrong = assertThrows(IllegalStateException.class, () -> journals.read(ladder, 0, 10));
        assertTrue(
                wrong.getMessage()
                        .startsWith("In the table, the item journal#" + ladder.text()
                                + ": its attribute entries cannot be read: /0/sequence: "),
                wrong.getMessage());
    }
}
