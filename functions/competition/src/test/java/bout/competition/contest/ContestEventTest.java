package bout.competition.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContestEventTest {

    private static final Instant AT = Instant.EPOCH;

    @Test
    void webhooks_tell_how_a_contest_continues_and_not_who_takes_part() {
        List.of(
                        new Closed(AT, List.of()),
                        new Begun(AT, 0, "trn_1", List.of()),
                        new Ended(AT, 0, List.of()),
                        new Again(AT, 0, "match", "rain"),
                        new Revealed(AT, 0),
                        new Cancelled(AT, "rain"))
                .forEach(event -> assertTrue(event.told(), event::toString));
        List.of(
                        new Entered(AT, "own", "bot_1", "Ada"),
                        new Withdrawn(AT, "bot_1"),
                        new Disqualified(AT, "bot_1", "copied"),
                        new Postponed(AT, AT),
                        new Late(AT, new Entrant("bot_1", "own", "Ada", 1, null), "the bus was late"))
                .forEach(event -> assertFalse(event.told(), event::toString));
    }

    @Test
    void a_program_is_pinned_when_the_contest_closes_and_when_a_bot_comes_late() {
        Entrant ada = new Entrant("bot_1", "own", "Ada", 3, "code");
        assertEquals(List.of(ada), new Closed(AT, List.of(ada)).entrants());
        assertEquals(List.of(ada), new Late(AT, ada, "ill").entrants());
        assertEquals(List.of(), new Withdrawn(AT, "bot_1").entrants());
    }

    @Test
    void a_bot_gets_another_name_wherever_an_entry_names_it() {
        Set<String> bots = Set.of("bot_1");
        assertEquals(
                new Entered(AT, "own", "bot_1", "erased"),
                new Entered(AT, "own", "bot_1", "Ada").renamed(bots, "erased"));
        Entrant other = new Entrant("bot_2", "own", "Ben", 1, null);
        assertEquals(
                new Closed(AT, List.of(new Entrant("bot_1", "own", "erased", 3, "code"), other), 17L),
                new Closed(AT, List.of(new Entrant("bot_1", "own", "Ada", 3, "code"), other), 17L)
                        .renamed(bots, "erased"));
        assertEquals(
                new Late(AT, new Entrant("bot_1", "own", "erased", 3, "code"), "ill"),
                new Late(AT, new Entrant("bot_1", "own", "Ada", 3, "code"), "ill").renamed(bots, "erased"));
        for (ContestEvent event : List.of(
                new Entered(AT, "own", "bot_2", "Ben"),
                new Late(AT, other, "ill"),
                new Withdrawn(AT, "bot_1"),
                new Revealed(AT, 0))) {
            assertSame(event, event.renamed(bots, "erased"));
        }
    }
}
