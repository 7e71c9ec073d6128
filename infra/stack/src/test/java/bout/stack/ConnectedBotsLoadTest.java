package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Replay;
import bout.wire.ReplayFile;
import bout.wire.connection.ConnectionMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many connected bots on one stack, each of which loses its connection once during a match. */
@Tag("server")
class ConnectedBotsLoadTest {

    /** With {@code ./bout test --full}. */
    private static final boolean MANY = !System.getProperty("bout.excluded", "").contains("full");

    private static final int TURNS = 20;

    /** Matches that play at the same time share the rate of calls, so even the first one may end late. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** So many requests to the API at a time. */
    private static final int PARALLEL = 32;

    /** A bot that breaks its connection once, and comes back with another. */
    private static final class BreakingBot implements AutoCloseable {

        private final StackClient client;
        private final String id;
        private final int breaksAt;
        private final AtomicInteger breaks = new AtomicInteger();
        private final Map<String, String> computed = new ConcurrentHashMap<>();

        /** For each seat, how many calls each turn had. A check of the bot has a seat of its own. */
        private final Map<String, Map<String, AtomicInteger>> callsOfTurn = new ConcurrentHashMap<>();

        private volatile ConnectedTestBot line;

        /** @param breaksAt the first turn at which it breaks; negative = never */
        private BreakingBot(StackClient client, String id, int breaksAt) throws Exception {
            this.client = client;
            this.id = id;
            this.breaksAt = breaksAt;
            this.line = open();
        }

        private ConnectedTestBot open() throws Exception {
            return new ConnectedTestBot(ConnectedTestBot.ticketUrl(client, id)) {
                @Override
                void requested(ConnectionMessage.Request request) {
                    int turn = Integer.parseInt(request.headers().get("Bout-Turn"));
                    // A request that is repeated is answered again, not computed again.
                    String move = computed.computeIfAbsent(request.call(), call -> {
                        callsOfTurn
                                .computeIfAbsent(request.headers().get("Bout-Match"), each -> new ConcurrentHashMap<>())
                                .computeIfAbsent(request.headers().get("webhook-id"), each -> new AtomicInteger())
                                .incrementAndGet();
                        return move(request);
                    });
                    if (breaksAt >= 0 && turn >= breaksAt && breaks.compareAndSet(0, 1)) {
                        abort();
                        try {
                            line = open();
                        } catch (Exception failed) {
                            throw new IllegalStateException("cannot connect again", failed);
                        }
                        return;
                    }
                    answer(request, move);
                }
            };
        }

        private Map<String, AtomicInteger> callsOfTurn(String match) throws Exception {
            for (String seat : callsOfTurn.keySet()) {
                if (client.matchOfSeat(seat).equals(Optional.of(match))) {
                    return callsOfTurn.get(seat);
                }
            }
            return Map.of();
        }

        @Override
        public void close() {
            line.close();
        }
    }

    /**
     * Of 100 messages a second the runner here makes 40 calls and the checker 4; each is three of the account's
     * requests, and bots are told when a match begins and ends. So all bots together are about at the limit, and at
     * times above it.
     */
    @Test
    @Timeout(900)
    void at_the_limit_of_the_account_no_move_and_no_match_is_lost() throws Exception {
        int bots = MANY ? 1000 : 20;
        int messagesPerSecond = MANY ? 500 : 50;
        StackOptions options = StackOptions.ofThisRepository()
                .withParameter("BOUT_MESSAGES_PER_SECOND", Integer.toString(messagesPerSecond));
        try (Stack stack = Stack.start(options);
                StackClient client = new StackClient(stack.address());
                ExecutorService threads = Executors.newFixedThreadPool(PARALLEL)) {
            List<BreakingBot> connected = all(threads, bots, bot -> new BreakingBot(client, register(client), -1));
            try {
                stack.gateway().limit(messagesPerSecond * 14 / 10, messagesPerSecond * 7 / 10);
                // Or it would depend on the machine whether the first checks still go on.
                all(threads, bots, bot -> check(client, connected.get(bot).id));
                List<String> matches = all(threads, bots, bot -> start(client, connected.get(bot).id));
                for (String match : matches) {
                    assertEquals(List.of(), end(client, match).calls().failures(), "a move was lost in " + match);
                }
            } finally {
                connected.forEach(BreakingBot::close);
            }
        }
    }

    @Test
    @Timeout(900)
    void of_bots_that_lose_their_lines_no_move_is_lost_or_doubled() throws Exception {
        int bots = MANY ? 200 : 5;
        try (Stack stack = Stack.start(StackOptions.ofThisRepository());
                StackClient client = new StackClient(stack.address());
                ExecutorService threads = Executors.newFixedThreadPool(PARALLEL)) {
            List<BreakingBot> connected =
                    all(threads, bots, bot -> new BreakingBot(client, register(client), 2 + 2 * (bot % 7)));
            try {
                List<String> matches = all(threads, bots, bot -> start(client, connected.get(bot).id));
                for (int bot = 0; bot < bots; bot++) {
                    Replay replay = end(client, matches.get(bot));
                    BreakingBot player = connected.get(bot);
                    assertEquals(List.of(), replay.calls().failures(), "a move was lost in " + matches.get(bot));
                    assertEquals(1, player.breaks.get(), "the line of " + player.id + " did not break");
                    // One call for each turn, and one turn for each of its moves; those of the house bot take no time.
                    Map<String, AtomicInteger> calls = player.callsOfTurn(matches.get(bot));
                    assertTrue(
                            calls.values().stream().allMatch(each -> each.get() == 1),
                            () -> "a move was computed twice: " + calls);
                    assertEquals(
                            replay.calls().times().stream()
                                    .flatMap(List::stream)
                                    .filter(time -> time > 0)
                                    .count(),
                            calls.size());
                }
            } finally {
                connected.forEach(BreakingBot::close);
            }
        }
    }

    private interface Step<T> {
        T make(int number) throws Exception;
    }

    private static <T> List<T> all(ExecutorService threads, int count, Step<T> step) throws Exception {
        List<Future<T>> made = threads.invokeAll(IntStream.range(0, count)
                .<Callable<T>>mapToObj(number -> () -> step.make(number))
                .toList());
        List<T> results = new ArrayList<>();
        for (Future<T> each : made) {
            results.add(each.get());
        }
        return results;
    }

    private static String register(StackClient client) throws Exception {
        return (String) client.registerBot("\"connected\":true").get("id");
    }

    private static int check(StackClient client, String bot) throws Exception {
        return client.send("POST", "/api/bots/" + bot + "/check", "").statusCode();
    }

    private static String start(StackClient client, String bot) throws Exception {
        // So that a slow machine, on which a thousand bots connect again at once, does not decide what is lost.
        return client.startMatchAs("{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + bot
                + "\"},{\"house\":\"random\"}],\"options\":{\"maxTurns\":" + TURNS + "},\"timeLimit\":60000}");
    }

    private static Replay end(StackClient client, String match) throws Exception {
        assertEquals("finished", client.awaitEnd(match, LONGEST).get("status"));
        return ReplayFile.read(client.getBytes("/replays/" + match + ".json").body());
    }
}
