package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.competition.ladder.Ladder.LadderSnapshot;
import bout.engine.GameCard;
import bout.engine.Plain;
import bout.standings.journal.JournalledLadders;
import bout.store.Aws;
import bout.store.access.AdminToken;
import bout.store.access.Identities;
import bout.store.journal.Journals;
import bout.store.journal.LadderSnapshots;
import bout.wire.BotBody;
import bout.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A day on which a version stores everything that there is, and leaves work of every kind to the next version: the
 * people, bots, matches, competitions and messages of {@link TwoVersionsTest}.
 */
final class RecordedDay implements AutoCloseable {

    static final String ADMIN = "an-admin-token-that-nobody-guesses";
    static final String GAME = "ajax-tiles";

    /** Also for the version that goes on. */
    static final Map<String, String> PARAMETERS = Map.of(
            "SelfService",
            "on",
            "AdminTokenHash",
            new AdminToken(ADMIN).hash(),
            "BOUT_BOT_ADDRESSES",
            "loopback",
            "BOUT_HEALTH_SPREAD",
            "0",
            "BOUT_UNPROVEN_CALLS_PER_SECOND",
            "0",
            "LadderMatchesPerBotAndHour",
            "20");

    private static final Instant NOON = Instant.parse("2026-01-05T12:00:10Z");

    static final String CODE = """
            function move(request) {
                for (let x = 0; x < request.board.length; x++) {
                    const y = request.board[x].indexOf("");
                    if (y >= 0) {
                        if (x === 0 && y < 3) {
                            console.log("y is " + y);
                        }
                        return {x, y};
                    }
                }
            }
            """;

    /** Bots at URLs, which may wait before a turn, and receivers of webhooks. */
    static final class Outside implements AutoCloseable {

        /** The turns of each path's calls, in order. */
        final Map<String, List<Integer>> turns = new ConcurrentHashMap<>();

        final List<String> webhooks = new CopyOnWriteArrayList<>();
        private final Map<String, Gate> gates = new ConcurrentHashMap<>();
        private final BotServer server;

        /** Where a bot waits. */
        record Gate(CountDownLatch reached, CountDownLatch opened) {
            void pass() throws InterruptedException {
                reached.countDown();
                opened.await();
            }

            void awaitBot() throws InterruptedException {
                assertTrue(reached.await(60, TimeUnit.SECONDS), "the bot was not asked");
            }
        }

        Outside() throws IOException {
            server = new BotServer(0, this::answer);
        }

        String url(String path) {
            return server.url() + path;
        }

        String port() {
            return server.url().replaceAll(".*:|/", "");
        }

        Gate gate(String path, int turn) {
            Gate gate = new Gate(new CountDownLatch(1), new CountDownLatch(1));
            gates.put("/" + path + " " + turn, gate);
            return gate;
        }

        private HttpAnswer answer(BotServer.Request request) throws InterruptedException {
            if (request.path().equals("/hook")) {
                webhooks.add(request.headers().get("webhook-id"));
                return HttpAnswer.json(Map.of());
            }
            String turn = request.headers().get("Bout-Turn");
            turns.computeIfAbsent(request.path(), path -> new CopyOnWriteArrayList<>())
                    .add(Integer.valueOf(turn));
            Gate gate = gates.get(request.path() + " " + turn);
            if (gate != null) {
                gate.pass();
            }
            if (request.path().equals("/flaky") && Integer.parseInt(turn) % 4 == 2) {
                return HttpAnswer.json(Map.of("sorry", turn));
            }
            try {
                return HttpAnswer.json(TestBot.move(BotBody.read(GameCard.Form.FORM, request.body())));
            } catch (Json.NotJson broken) {
                throw new IllegalArgumentException("not what a runner sends", broken);
            }
        }

        @Override
        public void close() {
            gates.values().forEach(gate -> gate.opened.countDown());
            server.close();
        }
    }

    private final Outside outside = new Outside();
    private final SteppedStack stack = new SteppedStack(NOON, PARAMETERS);
    private final Map<String, String> known = new LinkedHashMap<>();
    private final List<Thread> runners = new ArrayList<>();

    private RecordedDay() throws Exception {}

