package bout.competition.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.contest.Contest.State;
import bout.competition.contest.ContestEvent.Again;
import bout.competition.contest.ContestEvent.Begun;
import bout.competition.contest.ContestEvent.Cancelled;
import bout.competition.contest.ContestEvent.Closed;
import bout.competition.contest.ContestEvent.Disqualified;
import bout.competition.contest.ContestEvent.Ended;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestEvent.Entrant;
import bout.competition.contest.ContestEvent.Late;
import bout.competition.contest.ContestEvent.Postponed;
import bout.competition.contest.ContestEvent.Revealed;
import bout.competition.contest.ContestEvent.Withdrawn;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.tournament.Plan;
import bout.wire.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContestTest {

    private static final Instant DEADLINE = Instant.parse("2026-03-08T12:00:00Z");
    private static final Instant BEFORE = DEADLINE.minus(Duration.ofDays(1));
    private static final Instant AFTER = DEADLINE.plusSeconds(30);

    private static final ContestPlan PLAN = new ContestPlan(
            DEADLINE,
            2,
            List.of(new Stage(Map.of("format", "swiss"), null), new Stage(Map.of("format", "knockout"), 2)));

    private final List<ContestEvent> journal = new ArrayList<>();
    private final Contest contest = new Contest(PLAN);

    private void add(ContestEvent event) {
        contest.add(event);
        journal.add(event);
    }

    private static Entered entered(String bot, Instant at) {
        return new Entered(at, "owner of " + bot, bot, "The " + bot);
    }

    private static Entrant entrant(String bot) {
        return new Entrant(bot, "owner of " + bot, "The " + bot, 3, null);
    }

    private Optional<String> refusal(ContestEvent event) {
        return contest.refusal(event);
    }

    private void closedWith(String... bots) {
        for (String bot : bots) {
            add(entered(bot, BEFORE));
        }
        add(new Closed(AFTER, List.of(bots).stream().map(ContestTest::entrant).toList()));
    }

    @Test
    void a_match_is_played_again_until_the_next_stage_begins_and_the_stage_ends_once_more() {
        closedWith("a", "b", "c");
        assertTrue(refusal(new Again(AFTER, -1, "m", "why")).isPresent());
        add(new Begun(AFTER, 0, "trn_1", List.of("a", "b", "c")));
        add(new Again(AFTER, 0, "m1", "The network was down."));
        assertTrue(refusal(new Again(AFTER, 0, "m1", "once more")).isPresent());
        add(new Ended(AFTER, 0, List.of("c", "a", "b")));
        add(new Again(AFTER, 0, "m2", "A wrong board."));
        assertEquals(State.RUNNING, contest.state());
        assertEquals(List.of(), contest.ranking());
        assertFalse(contest.hasEnded(0));
        add(new Ended(AFTER, 0, List.of("b", "a", "c")));
        add(new Begun(AFTER, 1, "trn_2", List.of("b", "a")));
        assertTrue(refusal(new Again(AFTER, 0, "m3", "too late")).isPresent());
        add(new Ended(AFTER, 1, List.of("b", "a")));
        assertEquals(3, contest.podium().size());
        add(new Again(AFTER, 1, "m4", "why"));
        assertEquals(List.of(), contest.podium());
        add(new Ended(AFTER, 1, List.of("a", "b")));
        assertEquals(List.of("a", "b", "c"), contest.ranking());
        assertEquals(List.of("m1", "m2"), contest.takenBack(0));
        List<ContestEvent> changed = new ArrayList<>(journal);
        changed.removeIf(event -> event instanceof Again again && "m2".equals(again.match()));
        assertThrows(IllegalArgumentException.class, () -> Contest.of(PLAN, changed));
        add(new Again(AFTER, 1, "m5", "why"));
        add(new Cancelled(AFTER, "no time"));
        assertTrue(refusal(new Again(AFTER, 1, "m6", "why")).isPresent());
    }

    @Test
    void two_stages_are_played_the_second_by_the_best_of_the_first() {
        closedWith("a", "b", "c");
        assertEquals(State.CLOSED, contest.state());
        assertEquals(List.of("a", "b", "c"), contest.next());
        add(new Begun(AFTER, 0, "trn_1", List.of("a", "b", "c")));
        assertEquals(State.RUNNING, contest.state());
        add(new Ended(AFTER, 0, List.of("c", "a", "b")));
        assertEquals(List.of("c", "a"), contest.next());
        add(new Begun(AFTER, 1, "trn_2", List.of("c", "a")));
        add(new Ended(AFTER, 1, List.of("a", "c")));
        assertEquals(State.FINISHED, contest.state());
        assertEquals(List.of("a", "c", "b"), contest.ranking());
        assertEquals(contest.ranking(), Contest.of(PLAN, journal).ranking());
    }

    private static Late late(String bot) {
        return new Late(AFTER, entrant(bot), "The bus was late.");
    }

    private static List<String> bots(List<Entrant> entrants) {
        return entrants.stream().map(Entrant::bot).toList();
    }

    @Test
    void a_late_bot_comes_into_the_next_stage_besides_the_best_and_is_its_last_seed() {
        assertEquals(
                Optional.of("the contest has not closed yet; until its deadline, owners enter bots"),
                refusal(late("x")));
        closedWith("a", "b", "c");
        add(late("x"));
        assertTrue(contest.takesPart("x"));
        assertEquals(List.of("a", "b", "c", "x"), bots(contest.entrants()));
        assertEquals(List.of("a", "b", "c", "x"), contest.next());
        add(new Begun(AFTER, 0, "trn_1", List.of("a", "b", "c", "x")));
        add(late("y"));
        add(new Ended(AFTER, 0, List.of("x", "c", "a", "b")));
        assertEquals(List.of("x", "c", "a", "b"), contest.ranking(), "it has played nothing yet");
        add(late("z"));
        add(new Again(AFTER, 0, "m1", "The network was down."));
        add(new Ended(AFTER, 0, List.of("c", "x", "a", "b")));
        assertEquals(List.of("c", "x", "y", "z"), contest.next());
        add(new Disqualified(AFTER, "z", "a copy of y"));
        assertTrue(refusal(new Begun(AFTER, 1, "trn_2", List.of("c", "x"))).isPresent());
        add(new Begun(AFTER, 1, "trn_2", List.of("c", "x", "y")));
        assertEquals(Optional.of("no further stage is to begin"), refusal(late("w")));
        add(new Ended(AFTER, 1, List.of("y", "c", "x")));
        assertEquals(List.of("y", "c", "x", "a", "b"), contest.ranking());
        assertEquals(Optional.of("the contest is over"), refusal(late("w")));
        assertEquals(contest.ranking(), Contest.of(PLAN, journal).ranking());
        List<ContestEvent> without = new ArrayList<>(journal);
        without.remove(late("y"));
        assertThrows(IllegalArgumentException.class, () -> Contest.of(PLAN, without));
    }

    @Test
    void a_late_bot_is_refused_like_any_other_and_comes_back_only_if_it_has_not_played() {
        add(entered("unplayable", BEFORE));
        closedWith("a", "b");
        assertEquals(Optional.of("the bot takes part already"), refusal(late("a")));
        add(new Disqualified(AFTER, "a", "a copy"));
        assertEquals(Optional.of("the bot has taken part already, and was taken out"), refusal(late("a")));
        add(late("unplayable"));
        assertEquals(null, contest.entries().getFirst().out());
        for (String bot : List.of("x", "y")) {
            add(new Late(AFTER, new Entrant(bot, "ada", bot, 1, "code"), "ill"));
        }
        assertEquals(
                Optional.of("an owner enters at most 2 bots; withdraw one first"),
                refusal(new Late(AFTER, new Entrant("z", "ada", "z", 1, "code"), "ill")));
    }

    @Test
    void a_late_bot_fills_no_stage_beyond_the_most_players() {
        String[] all = IntStream.range(0, Plan.MOST_PLAYERS)
                .mapToObj(bot -> "bot " + bot)
                .toArray(String[]::new);
        closedWith(all);
        assertEquals(Optional.of("a stage has at most 1000 players"), refusal(late("x")));
        add(new Begun(AFTER, 0, "trn_1", List.of(all)));
        add(late("x"));
    }

    @Test
    void the_deadline_parts_entries_exactly_and_moves_only_while_it_is_open() {
        assertEquals(Optional.empty(), refusal(entered("a", DEADLINE.minusMillis(1))));
        assertEquals(Optional.of("the deadline has passed"), refusal(entered("a", DEADLINE)));
        assertTrue(refusal(new Closed(DEADLINE.minusMillis(1), List.of())).isPresent(), "too early");
        add(new Postponed(BEFORE, DEADLINE.plusSeconds(60)));
        add(entered("a", DEADLINE));
        assertTrue(refusal(new Closed(DEADLINE, List.of())).isPresent(), "postponed");
        assertTrue(refusal(new Postponed(AFTER, BEFORE)).isPresent(), "into the past");
        add(new Closed(DEADLINE.plusSeconds(60), List.of(entrant("a"))));
        assertTrue(refusal(new Postponed(AFTER, DEADLINE.plusSeconds(99))).isPresent(), "too late");
        assertTrue(refusal(entered("b", BEFORE)).isPresent(), "closed, whatever the clock says");
    }

    @Test
    void an_owner_enters_so_many_bots_each_once_and_withdrawing_makes_room() {
        for (String bot : List.of("a", "b")) {
            add(new Entered(BEFORE, "ada", bot, bot));
        }
        assertEquals(
                Optional.of("an owner enters at most 2 bots; withdraw one first"),
                refusal(new Entered(BEFORE, "ada", "c", "c")));
        assertEquals(Optional.of("the bot takes part already"), refusal(new Entered(BEFORE, "ben", "a", "a")));
        add(new Withdrawn(BEFORE, "a"));
        assertTrue(refusal(new Withdrawn(BEFORE, "a")).isPresent(), "twice");
        add(new Entered(BEFORE, "ada", "c", "c"));
        assertEquals(
                List.of("a", "b", "c"),
                contest.entries().stream().map(Contest.Entry::bot).toList());
        assertEquals("withdrawn by its owner", contest.entries().getFirst().out());
    }

    @Test
    void no_more_bots_are_entered_than_a_stage_can_have_until_one_is_withdrawn() {
        for (int i = 0; i < Plan.MOST_PLAYERS; i++) {
            add(entered("bot " + i, BEFORE));
        }
        assertEquals(Optional.of("the contest is full, with 1000 bots"), refusal(entered("x", BEFORE)));
        add(new Withdrawn(BEFORE, "bot 7"));
        add(entered("x", BEFORE));
        Stage gauntlet = new Stage(Map.of("format", "gauntlet"), null, "random", null);
        Contest house = Contest.of(new ContestPlan(DEADLINE, 2, List.of(gauntlet)), journal.subList(0, 999));
        assertEquals(Optional.of("the contest is full, with 999 bots"), house.refusal(entered("x", BEFORE)));
    }

    @Test
    void the_entry_with_all_bots_fits_an_item_of_the_table() {
        String id = "x".repeat(40);
        Entrant longest = new Entrant(id, id, "🤖".repeat(40), Integer.MAX_VALUE, "x".repeat(64));
        Closed closed = new Closed(AFTER, Collections.nCopies(Plan.MOST_PLAYERS, longest), Long.MAX_VALUE);
        int bytes = Json.text(closed).getBytes(StandardCharsets.UTF_8).length;
        assertTrue(bytes < 400 * 1024, () -> bytes + " bytes");
    }

    @Test
    void nobody_alone_fills_the_journal() {
        for (int i = 0; i < Contest.MOST_TIMES; i++) {
            add(new Entered(BEFORE, "eve", "e", "E"));
            add(new Withdrawn(BEFORE, "e"));
        }
        assertEquals(
                Optional.of("an owner enters bots at most 50 times"), refusal(new Entered(BEFORE, "eve", "e", "E")));
        add(entered("a", BEFORE));
    }

    @Test
    void a_full_journal_takes_no_bots_but_the_contest_goes_on() {
        for (int i = 0; journal.size() < Contest.MOST_EVENTS; i++) {
            add(entered("bot " + i, BEFORE));
            add(new Withdrawn(BEFORE, "bot " + i));
        }
        assertEquals(Optional.of("its journal is full"), refusal(entered("late", BEFORE)));
        add(new Postponed(BEFORE, DEADLINE.plusSeconds(1)));
        add(new Closed(AFTER, List.of()));
        add(new Cancelled(AFTER, "nobody came"));
    }

    @Test
    void who_is_disqualified_comes_into_no_stage_and_is_not_ranked() {
        closedWith("a", "b", "c");
        add(new Begun(AFTER, 0, "trn_1", List.of("a", "b", "c")));
        add(new Disqualified(AFTER, "c", "a copy of a"));
        add(new Ended(AFTER, 0, List.of("c", "a", "b")));
        assertEquals(List.of("a", "b"), contest.next());
        assertEquals(List.of("a", "b"), contest.ranking());
        assertTrue(refusal(new Begun(AFTER, 1, "trn_2", List.of("c", "a"))).isPresent());
        assertEquals("disqualified: a copy of a", contest.entries().getLast().out());
    }

    @Test
    void who_cannot_play_at_the_deadline_is_out() {
        add(entered("a", BEFORE));
        add(entered("b", BEFORE));
        add(entered("c", BEFORE));
        add(new Withdrawn(BEFORE, "c"));
        assertTrue(refusal(new Closed(AFTER, List.of(entrant("c")))).isPresent());
        add(new Closed(AFTER, List.of(entrant("b"))));
        assertFalse(contest.takesPart("a"));
        assertEquals(
                "not playable at the deadline", contest.entries().getFirst().out());
    }

    @Test
    void a_cancelled_contest_stays_cancelled() {
        add(new Cancelled(BEFORE, "nobody came"));
        assertEquals(State.CANCELLED, contest.state());
        assertEquals("nobody came", contest.reason());
        assertTrue(contest.state().over());
        for (ContestEvent event : List.of(entered("a", BEFORE), new Cancelled(BEFORE, "again"))) {
            assertEquals(Optional.of("the contest is over"), refusal(event));
        }
    }

    @Test
    void a_journal_with_one_changed_entry_is_found_out() {
        closedWith("a", "b");
        add(new Begun(AFTER, 0, "trn_1", List.of("a", "b")));
        add(new Ended(AFTER, 0, List.of("b", "a")));
        add(new Begun(AFTER, 1, "trn_2", List.of("b", "a")));
        for (int i = 0; i < journal.size(); i++) {
            List<ContestEvent> changed = new ArrayList<>(journal);
            changed.set(i, new Withdrawn(BEFORE, "z"));
            assertThrows(IllegalArgumentException.class, () -> Contest.of(PLAN, changed), "entry " + i);
        }
        List<ContestEvent> other = new ArrayList<>(journal);
        other.set(4 - 1, new Ended(AFTER, 0, List.of("a", "b")));
        assertThrows(IllegalArgumentException.class, () -> Contest.of(PLAN, other));
    }

    @Test
    void every_entry_is_read_as_it_was_written() throws Exception {
        closedWith("a", "b", "c");
        add(new Disqualified(AFTER, "c", "too slow"));
        add(late("d"));
        add(new Begun(AFTER, 0, "trn_1", List.of("a", "b", "d")));
        add(new Ended(AFTER, 0, List.of("b", "a")));
        add(new Cancelled(AFTER, "the lights went out"));
        for (ContestEvent event : journal) {
            assertEquals(event, Json.readStored(Json.text(event), ContestEvent.class));
        }
    }

    @Test
    void hidden_stages_are_revealed_in_order_and_what_others_see_follows_from_what_they_may_read() {
        ContestPlan hidden = new ContestPlan(DEADLINE, 1, PLAN.stages(), ContestPlan.Reveal.BY_ORGANISER, false);
        List<ContestEvent> all = new ArrayList<>();
        List.of("a", "b", "c").forEach(bot -> all.add(entered(bot, BEFORE)));
        all.add(new Closed(AFTER, List.of(entrant("a"), entrant("b"), entrant("c"))));
        all.add(new Begun(AFTER, 0, "trn_1", List.of("a", "b", "c")));
        Revealed first = new Revealed(AFTER, 0);
        assertTrue(Contest.of(hidden, all).refusal(first).isPresent(), "it is being played");
        all.add(new Ended(AFTER, 0, List.of("c", "b", "a")));
        all.add(new Late(AFTER, entrant("d"), "ill"));
        all.add(new Begun(AFTER, 1, "trn_2", List.of("c", "b", "d")));
        all.add(new Ended(AFTER, 1, List.of("b", "c", "d")));
        Contest organiser = Contest.of(hidden, all);
        assertTrue(organiser.hides(0) && organiser.hides(1));
        assertTrue(organiser.refusal(new Revealed(AFTER, 1)).isPresent(), "not the next");
        assertEquals(List.of(), organiser.podium());
        List<ContestEvent> masked = organiser.masked(all);
        assertEquals(new Begun(AFTER, 1, null, List.of()), masked.get(7));
        Contest others = Contest.of(hidden, masked);
        assertEquals(State.FINISHED, others.state());
        assertEquals(List.of(), others.ranking());

        all.add(first);
        masked = Contest.of(hidden, all).masked(all);
        assertEquals(all.subList(0, 7), masked.subList(0, 7));
        assertTrue(Contest.of(hidden, masked).stages().getLast().masked());
        assertEquals(List.of(), Contest.of(hidden, masked).ranking(), "the first of the first stage has not won");
        all.add(new Revealed(AFTER, 1));
        assertEquals(all, Contest.of(hidden, all).masked(all));
        assertEquals(List.of("b", "c", "d", "a"), Contest.of(hidden, all).ranking());
        assertEquals(
                List.of("b", "c", "d"),
                Contest.of(hidden, all).podium().stream()
                        .map(Contest.Entry::bot)
                        .toList());
        assertTrue(contest.refusal(first).isPresent(), "nothing is hidden");
    }

    @Test
    void a_plan_has_stages_and_bots() {
        Stage stage = new Stage(Map.of(), null);
        assertThrows(IllegalArgumentException.class, () -> new Stage(Map.of(), 1));
        assertThrows(IllegalArgumentException.class, () -> new ContestPlan(DEADLINE, 0, List.of(stage)));
        assertThrows(IllegalArgumentException.class, () -> new ContestPlan(DEADLINE, 1, List.of()));
    }
}
