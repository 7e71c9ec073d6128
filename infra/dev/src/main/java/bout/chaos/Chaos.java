package bout.chaos;

import bout.chaos.ChaosBots.Temper;
import bout.cli.api.ApiClient;
import bout.cli.api.ApiClient.RequestRefused;
import bout.cli.text.CommandFailed;
import bout.competition.contest.Contest;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.games.Games;
import bout.stack.Folders;
import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.store.Aws;
import bout.store.contest.Contests;
import bout.store.journal.Journals;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.replay.Replays;
import bout.table.Listing;
import bout.table.Listing.PageRequest;
import bout.wire.ReplayFile;
import bout.wire.Resources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Plays matches, a tournament and a contest on a stack that is killed and started again on its folder, between bots
 * some of which drop connections, do not answer, or answer nonsense. In the end each accepted match must have ended
 * once: with one result that never changed, with a replay that verifies, and with one entry in its tournament's
 * journal. The contest must have all accepted entries, and rankings that follow from its tournaments.
 */
public final class Chaos {

    /**
     * The command to run.
     *
     * @param matches how many matches to start, from 1
     * @param bots how many bots the tournament has, and the contest at most, from 2
     * @param kills how often to kill the stack, from 0
     * @param seed decides the matches, the bots' behavior, and when within the run the stack is killed
     * @param limit matches that have not ended by then count as lost
     * @param log the file to which the stack writes its log
     */
    public record Options(int matches, int bots, int kills, long seed, Duration limit, Path log) {}

    /** Each waits for its answer before the next request. */
    private static final int CLIENTS = 4;

    private static final int MOST_TURNS = 60;
    private static final int MOST_PLAYERS = 4;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PROGRESS = Duration.ofSeconds(5);

    /** A stack that was just started is left alone for up to as long. */
    private static final int LIVES_UP_TO_MS = 2_000;

    private static final int OPEN_AT_LEAST_S = 4;
    private static final int OPEN_FOR_EACH_KILL_S = 2;

    private static final int CONTESTANTS = 20;
    private static final int CONFLICT = 409;
    private static final int ENTRIES_AT_A_TIME = 1000;
    private static final Set<String> ENDED = Set.of("finished", "failed", "cancelled");

    private final Options options;
    private final Consumer<String> progress;
    private final Random random;
    private final long startedAt = System.nanoTime();
    /** Each start of the stack has another address. */
    private final ApiClient api = new ApiClient(URI.create("http://127.0.0.1"), null);

    private final Set<String> open = ConcurrentHashMap.newKeySet();

    /** The API's answer about each finished match, by id. */
    private final Map<String, Plain> ends = new ConcurrentHashMap<>();

    private final AtomicInteger repeated = new AtomicInteger();
    private final AtomicInteger kills = new AtomicInteger();
    /** The bots whose entry was accepted. */
    private final Set<String> entered = ConcurrentHashMap.newKeySet();

    private final Map<String, String> lost = new TreeMap<>();
    private final Map<String, String> doubled = new TreeMap<>();
    private KilledStack stack;
    private volatile URI address;

    private Chaos(Options options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
        this.random = new Random(options.seed());
    }