    static Recording record() throws Exception {
        try (RecordedDay day = new RecordedDay()) {
            day.live();
            return Recording.of(day.stack, day.known);
        }
    }

    private void live() throws Exception {
        known.put("port", outside.port());
        Plain invitation = stack.api(ADMIN, "POST", "/api/invitations", "name", "CS 101", "uses", 3, "days", 365);
        String secret = invitation.get("secret").text();
        String ann = joined("name", "Ann", "secret", secret);
        String ben = joined("name", "Ben", "secret", secret);
        String cleo = joined("name", "Cleo");
        String owner = stack.api(ann, "GET", "/api/me").get("id").text();
        stack.api(ann, "POST", "/api/owners/" + owner + "/links", "name", "Laptop", "uses", 1, "days", 7);
        known.putAll(Map.of("ann", ann, "ben", ben, "cleo", cleo));
        String atUrl = bot(ann, "game", GAME, "name", "Steady", "url", outside.url("steady"));
        String published = bot(ben, "game", GAME, "name", "Left Hand", "code", CODE);
        stack.api(ben, "PATCH", "/api/bots/" + published, "code", CODE + "\n");
        Plain contest = stack.api(
                ADMIN,
                "POST",
                "/api/contests",
                "game",
                GAME,
                "name",
                "Summer cup",
                "deadline",
                stack.now().plus(Duration.ofDays(30)).toString(),
                "stages",
                List.of(Map.of("format", "swiss")));
        stack.api(ben, "POST", "/api/contests/" + contest.get("id").text() + "/entries", "bot", published);
        String connected = bot(cleo, "game", "tokens", "name", "Laptop", "connected", true);
        Plain ticket = stack.api(cleo, "POST", "/api/bots/" + connected + "/connect");
        assertEquals(200, stack.connect("recorded=", ticket.get("ticket").text()));
        stack.api(cleo, "PATCH", "/api/bots/" + connected, "active", false);
        String former = bot(ann, "game", "tokens", "name", "Former", "url", outside.url("steady"));
        stack.api(ann, "DELETE", "/api/bots/" + former);
        known.putAll(Map.of("atUrl", atUrl, "published", published, "connected", connected));

        // What is over: a tournament, matches of the ladder, one that failed, one that was cancelled, one with
        // failures.
        String cup = tournament(ann, "Cup", true, house("expand"), house("random"));
        stack.await(3, () -> false);
        saveLadder();
        String flaky = match(ann, "flaky", "flaky", url("flaky"), house("expand"));
        stack.deliverAll();
        match(ann, "failed", "failed", house("expand"), house("random"));
        stack.without("replays/", () -> {
            for (int attempt = 0; attempt < 3; attempt++) {
                stack.deliver("MatchesQueue");
                stack.forward(Duration.ofMinutes(10));
            }
        });
        String cancelled = match(ann, "cancelled", "cancelled", house("expand"), house("random"));
        stack.api(ann, "DELETE", "/api/matches/" + cancelled);
        stack.deliverAll();

        // What others have to do: results and webhooks, of which some are not in their queues.
        match(ben, "printed", "printed", Map.of("bot", published), house("random"));
        String half = tournament(ben, "Half", false, house("expand"), house("random"), Map.of("bot", published));
        stack.forward(Duration.ofSeconds(3));
        stack.deliver("UpdatesQueue");
        stack.deliver("MatchesQueue");
        decideLadder();
        match(ann, "untold", "untold", house("expand"), house("random"));
        // All of them: a runner that ends a batch at once takes no more, and the next ones would not get to what is
        // under way.
        stack.without(
                "webhooks",
                () -> stack.without("results", () -> {
                    int delivered;
                    do {
                        delivered = stack.deliver("MatchesQueue");
                    } while (delivered > 0);
                }));

        // What is under way: in the hands of runners that end, and of one that dies.
        String dead = match(ann, "dead", "dead", url("dead"), house("random"));
        stack.api(null, "GET", "/api/matches/" + dead + "?watch=true");
        stopAt(outside.gate("dead", 6));
        match(ben, "undone", "undone", url("undone"), house("random"));
        Outside.Gate first = outside.gate("dead", 12);
        Outside.Gate second = outside.gate("undone", 4);
        runner();
        first.awaitBot();
        second.awaitBot();
        stack.restart("RunnerFunction");
        match(ann, "saved", "saved", url("saved"), house("random"));
        stopAt(outside.gate("saved", 6));

        // What waits: matches of all kinds, updates and checks.
        match(ann, "waiting", "waiting", url("steady"), house("random"));
        String open = tournament(ann, "Open", true, Map.of("bot", atUrl), house("random"), house("expand"));
        known.putAll(Map.of("cup", cup, "half", half, "open", open));
        stack.forward(Duration.ofSeconds(3));
        stack.deliver("UpdatesQueue");
        decideLadder();
        stack.clock("HealthSweepFunction");
        stack.deliver("ChecksQueue");
        stack.clock("HealthSweepFunction");
        stack.api(ann, "POST", "/api/bots/" + atUrl + "/check");
        stack.api(ben, "POST", "/api/bots/" + published + "/again", "match", known.get("printed"), "turn", 0);
        known.put("fresh", bot(cleo, "game", GAME, "name", "Fresh", "code", CODE));
        signIn();
        String dan = joined("name", "Dan");
        known.put("dan", stack.api(dan, "GET", "/api/me").text("id"));
        stack.api(dan, "DELETE", "/api/owners/" + known.get("dan") + "?myself=true");
    }

