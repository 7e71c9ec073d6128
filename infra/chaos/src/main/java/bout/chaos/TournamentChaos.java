package bout.chaos;

import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.journal.Subject;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.RoundRobin;
import bout.competition.tournament.Format;
import bout.competition.tournament.Plan;
import bout.competition.tournament.PlayedMatch;
import bout.competition.tournament.Seeds;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.TournamentStandings;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.runner.MatchLoop;
import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.stack.StackOptions;
import bout.stack.function.RunningProcess;
import bout.store.Aws;
import bout.store.id.MatchIds;
import bout.store.id.TournamentIds;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.GameSettings;
import bout.store.match.PlayerRecord;
import bout.store.queue.Redrive;
import bout.store.queue.UpdateQueue;
import bout.store.table.Creation;
import bout.store.tournament.TournamentPlan;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentSettings;
import bout.store.tournament.Tournaments;
import bout.wire.BotBody;
import bout.wire.Json;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Plays a round robin on a separate stack while killing processes of the journal, the standings and the runner. At the
 * end, each match must be in the journal exactly once, and the published standings must equal those computed by the
 * engine alone from the same matches, played one after another.
 */
public final class TournamentChaos {

    private static final List<String> KILLED = List.of("JournalFunction", "StandingsFunction", "RunnerFunction");

    /** Shorter than in a deployment (minutes), so that the messages of a killed process return during the run. */
    private static final Duration VISIBILITY_TIMEOUT = Duration.ofSeconds(6);

    private static final String LEASE_SECONDS = "15";
    private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(2);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(5);
    private static final int WITHDRAW_AFTER = 1_000_000;

    /** Few enough for many matches per minute, and enough for bots to differ in strength. */
    private static final int TURNS = 16;

    private static final int ENTRIES_AT_A_TIME = 1000;

    /** Fields that depend on the clock or on the course of the tournament, not on its results. */
    private static final Set<String> IGNORED_FIELDS = Set.of("startedAt", "finishedAt", "updatedAt");

    private final TournamentChaosOptions options;
    private final Consumer<String> progress;
    private final Options gameOptions;
    private final Plan plan;
    private final Set<ProcessHandle> seen = new HashSet<>();
    private int putBack;

    private TournamentChaos(TournamentChaosOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
        gameOptions = switch (Options.read(TournamentBots.GAME.card().options(), Map.of("maxTurns", TURNS))) {
            case Options.Valid valid -> valid.options();
            case Options.Invalid invalid -> throw new IllegalStateException(invalid.toString());
        };
        plan = Plan.of(Format.ROUND_ROBIN, options.bots())
                .boards(options.boards())
                .order(RoundRobin.Order.of(TournamentBots.GAME.tournamentStyle()))
                .seed(Long.toString(options.seed()))
                .withdrawAfter(WITHDRAW_AFTER)
                .build();
    }

    /**
     * Runs the whole test, and cleans up.
     *
     * @param progress receives a status line every few seconds
     * @throws StackNotStarted with the reason
     */
    public static TournamentChaosReport run(TournamentChaosOptions options, Consumer<String> progress)
            throws StackNotStarted, IOException, InterruptedException {
        return new TournamentChaos(options, progress).run();
    }

    private TournamentChaosReport run() throws StackNotStarted, IOException, InterruptedException {
        TournamentChaosReport report;
        try (Stack stack = Stack.start(StackOptions.of(options.template())
                        // In memory: on disk, DynamoDB Local locks its table for each transaction.
                        .withProcesses()
                        .withParameter("BOUT_CALLS_PER_BOT", "400")
                        .withParameter("BOUT_LEASE_SECONDS", LEASE_SECONDS)
                        .withSchedule(SWEEP_INTERVAL));
                TournamentBots bots = new TournamentBots(options.bots());
                SqsClient sqs = stack.endpoints().sqsClient()) {
            new Queues(sqs, VISIBILITY_TIMEOUT);
            report = run(stack, bots);
        }
        return withProcesses(
                report, (int) seen.stream().filter(ProcessHandle::isAlive).count());
    }

