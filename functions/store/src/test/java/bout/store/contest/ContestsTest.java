package bout.store.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent.Begun;
import bout.competition.contest.ContestEvent.Cancelled;
import bout.competition.contest.ContestEvent.Closed;
import bout.competition.contest.ContestEvent.Ended;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestEvent.Entrant;
import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Stage;
import bout.store.TestStore;
import bout.store.contest.ContestRecord.ContestSettings;
import bout.store.contest.Contests.Added;
import bout.store.contest.Contests.Prize;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.webhook.WebhookTarget;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class ContestsTest {

    @AutoClose
    private final TestStore store = new TestStore();

    private final Contests contests = new Contests(store.table());
    private final MatchIds ids = new MatchIds(store.clock, new SecureRandom());
    private final Instant deadline = store.clock.instant().plus(Duration.ofHours(1));

    private ContestRecord created(boolean isPublic) {
        return created(new ContestSettings(
                "Spring cup",
                "admin",
                isPublic,
                "Bring a bot.",
                GameSettings.of("tokens"),
                new ContestPlan(deadline, 1, List.of(new Stage(Map.of("format", "swiss"), null))),
                "a secret"));
    }

    private ContestRecord created(ContestSettings settings) {
        ContestRecord contest = new ContestRecord(IdKind.CONTEST.next(ids), settings, store.clock.instant(), List.of());
        contests.create(contest, null, store.clock);
        return contest;
    }

    private Contests.Listed listed(ContestRecord contest) {
        return contests.newest(contest.settings().isPublic(), 50).stream()
                .filter(each -> each.id().equals(contest.id()))
                .findFirst()
                .orElseThrow();
    }

    private ContestRecord found(String id) {
        return contests.find(id).orElseThrow();
    }

    private Added enter(String id, int who) {
        return contests.add(
                id, contest -> new Entered(store.clock.instant(), "own_" + who, "bot_" + who, "Bot " + who));
    }

    @Test
    void a_contest_is_found_as_it_was_created_and_listed_until_it_is_over() {
        ContestRecord contest = created(true);
        ContestRecord hidden = created(false);
        assertEquals(Optional.of(contest), contests.find(contest.id()));
        assertEquals(Optional.empty(), contests.find("con_x"));
        assertEquals(Optional.empty(), contests.find(IdKind.CONTEST.next(ids)));
        assertEquals(hidden.settings(), listed(hidden).settings());
        assertTrue(contests.open().contains(contest.id()));
        contests.add(contest.id(), each -> new Cancelled(store.clock.instant(), "rain"));
        assertFalse(contests.open().contains(contest.id()));
        assertEquals("cancelled", listed(contest).state());
    }

    @Test
    void many_who_enter_at_once_all_get_in_and_one_who_comes_twice_gets_in_once() {
        String id = created(true).id();
        List<Added> answers = TestStore.atOnce(40, i -> enter(id, i / 2));
        assertEquals(20, TestStore.count(answers, Added.Done.class));
        assertEquals(20, found(id).contest().entries().size());
    }

    @Test
    void nobody_gets_in_once_it_is_closed_whoever_comes_at_that_moment() {
        for (int round = 0; round < 5; round++) {
            String id = created(true).id();
            enter(id, 100);
            List<Added> answers = TestStore.atOnce(
                    12,
                    i -> i != 6
                            ? enter(id, i)
                            : contests.add(
                                    id,
                                    contest -> new Closed(
                                            deadline,
                                            contest.contest().entries().stream()
                                                    .map(each ->
                                                            new Entrant(each.bot(), each.owner(), each.name(), 1, null))
                                                    .toList())));
            ContestRecord now = found(id);
            long done = answers.stream().filter(Added.Done.class::isInstance).count();
            assertEquals(now.journal().size(), done + 1);
            assertEquals(Contest.State.CLOSED, now.contest().state());
            assertInstanceOf(Closed.class, now.journal().getLast());
            assertEquals(now.journal().size() - 1, now.contest().entrants().size());
        }
    }

    @Test
    void a_list_names_the_first_three_of_a_contest_that_is_over_also_when_one_is_renamed() {
        String id = created(true).id();
        List<String> best = List.of("bot_3", "bot_1", "bot_4", "bot_2");
        for (int who = 1; who <= best.size(); who++) {
            enter(id, who);
        }
        begin(id, best);
        assertEquals(List.of(), podium(id));
        contests.add(id, contest -> new Ended(deadline, 0, best));
        assertEquals(
                List.of(new Prize("bot_3", "Bot 3"), new Prize("bot_1", "Bot 1"), new Prize("bot_4", "Bot 4")),
                podium(id));
        assertTrue(contests.rename(id, Set.of("bot_1"), "erased bot"));
        assertEquals(new Prize("bot_1", "erased bot"), podium(id).get(1));
        assertFalse(contests.rename(id, Set.of("bot_1"), "erased bot"));
    }

    /** Closes a contest, and begins its first stage. */
    private void begin(String id, List<String> bots) {
        List<Entrant> entrants = bots.stream()
                .map(bot -> new Entrant(bot, "own", "Bot", 1, null))
                .toList();
        contests.add(id, contest -> new Closed(deadline, entrants));
        contests.add(id, contest -> new Begun(deadline, 0, contest.tournament(0), bots));
    }

    private List<Prize> podium(String id) {
        return listed(found(id)).podium();
    }

    @Test
    void a_contest_with_a_webhook_is_open_until_all_that_it_tells_is_in_the_queue() {
        ContestRecord before = created(true);
        assertEquals(List.of(), contests.untold(before));
        ContestRecord contest = created(new ContestSettings(
                "Cup",
                "admin",
                true,
                "",
                GameSettings.of("tokens"),
                before.settings().plan(),
                "a secret",
                false,
                List.of("own_1", "own_2"),
                new WebhookTarget("https://example.org/hook", null, WebhookTarget.ChatFormat.SLACK)));
        String id = contest.id();
        assertTrue(contest.settings().mayEnter("own_1"));
        assertFalse(contest.settings().mayEnter("own_3"));
        enter(id, 1);
        contests.add(id, each -> new Cancelled(store.clock.instant(), "rain"));
        ContestRecord over = found(id);
        assertEquals(List.of(2), contests.untold(over));
        assertEquals(1, over.until(1).journal().size());
        assertTrue(contests.open().contains(id), "its webhook is not sent yet");
        contests.told(contest);
        assertEquals(List.of(2), contests.untold(over), "it has gone on since it was read");
        contests.told(over);
        assertEquals(List.of(), contests.untold(over));
        assertFalse(contests.open().contains(id));
        contests.withoutWebhook(over);
        assertEquals(over.settings().withoutWebhook(), found(id).settings());
    }

    @Test
    void only_a_match_of_the_last_stage_can_be_played_again() {
        String id = created(true).id();
        MatchRecord match = store.accepted();
        assertInstanceOf(Added.Refused.class, contests.again(id, match, "a power cut", store.clock), "no stage yet");
        for (int who = 1; who <= 2; who++) {
            enter(id, who);
        }
        List<String> bots = List.of("bot_1", "bot_2");
        begin(id, bots);
        int entries = found(id).journal().size();
        assertInstanceOf(Added.Refused.class, contests.again(id, match, "a power cut", store.clock), "of no stage");
        assertEquals(entries, found(id).journal().size());
    }

    @Test
    void an_entry_is_written_once() {
        String id = created(true).id();
        assertInstanceOf(Added.Done.class, enter(id, 1));
        assertEquals(1, found(id).journal().size());
        assertInstanceOf(Added.Refused.class, enter(id, 1));
        assertInstanceOf(Added.Unknown.class, enter("con_x", 1));
        assertInstanceOf(Added.Done.class, contests.add(id, contest -> null), "nothing to add");
    }
}