    /** As after the answer of a provider, which this day does not have. */
    private void signIn() {
        Identities identities = new Identities(stack.aws().table(), Clock.fixed(stack.now(), ZoneOffset.UTC));
        identities.signIn("https://login.example.org", "eve", "Eve");
    }

    /** In the next minute in which bots have their turn: with 20 matches an hour, the last one of each six. */
    private void decideLadder() {
        do {
            stack.forward(Duration.ofMinutes(1));
        } while (stack.now().getEpochSecond() / 60 % 6 != 5);
        stack.clock("MatchmakerFunction");
    }

    /** Which the standings do after a hundred matches. */
    private void saveLadder() {
        Aws aws = stack.aws();
        LadderSnapshots snapshots = new LadderSnapshots(aws.bucket());
        snapshots.save(GAME, LadderSnapshot.of(new JournalledLadders(new Journals(aws.table()), snapshots).read(GAME)));
    }

    private void stopAt(Outside.Gate gate) throws Exception {
        Thread runner = runner();
        gate.awaitBot();
        stack.stop("RunnerFunction");
        gate.opened.countDown();
        runner.join();
        stack.restart("RunnerFunction");
    }

    /** A runner that takes what waits. */
    private Thread runner() {
        Thread runner = Thread.startVirtualThread(() -> stack.deliver("MatchesQueue"));
        runners.add(runner);
        return runner;
    }

    private String joined(Object... body) {
        return stack.api(null, "POST", "/api/join", body).get("token").text();
    }

    private String bot(String owner, Object... body) {
        return stack.api(owner, "POST", "/api/bots", body).get("id").text();
    }

    private static Map<String, Object> house(String name) {
        return Map.of("house", name);
    }

    private Map<String, Object> url(String path) {
        return Map.of("url", outside.url(path));
    }

    private String match(String owner, String name, String key, Object... players) throws Exception {
        Map<String, Object> body = Plain.object(
                "game", GAME,
                "players", List.of(players),
                "options", Map.of("maxTurns", 20),
                "timeLimit", 60_000,
                "webhook", outside.url("hook"));
        HttpAnswer answer =
                stack.request(owner, "POST", "/api/matches", Json.text(body), Map.of("idempotency-key", List.of(key)));
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        assertEquals(202, answer.status(), text);
        String id = Plain.of(Json.read(text)).get("id").text();
        known.put(name, id);
        return id;
    }

    private String tournament(String owner, String name, boolean isPublic, Object... players) {
        return stack.api(
                        owner,
                        "POST",
                        "/api/tournaments",
                        "game",
                        GAME,
                        "name",
                        name,
                        "public",
                        isPublic,
                        "players",
                        List.of(players),
                        "options",
                        Map.of("maxTurns", 20),
                        "webhook",
                        outside.url("hook"))
                .get("id")
                .text();
    }

    @Override
    public void close() throws Exception {
        outside.close();
        stack.close();
        for (Thread runner : runners) {
            runner.join();
        }
    }
}
