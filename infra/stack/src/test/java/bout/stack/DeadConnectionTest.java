package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bout.competition.journal.Competition;
import bout.store.Aws;
import bout.store.match.GameSettings;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.WaitingMatch;
import bout.table.TableLayout;
import bout.wire.Json;
import bout.wire.connection.ConnectionMessage;
import bout.wire.id.MatchIds;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Rated matches of connected bots whose connections break without a word, which neither side of a connection notices.
 */
@Tag("server")
@Execution(ExecutionMode.CONCURRENT)
class DeadConnectionTest {

    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());

    private static final Stack STACK = SharedStack.STACK;
    private static final StackClient CLIENT = SharedStack.CLIENT;
    private static final Aws AWS = STACK.aws();
    private static final Matches MATCHES = AWS.matches(Clock.systemUTC());

    private static String register() throws Exception {
        return (String) CLIENT.registerBot("\"connected\":true").get("id");
    }

    private static CutProxy proxy() throws Exception {
        return new CutProxy(URI.create(STACK.environment().get("BOUT_LINES")).getPort());
    }

    /** A match of a ladder, as the matchmaker makes it. */
    private static MatchRecord rated(String bot) {
        MatchRecord match = MatchRecord.queued(
                IDS.next(),
                new MatchSettings(
                        new GameSettings("ajax-tiles", Map.of("maxTurns", 8), 1000),
                        List.of(
                                PlayerRecord.registered("Connected", bot, null),
                                PlayerRecord.house("random", "random")),
                        "7"),
                MatchOrigin.competition(new Competition.OfLadder(1, 0)),
                Instant.now());
        MATCHES.acceptMatch(match, null, MatchLimits.NONE, Set.of());
        send(match);
        return match;
    }

    /** Instead of the message that is delayed. */
    private static void send(MatchRecord match) {
        AWS.matchQueue().sendMatches(List.of(WaitingMatch.of(match, false)), Duration.ZERO);
    }

    private static void awaitPutBack(MatchRecord match, int times) throws Exception {
        Instant end = Instant.now().plus(Duration.ofSeconds(60));
        while (Instant.now().isBefore(end)) {
            var item = AWS.table().item(TableLayout.matchKey(match.id())).orElseThrow();
            if (item.count("absences") == times) {
                return;
            }
            Thread.sleep(50);
        }
        fail("it was not put back: " + CLIENT.get("/api/matches/" + match.id()).body());
    }

    private static boolean online(String bot) throws Exception {
        return (boolean) StackClient.json(CLIENT.get("/api/bots/" + bot).body()).get("online");
    }

    @Test
    void a_match_that_would_begin_on_a_dead_line_is_put_back_until_the_bot_is_there() throws Exception {
        String bot = register();
        try (CutProxy proxy = proxy();
                ConnectedTestBot dead = new ConnectedTestBot(proxy.through(ConnectedTestBot.ticketUrl(CLIENT, bot)))) {
            proxy.cut();
            assertTrue(online(bot), "nobody has noticed");
            MatchRecord match = rated(bot);
            awaitPutBack(match, 1);
            assertEquals(false, online(bot), "no more matches until it is heard");
            try (ConnectedTestBot back = new ConnectedTestBot(CLIENT, bot)) {
                send(match);
                Map<String, Object> ended = CLIENT.awaitEnd(match.id());
                assertEquals("finished", ended.get("status"), ended::toString);
                assertEquals(List.of(), ended.get("failures"), ended::toString);
                assertTrue(back.requests.size() > 1);
            }
            assertEquals(List.of(), dead.requests);
        }
    }

    @Test
    void a_match_of_a_ladder_whose_bot_stays_away_counts_for_nobody() throws Exception {
        String bot = register();
        try (CutProxy proxy = proxy();
                ConnectedTestBot dead = new ConnectedTestBot(proxy.through(ConnectedTestBot.ticketUrl(CLIENT, bot)))) {
            proxy.cut();
            MatchRecord match = rated(bot);
            awaitPutBack(match, 1);
            send(match);
            awaitPutBack(match, 2);
            send(match);
            Map<String, Object> ended = CLIENT.awaitEnd(match.id());
            assertEquals("cancelled", ended.get("status"), ended::toString);
            assertEquals("It did not begin: a bot was not connected.", ended.get("reason"));
            assertEquals(List.of(), dead.requests);
        }
    }

    @Test
    void pulling_the_plug_saves_no_match_that_has_begun() throws Exception {
        String bot = register();
        AtomicReference<CutProxy> plug = new AtomicReference<>();
        try (CutProxy proxy = proxy();
                ConnectedTestBot line = new ConnectedTestBot(proxy.through(ConnectedTestBot.ticketUrl(CLIENT, bot))) {
                    @Override
                    void requested(ConnectionMessage.Request request) {
                        if (requests.size() > 1) {
                            plug.get().cut();
                        } else {
                            super.requested(request);
                        }
                    }
                }) {
            plug.set(proxy);
            MatchRecord match = rated(bot);
            Map<String, Object> ended = CLIENT.awaitEnd(match.id());
            assertEquals("finished", ended.get("status"), ended::toString);
            assertNotEquals(List.of(), ended.get("failures"), ended::toString);
        }
    }

    @Test
    void a_bot_that_is_there_and_leaves_pings_unanswered_cannot_choose_its_matches() throws Exception {
        String bot = register();
        try (ConnectedTestBot line = new ConnectedTestBot(CLIENT, bot) {
            @Override
            void pinged(ConnectionMessage.Ping ping) {
                // It is there, and does not say so.
            }
        }) {
            MatchRecord match = rated(bot);
            for (int times = 1; times <= 2; times++) {
                awaitPutBack(match, times);
                assertEquals(List.of(), line.requests, "it learns nothing about the match");
                try (ConnectedTestBot elsewhere = new ConnectedTestBot(CLIENT, bot) {
                    @Override
                    void pinged(ConnectionMessage.Ping ping) {
                        // Its other matches go on.
                    }
                }) {
                    send(match);
                    if (times < 2) {
                        awaitPutBack(match, times + 1);
                    } else {
                        Map<String, Object> ended = CLIENT.awaitEnd(match.id());
                        assertEquals("finished", ended.get("status"), Json.text(ended));
                    }
                }
            }
        }
    }
}