    /**
     * Runs the whole test, and cleans up.
     *
     * @param progress receives a status line every few seconds
     * @throws StackNotStarted if the stack cannot be looked into at the end
     * @throws IOException if the stack does not start
     */
    public static ChaosReport run(Options options, Consumer<String> progress)
            throws StackNotStarted, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bout-chaos-");
        Chaos chaos = new Chaos(options, progress);
        try (ChaosBots bots = new ChaosBots()) {
            return chaos.run(folder, bots);
        } finally {
            chaos.api.close();
            Folders.delete(folder);
        }
    }

    private ChaosReport run(Path folder, ChaosBots bots) throws StackNotStarted, IOException, InterruptedException {
        String tournament;
        String contest;
        start(folder);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Queue<Map<String, Object>> matches = new ConcurrentLinkedQueue<>(IntStream.range(0, options.matches())
                    .mapToObj(i -> match(i, bots))
                    .toList());
            List<Future<?>> work = new ArrayList<>();
            AtomicInteger keys = new AtomicInteger();
            for (int i = 0; i < CLIENTS; i++) {
                work.add(threads.submit(() -> {
                    for (Map<String, Object> match = matches.poll(); match != null; match = matches.poll()) {
                        open.add(post("/api/matches", "match-" + keys.incrementAndGet(), match));
                    }
                    return null;
                }));
            }
            Future<String> planned = threads.submit(() -> post("/api/tournaments", "tournament", tournament(bots)));
            Future<String> announced = threads.submit(this::contest);
            work.add(planned);
            work.add(announced);
            work.add(threads.submit(() -> {
                kill(folder);
                return null;
            }));
            try {
                watch(work, Map.of("/api/tournaments/", planned, "/api/contests/", announced));
                tournament = planned.get();
                contest = announced.get();
            } catch (ExecutionException failed) {
                throw new IOException(failed.getCause().getMessage(), failed.getCause());
            } finally {
                threads.shutdownNow();
            }
        } finally {
            stack.close();
        }
        try (Stack again = Stack.start(KilledStack.options(folder))) {
            address = again.address();
            return inspect(again, tournament, contest);
        }
    }

    // The load.

    private Map<String, Object> match(int number, ChaosBots bots) {
        Game<?> game = Games.ALL.get(number % Games.ALL.size());
        String id = game.card().id();
        String seed = Long.toString(random.nextLong());
        List<?> players = Stream.generate(() -> player(game, bots))
                .limit(game.card().seats().closest(MOST_PLAYERS))
                .toList();
        int limit = 300 + random.nextInt(500);
        Map<String, Object> most = options(game, MOST_TURNS);
        return Map.of("game", id, "seed", seed, "players", players, "timeLimit", limit, "options", most);
    }

    private static Map<String, Object> options(Game<?> game, int turns) {
        return game.card().options().stream().anyMatch(option -> option.name().equals("maxTurns"))
                ? Map.of("maxTurns", turns)
                : Map.of();
    }

    private Map<String, Object> player(Game<?> game, ChaosBots bots) {
        HouseBot simple = game.houseBots().get(random.nextInt(2));
        Temper temper = Temper.values()[random.nextInt(Temper.values().length)];
        return Map.of("url", bots.url(temper, game.card().id(), simple.name()).toString(), "name", temper.name());
    }

    /** The first of those that take the most players. */
    private static Game<?> largest() {
        return Collections.max(
                Games.ALL, Comparator.comparing(each -> each.card().seats().most()));
    }

    /** Enters published bots into a contest until its deadline; the stack is killed meanwhile. @return its id */
    private String contest() throws InterruptedException {
        String game = largest().card().id();
        String code = Resources.text(Chaos.class, "/bout/site/games/" + game + "/samples/blank.js");
        List<String> bots = new ArrayList<>();
        for (int i = 0; i < Math.min(options.bots(), CONTESTANTS); i++) {
            bots.add(
                    post("/api/bots", "bot-" + i, Map.of("game", game, "name", "Entry " + i, "code", code + "//" + i)));
        }
        String deadline = Instant.now()
                .plusSeconds(OPEN_AT_LEAST_S + OPEN_FOR_EACH_KILL_S * options.kills())
                .toString();
        List<?> stages = List.of(Map.of("format", "swiss"), Map.of("format", "double-elimination", "best", 2));
        Map<String, Object> contest =
                Map.of("game", game, "name", "Chaos", "deadline", deadline, "perOwner", CONTESTANTS, "stages", stages);
        String id = post("/api/contests", "contest", contest);
        for (String bot : bots) {
            String path = "/api/contests/" + id + "/entries";
            try {
                post(path, "entry-" + bot, Map.of("bot", bot));
                entered.add(bot);
            } catch (RequestRefused refused) {
                // The deadline may have passed.
                if (refused.status() != CONFLICT) {
                    throw refused;
                }
            }
        }
        return id;
    }

    private Map<String, Object> tournament(ChaosBots bots) {
        Game<?> game = largest();
        String id = game.card().id();
        String url = bots.url(Temper.STEADY, id, "random") + "/";
        List<?> players = IntStream.range(0, options.bots())
                .mapToObj(bot -> Map.of("url", url + bot, "name", "bot " + bot))
                .toList();
        Map<String, Object> few = options(game, MOST_TURNS / 4);
        return Map.of("game", id, "name", "Chaos", "format", "round-robin", "options", few, "players", players);
    }

    /**
     * The id of what a request has created, which is repeated with the same key until the answer is neither a failure
     * of the stack nor that it is busy.
     */
    private String post(String path, String key, Map<String, Object> body) throws InterruptedException {
        while (true) {
            try {
                return api.post(address + path, body, key).text("id");
            } catch (CommandFailed failed) {
                // Without an answer it is not known whether the request was accepted.
                if (failed instanceof RequestRefused refused && !refused.isPassing()) {
                    throw failed;
                }
            }
            repeated.incrementAndGet();
            Thread.sleep(POLL);
        }
    }

    /** The API's answer about this; empty without one. */
    private Optional<Plain> get(String path) {
        try {
            return Optional.of(api.get(address + path));
        } catch (CommandFailed noAnswer) {
            return Optional.empty();
        }
    }

    /** Kills the stack while there is something to do: each time after a further part of the matches has ended. */
    private void kill(Path folder) throws IOException, InterruptedException {
        for (int i = 0; i < options.kills(); i++) {
            while (ends.size() < i * options.matches() / (options.kills() + 1)) {
                Thread.sleep(POLL);
            }
            Thread.sleep(random.nextInt(LIVES_UP_TO_MS));
            stack.kill();
            kills.incrementAndGet();
            start(folder);
        }
    }

    private void start(Path folder) throws IOException {
        stack = KilledStack.start(folder, options.log());
        address = stack.address();
    }

    /** Waits until everything is over, or until the time limit. */
    private void watch(List<Future<?>> work, Map<String, Future<String>> competitions)
            throws InterruptedException, ExecutionException {
        long reportedAt = startedAt;
        boolean over = false;
        while (!over && System.nanoTime() - startedAt < options.limit().toNanos()) {
            Thread.sleep(POLL);
            for (String id : open) {
                get("/api/matches/" + id)
                        .filter(said -> ENDED.contains(said.text("status")))
                        .ifPresent(said -> {
                            ends.put(id, said);
                            open.remove(id);
                        });
            }
            over = open.isEmpty();
            for (Future<?> each : work) {
                if (each.isDone()) {
                    each.get(); // what failed here is not the stack's fault
                }
                over &= each.isDone();
            }
            if (over) {
                for (Map.Entry<String, Future<String>> each : competitions.entrySet()) {
                    over &= get(each.getKey() + each.getValue().get())
                            .filter(said -> ENDED.contains(said.text("state")))
                            .isPresent();
                }
            }
            if (System.nanoTime() - reportedAt > PROGRESS.toNanos()) {
                reportedAt = System.nanoTime();
                progress.accept(seconds() + " s: " + (open.size() + ends.size()) + " accepted, " + ends.size()
                        + " ended, " + kills + " kills");
            }
        }
    }

    private long seconds() {
        return Duration.ofNanos(System.nanoTime() - startedAt).toSeconds();
    }

    // What came of it.

    private ChaosReport inspect(Stack again, String tournament, String contest) {
        Aws aws = again.aws();
        Matches matches = aws.matches(Clock.systemUTC());
        Set<String> played = played(aws, tournament, "matches");
        for (Contest.Played stage : stages(aws, contest)) {
            // How many it plans at most depends on draws and byes.
            played.addAll(played(aws, stage.tournament(), "played"));
            if (!stage.ranking().equals(stage.ranking(api.get(address + "/api/tournaments/" + stage.tournament())))) {
                lost.put(stage.tournament(), "its contest has another ranking");
            }
        }
        Set<String> accepted = new HashSet<>(played);
        accepted.addAll(open);
        accepted.addAll(ends.keySet());
        int withFailedCalls = 0;
        for (String id : accepted) {
            MatchRecord match = matches.find(id).orElse(null);
            if (match == null || match.status() != Status.FINISHED) {
                lost.put(
                        id,
                        match == null
                                ? "it is not there"
                                : "it is " + match.status().code());
                continue;
            }
            Plain first = ends.get(id);
            if (first != null && !first.equals(api.get(address + "/api/matches/" + id))) {
                doubled.put(id, "it changed after it had ended");
            }
            withFailedCalls += match.outcome().failureCount() > 0 ? 1 : 0;
            verify(
                    match,
                    new Replays(aws.bucket())
                            .get(new SeatKey(aws.table()).fileName(match))
                            .orElse(null));
        }
        all(matches).stream()
                .filter(id -> !accepted.contains(id))
                .forEach(id -> doubled.put(id, "one request started two matches"));
        return new ChaosReport(
                Duration.ofNanos(System.nanoTime() - startedAt),
                accepted.size(),
                accepted.size()
                        - (int) accepted.stream().filter(lost::containsKey).count(),
                withFailedCalls,
                played.size(),
                repeated.get(),
                kills.get(),
                Collections.unmodifiableMap(lost),
                Collections.unmodifiableMap(doubled));
    }

    /** The stages of the contest, whose journal was checked when it was read. */
    private List<Contest.Played> stages(Aws aws, String id) {
        Contest contest = new Contests(aws.table()).find(id).orElseThrow().contest();
        Set<String> missing = new HashSet<>(entered);
        contest.entries().forEach(entry -> missing.remove(entry.bot()));
        missing.forEach(bot -> lost.put(bot, "it is not in the contest"));
        // One bot alone has no opponent.
        if (contest.state() != (contest.entries().size() < 2 ? Contest.State.CANCELLED : Contest.State.FINISHED)) {
            lost.put(id, "it is " + contest.state().code());
        }
        return contest.stages();
    }

    /**
     * The ids of the matches in the journal of a tournament.
     *
     * @param count the field of the API's answer with their number
     */
    private Set<String> played(Aws aws, String tournament, String count) {
        Journals journals = new Journals(aws.table());
        List<JournalEntry> journal = new ArrayList<>();
        List<JournalEntry> some;
        do {
            some = journals.read(new Subject.Tournament(tournament), journal.size(), ENTRIES_AT_A_TIME);
            journal.addAll(some);
        } while (some.size() == ENTRIES_AT_A_TIME);
        Set<String> played = new HashSet<>();
        Set<Object> fixtures = new HashSet<>();
        journal.forEach(entry -> {
            if (!played.add(entry.match()) | !fixtures.add(entry.competition())) {
                doubled.put(entry.match(), "it is in the journal twice, or its fixture is");
            }
        });
        Object planned =
                api.get(address + "/api/tournaments/" + tournament).get(count).value();
        if (!planned.equals(played.size())) {
            lost.put(tournament, "its journal has " + played.size() + " of " + planned + " matches");
        }
        return played;
    }

    private void verify(MatchRecord match, byte[] file) {
        if (file == null) {
            lost.put(match.id(), "it has no replay");
            return;
        }
        try {
            Replay replay = ReplayFile.read(file);
            switch (replay.verify(Games.byId(replay.start().game()).orElseThrow())) {
                case Replay.Differs differs -> lost.put(match.id(), "its replay differs: " + differs.text());
                case Replay.Confirmed confirmed -> {
                    if (!confirmed.result().equals(match.outcome().result())
                            || confirmed.turns() != match.progress().turn()
                            || replay.calls().failures().size()
                                    != match.outcome().failureCount()) {
                        lost.put(match.id(), "its replay and its record are of different matches");
                    }
                }
            }
        } catch (ReplayFile.NotAReplay broken) {
            lost.put(match.id(), "its replay cannot be read: " + broken.getMessage());
        }
    }

    /** The ids of all matches that the stack has. */
    private static Set<String> all(Matches matches) {
        Set<String> ids = new HashSet<>();
        String last = null;
        do {
            Listing.Page<MatchRecord> page = matches.list(new PageRequest<>(null, null, PageRequest.MAX_LIMIT, last));
            page.items().forEach(match -> ids.add(match.id()));
            last = page.last();
        } while (last != null);
        return ids;
    }
}