    private TournamentChaosReport run(Stack stack, TournamentBots bots) throws InterruptedException {
        Aws aws = new Aws(stack.environment());
        Clock clock = Clock.systemUTC();
        Tournaments tournaments = aws.tournaments(clock);
        List<PlayerRecord> players = IntStream.range(0, options.bots())
                .mapToObj(bot -> PlayerRecord.url("bot " + bot, bots.url(bot)))
                .toList();
        TournamentRecord created = newTournament(clock.instant());
        if (!(tournaments.create(created, players, null, 0) instanceof Creation.New)) {
            throw new IllegalStateException("cannot write the tournament into the table");
        }
        Subject subject = new Subject.Tournament(created.id());
        long began = System.nanoTime();
        aws.updateQueue(clock).send(new UpdateQueue.Task.Standings(subject));
        Journals journals = aws.journals();
        Killer killer = new Killer(
                stack,
                options.kills(),
                KILLED,
                KILLED,
                options.seed(),
                () -> (double) journals.length(subject) / plan.mostMatches());
        TournamentRecord over;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> kills = threads.submit(() -> {
                // Start once everything is running, so that the kills hit the middle.
                while (journals.length(subject) == 0) {
                    Thread.sleep(POLL_INTERVAL);
                }
                killer.run();
                return null;
            });
            try {
                over = watch(stack, tournaments, journals, created, killer, kills, began);
            } catch (ExecutionException fault) {
                throw new IllegalStateException("the chaos test itself failed", fault.getCause());
            } finally {
                threads.shutdownNow();
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        List<JournalEntry> journal = journal(journals, subject);
        Set<Fixture> different = new HashSet<>();
        journal.forEach(entry -> different.add(fixture(entry)));
        return new TournamentChaosReport(
                options.bots(),
                options.boards(),
                took,
                plan.mostMatches(),
                different.size(),
                journal.size() - different.size(),
                over.state().code(),
                putBack,
                killer.killed(),
                killer.atWork(),
                differences(published(aws.standingsFiles(), over), expected(over, players, bots)),
                0);
    }

    private TournamentRecord newTournament(Instant now) {
        return TournamentRecord.planned(
                new TournamentIds(new MatchIds(Clock.systemUTC(), new SecureRandom())).next(),
                new TournamentSettings(
                        "chaos",
                        "chaos",
                        true,
                        GameSettings.of(TournamentBots.GAME.card().id()).withOptions(gameOptions.toPlain()),
                        new TournamentPlan(
                                plan.format().code(),
                                plan.ranking().code(),
                                plan.players(),
                                plan.boards(),
                                null,
                                plan.withdrawAfter(),
                                plan.mostMatches()),
                        plan.seed(),
                        null),
                now);
    }

    /** Waits until all kills are done and the final standings are published, or until the time limit. */
    private TournamentRecord watch(
            Stack stack,
            Tournaments tournaments,
            Journals journals,
            TournamentRecord created,
            Killer killer,
            Future<?> kills,
            long began)
            throws InterruptedException, ExecutionException {
        Aws aws = new Aws(stack.environment());
        Redrive redrive = new Redrive(
                aws.failedMatches(Clock.systemUTC()), aws.deadLetters(), aws.matchQueue(), Clock.systemUTC());
        StandingsFiles files = aws.standingsFiles();
        Subject subject = new Subject.Tournament(created.id());
        long toldAt = began;
        while (true) {
            stack.processes().stream().map(RunningProcess::handle).forEach(seen::add);
            TournamentRecord now = tournaments.find(created.id()).orElseThrow();
            if (kills.isDone() && now.state().over() && isPublished(files, now)) {
                kills.get();
                return now;
            }
            long time = System.nanoTime();
            if (time - toldAt > PROGRESS_INTERVAL.toNanos()) {
                toldAt = time;
                putBack += redrive.run().putBack();
                progress.accept(Duration.ofNanos(time - began).toSeconds() + " s: " + journals.length(subject) + " of "
                        + plan.mostMatches() + " matches in the journal, "
                        + killer.killed().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum() + " killed");
            }
            if (time - began > options.limit().toNanos()) {
                progress.accept("time limit reached");
                return now;
            }
            Thread.sleep(POLL_INTERVAL);
        }
    }

    private static boolean isPublished(StandingsFiles files, TournamentRecord over) {
        return files.get(over)
                .map(standings ->
                        standings.get("state").text().equals(over.state().code()))
                .orElse(false);
    }

    private static List<JournalEntry> journal(Journals journals, Subject subject) {
        List<JournalEntry> all = new ArrayList<>();
        List<JournalEntry> some;
        do {
            some = journals.read(subject, all.size(), ENTRIES_AT_A_TIME);
            all.addAll(some);
        } while (some.size() == ENTRIES_AT_A_TIME);
        return all;
    }

    private static Fixture fixture(JournalEntry entry) {
        Competition.OfTournament match = (Competition.OfTournament) entry.competition();
        return new Fixture(match.board(), match.first(), match.second());
    }

    private static Map<?, ?> published(StandingsFiles files, TournamentRecord over) {
        return files.get(over).map(Plain::fields).orElse(Map.of());
    }

    /** The expected standings, computed by the engine and pure code alone. */
    private Map<?, ?> expected(TournamentRecord over, List<PlayerRecord> players, TournamentBots bots)
            throws InterruptedException {
        Tournament tournament = Tournament.of(plan);
        while (!tournament.over()) {
            Fixture fixture = tournament.next().orElseThrow();
            Match<?> match = Match.draw(TournamentBots.GAME, Seeds.secret(plan.seed(), fixture), gameOptions);
            new MatchLoop(
                            List.of("unplugged-1", "unplugged-2"),
                            player(bots, fixture.first()),
                            player(bots, fixture.second()),
                            TimeLimits.same(TimeLimits.MAX),
                            turn -> true)
                    .play(match);
            tournament.result(
                    fixture,
                    new PlayedMatch(match.result(), calls(match, Seat.FIRST), 0, calls(match, Seat.SECOND), 0));
        }
        TournamentStandings.Heading heading = new TournamentStandings.Heading(
                over.id(),
                over.settings().name(),
                over.game(),
                over.settings().game().options(),
                "finished",
                null,
                over.createdAt(),
                over.progress().startedAt(),
                over.progress().finishedAt(),
                players.stream()
                        .map(player -> new TournamentStandings.Entrant(player.name(), null))
                        .toList());
        Map<String, Object> expected =
                new LinkedHashMap<>(new TournamentStandings(heading, tournament, 0, 0, over.createdAt()).toPlain());
        // No match is being played any more.
        expected.put("now", List.of());
        return expected;
    }

    private static Player player(TournamentBots bots, int bot) {
        return request -> {
            try {
                return new Reply.Answered(Json.read(bots.answer(bot, BotBody.write(request.ask()))), 0);
            } catch (Json.NotJson broken) {
                throw new IllegalStateException("a bot's answer is not JSON", broken);
            }
        };
    }

    private static int calls(Match<?> match, Seat seat) {
        return (int) match.calls().stream().filter(call -> call.seat() == seat).count();
    }

    /** Compares the JSON text, in which equal numbers are equal. */
    private static List<String> differences(Map<?, ?> published, Map<?, ?> expected) {
        List<String> differences = new ArrayList<>();
        Set<Object> fields = new HashSet<>(expected.keySet());
        fields.addAll(published.keySet());
        for (Object field : fields) {
            String is = Json.text(published.get(field));
            String should = Json.text(expected.get(field));
            if (!IGNORED_FIELDS.contains(field) && !is.equals(should)) {
                differences.add(field + " is " + is + ", expected " + should);
            }
        }
        return differences;
    }

    private static TournamentChaosReport withProcesses(TournamentChaosReport report, int left) {
        return new TournamentChaosReport(
                report.bots(),
                report.boards(),
                report.took(),
                report.matches(),
                report.journalled(),
                report.doubled(),
                report.state(),
                report.putBack(),
                report.killed(),
                report.atWork(),
                report.different(),
                left);
    }
}
