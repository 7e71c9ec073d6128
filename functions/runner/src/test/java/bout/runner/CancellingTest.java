package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.competition.journal.Competition;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.Wire;
import bout.store.access.Owners;
import bout.store.access.Scope;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.replay.Replays;
import bout.telemetry.Machine;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.SdkClientException;

@Timeout(120)
@Tag("aws")
class CancellingTest {

    private static final Map<String, String> ENVIRONMENT = TestAws.application().environment();
    private static final int TURNS = 160;

    private final Aws aws = TestAws.aws(ENVIRONMENT);
    private final Matches matches = aws.matches(Clock.systemUTC());
    private final Owners owners = new Owners(aws.table(), Clock.systemUTC());

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final TestRunners runners = new TestRunners(aws, TestRunners.RENEWED_OFTEN);

    private String accepted(TestServer bot, MatchOrigin origin) {
        PlayerRecord player = TestRunners.url(bot);
        return runners.accepted(TestRunners.tiles(TURNS).withTimeLimit(5000), player, player, origin)
                .id();
    }

    @Test
    void the_calls_of_a_cancelled_match_stop() throws Exception {
        String[] id = new String[1];
        TestServer bot = servers.replying(request -> {
            if (request.headers().get("bout-turn").equals("3")) {
                matches.cancel(id[0], "It was cancelled.");
            }
            // Ends by itself, but long after many renewals.
            Thread.sleep(10);
            return TestServer.ok(Painter.answer(request));
        });
        id[0] = accepted(bot, MatchOrigin.UNKNOWN);
        assertTrue(runners.run(id[0]));
        assertTrue(bot.requests.get() < TURNS, bot.requests.get() + " calls");
        assertEquals(Status.CANCELLED, runners.record(id[0]).status());
        assertTrue(new Replays(aws.bucket()).get(id[0]).isEmpty());
    }

    private String owner(String name) {
        return owners.create(name, Scope.PLAY).owner().id();
    }

    @Test
    void a_match_of_a_blocked_owner_is_cancelled_before_its_first_call() throws Exception {
        TestServer bot = servers.of(Painter::serve);
        String gone = owner("gone");
        String id = accepted(bot, MatchOrigin.owner(gone));
        owners.change(gone, null, true);
        assertTrue(runners.run(id));
        assertEquals(Status.CANCELLED, runners.record(id).status());
        assertEquals("Its owner was blocked.", runners.record(id).outcome().reason());
        assertEquals(0, bot.requests.get());
    }

    @Test
    void matches_of_other_owners_and_of_competitions_are_played() throws Exception {
        TestServer bot = servers.of(Painter::serve);
        String here = owner("here");
        String blocked = owner("gone");
        owners.change(blocked, null, true);
        for (MatchOrigin origin : List.of(
                MatchOrigin.owner(here),
                MatchOrigin.owner("admin"),
                new MatchOrigin(blocked, null, new Competition.OfLadder(1, 1)))) {
            String id = accepted(bot, origin);
            assertTrue(runners.run(id));
            assertEquals(Status.FINISHED, runners.record(id).status(), origin.toString());
        }
    }

    @Test
    void a_match_goes_on_although_it_cannot_be_read_for_once_whether_its_owner_is_blocked() throws Exception {
        Wire wire = new Wire();
        AtomicLong ahead = new AtomicLong();
        AtomicReference<AtomicBoolean> failed = new AtomicReference<>();
        TestServer bot = servers.replying(request -> {
            if (request.headers().get("bout-turn").equals("3")) {
                failed.set(wire.beforeNext("GetItem", () -> {
                    throw SdkClientException.create("no answer");
                }));
                ahead.set(TimeUnit.MINUTES.toNanos(1));
            }
            return TestServer.ok(Painter.answer(request));
        });
        String id = accepted(bot, MatchOrigin.owner(owner("here")));
        Machine machine = new Machine() {
            @Override
            public long nanoTime() {
                return System.nanoTime() + ahead.get();
            }
        };
        TestRunners cutOff = runners.seeing(TestAws.aws(ENVIRONMENT, wire));
        assertTrue(ScopedValue.where(Machine.SIMULATED, machine).call(() -> cutOff.run(id)));
        assertTrue(failed.get().get());
        assertEquals(Status.FINISHED, runners.record(id).status());
    }
}
