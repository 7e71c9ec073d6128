package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Replay;
import bout.wire.ReplayFile;
import bout.wire.line.LineMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many connected bots on one stack, each of which loses its line once during a match. Compares how long moves take with
 * those of a bot at a URL, in the same run: first one match at a time, then all at once.
 */
@Tag("server")
class ConnectedBotsLoadTest {

    private static final int TURNS = 20;

    /** So many requests to the API at a time. */
    private static final int PARALLEL = 32;

    /** A bot that breaks its line once, and comes back with another. */
    private static final class BreakingBot implements AutoCloseable {

        private final StackClient client;
        private final String id;
        private final int breaksAt;
        private final AtomicInteger breaks = new AtomicInteger();
        private final Map<String, String> computed = new ConcurrentHashMap<>();
        private final Map<String, AtomicInteger> callsOfTurn = new ConcurrentHashMap<>();
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
                void requested(LineMessage.Request request) {
                    int turn = Integer.parseInt(request.headers().get("Bout-Turn"));
                    // A request that is repeated is answered again, not computed again.
                    String move = computed.computeIfAbsent(request.call(), call -> {
                        callsOfTurn
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

        @Override
        public void close() {
            line.close();
        }
    }

    @Test
    @Timeout(240)
    void with_5_bots_that_lose_their_lines_no_move_is_lost_or_doubled() throws Exception {
        run(5, 1);
    }

    @Test
    @Tag("full")
    @Timeout(900)
    void with_1000_bots_that_lose_their_lines_no_move_is_lost_or_doubled() throws Exception {
        run(1000, 20);
    }

    /** @param oneAtATime matches of each kind, for the times of an idle stack; each waits for a batch of its own */
    private static void run(int bots, int oneAtATime) throws Exception {
        try (Stack stack = Stack.start(StackOptions.ofThisRepository());
                StackClient client = new StackClient(stack.address());
                TestBot direct = new TestBot();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Semaphore places = new Semaphore(PARALLEL);
            List<String> ids = all(threads, places, bots, bot -> register(client));
            String url = "{\"url\":\"" + direct.url() + "\"}";
            try (BreakingBot quiet = new BreakingBot(client, register(client), -1)) {
                List<Integer> urlAlone = new ArrayList<>();
                List<Integer> lineAlone = new ArrayList<>();
                for (int match = 0; match < oneAtATime; match++) {
                    urlAlone.addAll(times(end(client, start(client, url))));
                    lineAlone.addAll(times(end(client, start(client, player(quiet.id)))));
                }
                report("one match at a time", urlAlone, lineAlone);
            }
            List<BreakingBot> connected =
                    all(threads, places, bots, bot -> new BreakingBot(client, ids.get(bot), 2 + 2 * (bot % 7)));
            try {
                List<String> direct1000 = all(threads, places, bots, bot -> start(client, url));
                List<Integer> urlLoaded = new ArrayList<>();
                for (String match : direct1000) {
                    urlLoaded.addAll(times(end(client, match)));
                }
                List<String> matches = all(threads, places, bots, bot -> start(client, player(ids.get(bot))));
                List<Integer> lineLoaded = new ArrayList<>();
                List<Integer> broken = new ArrayList<>();
                for (int bot = 0; bot < bots; bot++) {
                    Replay replay = end(client, matches.get(bot));
                    BreakingBot player = connected.get(bot);
                    assertEquals(List.of(), replay.calls().failures(), "a move was lost in " + matches.get(bot));
                    assertEquals(1, player.breaks.get(), "the line of " + player.id + " did not break");
                    // One call for each turn, and one turn for each of its moves.
                    assertTrue(
                            player.callsOfTurn.values().stream().allMatch(calls -> calls.get() == 1),
                            () -> "a move was computed twice: " + player.callsOfTurn);
                    List<Integer> times = times(replay);
                    assertEquals(times.size(), player.callsOfTurn.size());
                    assertEquals(times.size(), player.computed.size());
                    int longest =
                            times.stream().mapToInt(Integer::intValue).max().orElseThrow();
                    broken.add(longest);
                    lineLoaded.addAll(times);
                    lineLoaded.remove((Object) longest);
                }
                report(bots + " matches at once", urlLoaded, lineLoaded);
                report("moves with a broken line", urlLoaded, broken);
            } finally {
                connected.forEach(BreakingBot::close);
            }
        }
    }

    private interface Step<T> {
        T make(int number) throws Exception;
    }

    private static <T> List<T> all(ExecutorService threads, Semaphore places, int count, Step<T> step)
            throws Exception {
        List<Future<T>> made = threads.invokeAll(IntStream.range(0, count)
                .<Callable<T>>mapToObj(number -> () -> {
                    places.acquire();
                    try {
                        return step.make(number);
                    } finally {
                        places.release();
                    }
                })
                .toList());
        List<T> results = new ArrayList<>();
        for (Future<T> each : made) {
            results.add(each.get());
        }
        return results;
    }

    private static String player(String bot) {
        return "{\"bot\":\"" + bot + "\"}";
    }

    private static String register(StackClient client) throws Exception {
        return (String) client.registerBot("\"connected\":true").get("id");
    }

    private static String start(StackClient client, String player) throws Exception {
        // So that a slow machine, on which a thousand bots connect again at once, does not decide what is lost.
        return client.startMatchAs("{\"game\":\"ajax-tiles\",\"players\":[" + player
                + ",{\"house\":\"random\"}],\"options\":{\"maxTurns\":" + TURNS + "},\"timeLimit\":60000}");
    }

    private static Replay end(StackClient client, String match) throws Exception {
        assertEquals("finished", client.awaitEnd(match).get("status"));
        return ReplayFile.read(client.getBytes("/replays/" + match + ".json").body());
    }

    /** How long the moves of the bot took; those of the house bot take 0. */
    private static List<Integer> times(Replay replay) {
        return replay.calls().times().stream().filter(time -> time > 0).toList();
    }

    private static void report(String what, List<Integer> url, List<Integer> line) {
        System.out.printf(
                "%s: URL p50 %d ms, p99 %d ms (%d moves); line p50 %d ms, p99 %d ms (%d moves)%n",
                what,
                quantile(url, 0.5),
                quantile(url, 0.99),
                url.size(),
                quantile(line, 0.5),
                quantile(line, 0.99),
                line.size());
    }

    private static int quantile(List<Integer> times, double share) {
        int[] sorted = times.stream().mapToInt(Integer::intValue).toArray();
        Arrays.sort(sorted);
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
}
