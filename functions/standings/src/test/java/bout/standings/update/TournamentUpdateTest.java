package bout.standings.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.competition.tournament.JournalledTournament;
import bout.competition.tournament.Plan;
import bout.competition.tournament.Plan.Format;
import bout.competition.tournament.Seeds;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.engine.Failure;
import bout.engine.Game.TournamentStyle;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.SeededRandom;
import bout.store.Aws;
import bout.store.Clients;
import bout.store.TestAws;
import bout.store.TestBots;
import bout.store.TestClock;
import bout.store.TestQueues;
import bout.store.TestStore;
import bout.store.access.Owners;
import bout.store.access.Scope;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.AbandonedMatches;
import bout.store.match.GameSettings;
import bout.store.match.Leases;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.queue.Requeue;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.tournament.Tournaments;
import bout.table.Creation;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Tournaments planned with the real table, queue and bucket; this class plays their matches. */
@Tag("aws")
@Timeout(120)
class TournamentUpdateTest {

    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());
    private static final OpenLimits LIMITS = new OpenLimits(12, 4, 0);

    private final Map<String, String> environment = TestAws.application().environment();
    private final Aws aws = TestAws.aws(environment);
    private final TestClock clock = new TestClock(Instant.now());

    @AutoClose
    private final DynamoDbClient dynamoDb =
            TestAws.clients(environment).dynamoDb().get();

    @AutoClose
    private final SqsClient sqs = TestAws.clients(environment).sqs().get();

    private final Tournaments tournaments = new Tournaments(aws.table(), clock);
    private final Journals journals = new Journals(aws.table());
    private final Matches matches = aws.matches(clock);
    private final Bots bots = new Bots(aws.table(), clock);
    private final Leases leases = aws.leases(clock);
    private final StandingsFiles files = new StandingsFiles(aws.bucket());
    private final Set<String> sent = Collections.synchronizedSet(new HashSet<>());

    private TournamentUpdate planner() {
        return planner(dynamoDb, sqs, LIMITS);
    }

    private TournamentUpdate planner(DynamoDbClient table, SqsClient queues, OpenLimits limits) {
        return new TournamentUpdate(
                new Aws(
                        environment,
                        new Clients(table, TestAws.clients(environment).s3().get(), queues)),
                files,
                URI.create("https://bout.example"),
                limits,
                clock);
    }

    /** Simulates a killed planner: after this many calls of a kind, all further ones fail. */
    private static <C> C dyingAfter(int calls, String method, Class<C> type, C client) {
        AtomicInteger left = new AtomicInteger(calls);
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> {
                    if (called.getName().equals(method) && left.decrementAndGet() < 0) {
                        throw new IllegalStateException("killed");
                    }
                    try {
                        return called.invoke(client, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    private TournamentRecord create(Format format, int players, int boards, boolean isPublic) {
        return create("somebody", format, players, boards, isPublic);
    }

    private TournamentRecord create(String owner, Format format, int players, int boards, boolean isPublic) {
        return create(planned(owner, format, players, boards, isPublic), houseBots(players));
    }

    private TournamentRecord planned(String owner, Format format, int players, int boards, boolean isPublic) {
        return TournamentRecord.planned(
                IdKind.TOURNAMENT.next(IDS),
                new TournamentSettings(
                        "Cup of " + format.code(),
                        owner,
                        isPublic,
                        GameSettings.of("tokens"),
                        plan(format, players, boards),
                        null),
                clock.instant());
    }

    private static Plan plan(Format format, int players, int boards) {
        Map<String, Object> settings =
                new HashMap<>(Map.of("format", format.code(), "ranking", "wins", "boards", boards));
        if (format == Format.SWISS) {
            settings.put("rounds", 3);
        }
        return new Plan(TournamentStyle.SCORES_OF_ORDERED_PAIRS, GroupSize.TWO, players, "cup", settings);
    }

    private static List<PlayerRecord> houseBots(int players) {
        return IntStream.range(0, players)
                .mapToObj(player -> PlayerRecord.house("player " + player, "lazy"))
                .toList();
    }

    private TournamentRecord create(TournamentRecord planned, List<PlayerRecord> entered) {
        assertInstanceOf(Creation.New.class, tournaments.create(planned, entered, null, 0));
        return planned;
    }

    private TournamentRecord now(TournamentRecord tournament) {
        return tournaments.find(tournament.id()).orElseThrow();
    }

    /** Every fixture has a fixed result; all calls of a broken player fail. */
    private static PlayedMatch match(Fixture fixture, int broken) {
        SeededRandom random = SeededRandom.of(fixture.toString(), "scores");
        double first = fixture.first() == broken ? 0 : random.nextInt(4);
        double second = fixture.second() == broken ? 0 : random.nextInt(4);
        return new PlayedMatch(
                Result.byScore(first, second, "test"),
                null,
                List.of(10, 10),
                List.of(fixture.first() == broken ? 10 : 0, fixture.second() == broken ? 10 : 1));
    }

    private static SeatTally tally(int calls, int failures) {
        return new SeatTally(
                calls, failures == 0 ? Map.of() : Map.of(Failure.Kind.TIME_OUT, failures), AnswerTimes.NONE);
    }

    /** Plays a match like a runner, and writes its result to the journal. */
    private void play(String id, int broken) {
        LeaseResult leasing = leases.takeLease(id, "a-runner");
        if (leasing instanceof LeaseResult.Leased leased) {
            Competition.OfTournament played =
                    (Competition.OfTournament) leased.lease().match().origin().competition();
            PlayedMatch match = match(played.fixture(), broken);
            assertTrue(leases.finishMatch(
                    leased.lease(),
                    match.result(),
                    List.of(),
                    10,
                    List.of(
                            tally(match.calls().get(0), match.failures().get(0)),
                            tally(match.calls().get(1), match.failures().get(1)))));
        }
        MatchRecord over = matches.find(id).orElseThrow();
        journals.append(over.subject().orElseThrow(), List.of(over));
    }

    /** Receives and deletes all messages of the match queue; returns the ids. */
    private List<String> receive() {
        List<String> ids = new TestQueues(environment).take("BOUT_MATCHES_QUEUE");
        sent.addAll(ids);
        return ids;
    }

    /** Queues the matches that no runner has taken for a minute. */
    private void sweep() {
        clock.forward(Duration.ofSeconds(61));
        AbandonedMatches abandoned = new AbandonedMatches(aws.table(), clock, List.of("tokens"));
        aws.matchQueue().sendMatches(abandoned.requeue(1000), Duration.ZERO);
    }

    private List<JournalEntry> journal(TournamentRecord tournament) {
        return journals.read(new Subject.Tournament(tournament.id()), 0, 100_000);
    }

    /** Updates and plays until the tournament has ended, some of the open matches each time. */
    private void playOn(TournamentRecord tournament, TournamentUpdate planner, int broken) {
        SeededRandom random = new SeededRandom("7");
        List<String> queued = new ArrayList<>();
        while (!now(tournament).state().over()) {
            planner.update(tournament.id());
            queued.addAll(receive());
            assertTrue(
                    !queued.isEmpty() || now(tournament).state().over(), "it is not over, and nothing is in the queue");
            for (int i = 0; i < 5 && !queued.isEmpty(); i++) {
                play(queued.remove(random.nextInt(queued.size())), broken);
            }
        }
    }

    /** The tournament that follows from the same plan and results without the cloud. */
    private static Tournament pure(TournamentRecord tournament, int broken) {
        Tournament pure = Tournament.of(tournament.settings().plan());
        while (!pure.over()) {
            Fixture fixture = pure.next().orElseThrow();
            pure.result(fixture, match(fixture, broken));
        }
        return pure;
    }

    private void assertPlayedOnce(TournamentRecord tournament, Tournament pure) {
        List<JournalEntry> journal = journal(tournament);
        Set<Fixture> fixtures = new HashSet<>();
        for (JournalEntry entry : journal) {
            Fixture fixture = JournalledTournament.fixture(entry);
            assertTrue(fixtures.add(fixture), fixture + " was played twice");
            assertEquals(tournament.matchId(fixture), entry.match());
        }
        assertEquals(pure.played(), journal.size());
        Tournament folded = Tournament.of(tournament.settings().plan());
        journal.forEach(entry ->
                folded.result(JournalledTournament.fixture(entry), match(JournalledTournament.fixture(entry), -1)));
        assertEquals(pure.table(), folded.table());
    }

    @ParameterizedTest
    @EnumSource
    void a_tournament_of_each_format_is_played_to_its_end(Format format) {
        TournamentRecord tournament = create(format, 7, 1, true);

        playOn(tournament, planner(), -1);

        Tournament pure = pure(tournament, -1);
        assertPlayedOnce(tournament, pure);
        TournamentRecord over = now(tournament);
        assertEquals(TournamentState.FINISHED, over.state());
        assertEquals(pure.played(), over.progress().played());
        assertEquals(List.of(), over.progress().open());
        assertNotNull(over.progress().finishedAt());
        assertEquals(
                pure.table().rows().stream()
                        .filter(row -> row.rank() == 1)
                        .map(row -> "player " + row.player())
                        .toList(),
                over.progress().winners());
        Plain published = files.get(over).orElseThrow();
        assertEquals("finished", published.get("state").text());
        assertEquals(0, published.get("now").length());
        assertEquals(
                pure.table().rows().stream().map(row -> (Object) row.player()).toList(),
                published.get("table").entries().stream()
                        .map(row -> row.get("player").value())
                        .toList());
    }

    @Test
    void the_standings_name_open_matches_and_their_players() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 9, 3, true);
        assertFalse(planner(dynamoDb, sqs, new OpenLimits(20, 20, 0)).update(tournament.id()));
        Plain open = files.get(tournament).orElseThrow().get("now");
        assertEquals(12, open.length());
        Plain match = open.at(0);
        assertEquals(
                tournament.matchId(new Fixture(
                        match.get("board").integer(0, 2),
                        match.get("players").at(0).integer(0, 8),
                        match.get("players").at(1).integer(0, 8))),
                match.get("match").text());
    }

    @Test
    void a_match_has_the_settings_of_its_tournament() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 3, 2, true);

        planner(dynamoDb, sqs, new OpenLimits(12, 12, 0)).update(tournament.id());

        MatchRecord match =
                matches.find(tournament.matchId(new Fixture(1, 2, 0))).orElseThrow();
        assertEquals("tokens", match.game());
        assertEquals(
                List.of("player 2", "player 0"),
                match.players().stream().map(PlayerRecord::name).toList());
        assertEquals(Seeds.secret("cup", new Fixture(1, 0, 2)), match.settings().seed());
        assertEquals("somebody", match.origin().owner());
        assertEquals(
                new Competition.OfTournament(tournament.id(), new Fixture(1, 2, 0)),
                match.origin().competition());
        assertEquals(TournamentState.RUNNING, now(tournament).state());
    }

    @Test
    void open_matches_stay_within_the_limit() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 10, 2, true);
        TournamentUpdate planner = planner();

        planner.update(tournament.id());

        assertEquals(LIMITS.inAll(), now(tournament).progress().open().size());
        assertEquals(LIMITS.inAll(), receive().size());
        planner.update(tournament.id());
        assertEquals(List.of(), receive());
        for (int player = 0; player < 10; player++) {
            int one = player;
            long open = now(tournament).progress().open().stream()
                    .filter(match -> match.first() == one || match.second() == one)
                    .count();
            assertTrue(open <= LIMITS.ofPlayer());
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_new_planner_starts_the_same_matches(Format format) {
        TournamentRecord tournament = create(format, 5, 1, true);
        Set<String> queued = new LinkedHashSet<>();
        planner().update(tournament.id());
        while (!now(tournament).state().over()) {
            queued.addAll(receive());
            String next = queued.iterator().next();
            queued.remove(next);
            play(next, -1);
            planner().update(tournament.id());
        }

        assertPlayedOnce(tournament, pure(tournament, -1));
    }

    @Test
    void the_next_planner_writes_what_a_killed_one_did_not() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 6, 1, true);
        TournamentUpdate killed = planner(dyingAfter(5, "putItem", DynamoDbClient.class, dynamoDb), sqs, LIMITS);

        assertThrows(IllegalStateException.class, () -> killed.update(tournament.id()));

        // The record had named all of them.
        List<Fixture> open = now(tournament).progress().open();
        int put = (int) open.stream()
                .filter(each -> matches.find(tournament.matchId(each)).isPresent())
                .count();
        assertEquals(5, put);
        sweep();
        playOn(tournament, planner(), -1);
        assertPlayedOnce(tournament, pure(tournament, -1));
    }

    @Test
    void a_new_instance_of_the_function_sends_no_match_again() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 10, 2, true);
        planner().update(tournament.id());
        List<String> queued = receive();
        assertEquals(LIMITS.inAll(), queued.size());

        planner().update(tournament.id());
        assertEquals(List.of(), receive());

        play(queued.getFirst(), -1);
        planner().update(tournament.id());
        assertEquals(2, receive().size(), "both matches on the next board");
    }

    @Test
    void a_planner_that_failed_continues_from_the_table() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 5, 1, true);
        TournamentUpdate once =
                planner(dynamoDb, dyingAfter(1, "sendMessageBatch", SqsClient.class, sqs), new OpenLimits(2, 2, 0));
        once.update(tournament.id());
        List<String> first = receive();
        first.forEach(id -> play(id, -1));
        assertThrows(IllegalStateException.class, () -> once.update(tournament.id()));

        sweep();
        playOn(tournament, planner(dynamoDb, sqs, new OpenLimits(2, 2, 0)), -1);

        assertPlayedOnce(tournament, pure(tournament, -1));
    }

    @Test
    void two_concurrent_planners_start_no_match_twice() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 6, 2, true);
        List<TournamentUpdate> planners = List.of(planner(), planner(), planner());
        while (!now(tournament).state().over()) {
            TestStore.atOnce(planners.size() + 1, thread -> {
                if (thread == planners.size()) {
                    receive().forEach(id -> play(id, -1));
                    return true;
                }
                try {
                    return planners.get(thread).update(tournament.id());
                } catch (IllegalStateException othersWereFaster) {
                    assertTrue(othersWereFaster.getMessage().contains("times while it was being updated"));
                    return false;
                }
            });
        }

        assertPlayedOnce(tournament, pure(tournament, -1));
        assertEquals(60, journal(tournament).size());
    }

    @Test
    void matches_started_under_wider_limits_count() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 6, 1, true);
        planner(dynamoDb, sqs, new OpenLimits(30, 10, 0)).update(tournament.id());
        List<String> all = receive();
        assertEquals(30, all.size());

        TournamentUpdate narrow = planner(dynamoDb, sqs, new OpenLimits(2, 1, 0));
        narrow.update(tournament.id());
        assertEquals(30, now(tournament).progress().open().size());
        // In an order in which the planner with narrow limits would not have started them.
        all.reversed().forEach(id -> play(id, -1));
        narrow.update(tournament.id());

        assertEquals(TournamentState.FINISHED, now(tournament).state());
        assertPlayedOnce(tournament, pure(tournament, -1));
    }

    @Test
    void after_a_cancellation_nothing_starts_and_running_matches_count() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 6, 1, true);
        TournamentUpdate planner = planner();
        planner.update(tournament.id());
        List<String> begun = receive();
        play(begun.removeFirst(), -1);

        tournaments.cancel(tournament.id());
        planner.update(tournament.id());

        assertEquals(TournamentState.CANCELLING, now(tournament).state());
        assertEquals(begun.size(), now(tournament).progress().open().size());
        assertEquals(List.of(), receive());
        assertEquals(
                "cancelling",
                files.get(now(tournament)).orElseThrow().get("state").text());
        begun.forEach(id -> play(id, -1));
        planner.update(tournament.id());
        assertEquals(TournamentState.CANCELLED, now(tournament).state());
        Plain published = files.get(now(tournament)).orElseThrow();
        assertEquals("cancelled", published.get("state").text());
        assertEquals(begun.size() + 1, published.get("played").value());
        assertEquals(begun.size() + 1, journal(tournament).size());
    }

    @Test
    void a_blocked_owner_has_its_tournaments_cancelled() {
        String owner =
                new Owners(aws.table(), clock).create("Ada", Scope.PLAY).owner().id();
        TournamentRecord running = create(owner, Format.ROUND_ROBIN, 6, 1, true);
        TournamentRecord planned = create(owner, Format.ROUND_ROBIN, 6, 1, true);
        TournamentRecord others = create(Format.ROUND_ROBIN, 6, 1, true);
        TournamentUpdate planner = planner();
        planner.update(running.id());
        List<String> begun = receive();
        play(begun.removeFirst(), -1);

        new Owners(aws.table(), clock).change(owner, null, true);
        for (TournamentRecord each : List.of(running, planned, others)) {
            planner.update(each.id());
        }

        assertEquals(TournamentState.CANCELLED, now(planned).state());
        assertEquals(TournamentState.RUNNING, now(others).state());
        assertEquals(TournamentState.CANCELLING, now(running).state());
        begun.forEach(id -> play(id, -1));
        planner.update(running.id());
        assertEquals(TournamentState.CANCELLED, now(running).state());
        assertEquals(begun.size() + 1, journal(running).size());
    }

    @Test
    void a_cancelled_tournament_does_not_wait_for_failed_or_missing_matches() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 4, 1, true);
        TournamentUpdate killed = planner(dyingAfter(1, "putItem", DynamoDbClient.class, dynamoDb), sqs, LIMITS);
        assertThrows(IllegalStateException.class, () -> killed.update(tournament.id()));
        tournaments.cancel(tournament.id());
        String put = now(tournament).progress().open().stream()
                .map(each -> tournament.matchId(each))
                .filter(id -> matches.find(id).isPresent())
                .findFirst()
                .orElseThrow();
        TournamentUpdate planner = planner();
        planner.update(tournament.id());
        assertEquals(1, now(tournament).progress().open().size());
        fail(put);

        planner.update(tournament.id());

        assertEquals(TournamentState.CANCELLED, now(tournament).state());
        assertEquals(1, files.get(now(tournament)).orElseThrow().get("failed").value());
    }

    private void fail(String id) {
        LeaseResult.Leased leased = assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(id, "a-runner"));
        assertTrue(leases.failMatch(leased.lease(), "the cloud fell down"));
    }

    @Test
    void failed_matches_are_shown_and_count_once_they_are_requeued_and_played() {
        TournamentRecord tournament = create(Format.GAUNTLET, 3, 1, true);
        TournamentUpdate planner = planner();
        planner.update(tournament.id());
        List<String> all = new ArrayList<>(receive());
        String failed = all.removeLast();
        fail(failed);
        all.forEach(id -> play(id, -1));
        planner.update(tournament.id());
        while (matches.find(failed).orElseThrow().status() == Status.FAILED
                && files.get(tournament).orElseThrow().get("failed").value().equals(0)) {
            clock.forward(Duration.ofSeconds(31));
            planner.update(tournament.id());
            receive().forEach(id -> play(id, -1));
        }

        assertEquals(1, files.get(tournament).orElseThrow().get("failed").value());
        assertEquals(TournamentState.RUNNING, now(tournament).state());
        sqs.sendMessage(send ->
                send.queueUrl(environment.get("BOUT_MATCHES_DEAD_LETTERS")).messageBody(failed));
        assertEquals(
                1,
                new Requeue(aws.matches(clock), aws.deadLetterInbox(), aws.matchQueue(), clock)
                        .run()
                        .putBack());
        play(failed, -1);
        planner.update(tournament.id());
        assertEquals(TournamentState.FINISHED, now(tournament).state());
        assertEquals(0, files.get(now(tournament)).orElseThrow().get("failed").value());
    }

    @Test
    void a_player_failing_all_calls_is_withdrawn_and_the_table_says_so() {
        TournamentRecord tournament = create(Format.ROUND_ROBIN, 8, 2, true);

        playOn(tournament, planner(), 4);

        Plain last = files.get(now(tournament)).orElseThrow().get("table").at(7);
        assertEquals(4, last.get("player").value());
        assertEquals(true, last.get("withdrawn").value());
        assertEquals(true, last.get("annulled").value());
        // Two matches with ten failed calls each, and those that were open then.
        int ofBroken = journal(tournament).size() - 2 * 7 * 6;
        assertTrue(ofBroken >= 2 && ofBroken <= 2 + LIMITS.ofPlayer(), "" + ofBroken);
    }

    @Test
    void the_next_planner_publishes_the_end_after_a_crash() {
        TournamentRecord tournament = create(Format.GAUNTLET, 2, 1, true);
        planner().update(tournament.id());
        receive().forEach(id -> play(id, -1));
        tournaments.end(now(tournament), TournamentState.FINISHED, 2, List.of());

        planner().update(tournament.id());

        assertEquals(
                "finished",
                files.get(now(tournament)).orElseThrow().get("state").text());
    }

    @Test
    void only_public_tournaments_are_listed_with_their_leaders() {
        TournamentRecord first = create(Format.KNOCKOUT, 2, 1, true);
        playOn(first, planner(), -1);
        TournamentRecord hidden = create(Format.KNOCKOUT, 2, 1, false);
        clock.forward(Duration.ofSeconds(1));
        TournamentRecord second = create(Format.GAUNTLET, 2, 1, true);

        planner().update(hidden.id());
        planner().update(second.id());

        List<Plain> listed = files.get(PublicTournaments.FILE)
                .orElseThrow()
                .get("tournaments")
                .entries();
        assertEquals(
                List.of(second.id(), first.id()),
                listed.stream().map(each -> each.get("id").text()).toList());
        assertEquals("finished", listed.get(1).get("state").text());
        assertTrue(listed.get(1).get("leader").text().startsWith("player "));
        assertTrue(listed.get(1).get("leaderKey").text().contains(":"), () -> "" + listed.get(1));
        assertEquals(null, listed.get(0).get("leader").value());
        assertEquals("running", listed.get(0).get("state").text());
        assertEquals(Optional.empty(), files.get("tournaments/" + hidden.id() + ".json"));
        assertTrue(files.get(now(hidden)).isPresent());
    }

    @Test
    void the_stage_of_a_contest_is_listed_by_when_it_began() {
        TournamentRecord stage = planned("somebody", Format.GAUNTLET, 2, 1, true);
        TournamentRecord earlier = create(Format.GAUNTLET, 2, 1, true);
        planner().update(earlier.id());
        clock.forward(Duration.ofHours(1));
        TournamentRecord begun = TournamentRecord.planned(stage.id(), stage.settings(), clock.instant());
        create(begun, houseBots(2));
        planner().update(begun.id());

        assertEquals(
                List.of(begun.id(), earlier.id()),
                files.get(PublicTournaments.FILE).orElseThrow().get("tournaments").entries().stream()
                        .map(each -> each.get("id").text())
                        .toList());
    }

    @Test
    void nobody_is_listed_as_the_winner_of_a_shared_first_place() {
        int boards = IntStream.rangeClosed(1, 20)
                .filter(each -> pure(planned("somebody", Format.ROUND_ROBIN, 2, each, true), -1).table().rows().stream()
                        .allMatch(row -> row.rank() == 1))
                .findFirst()
                .orElseThrow();
        TournamentRecord level = create(Format.ROUND_ROBIN, 2, boards, true);
        playOn(level, planner(), -1);

        assertEquals(2, now(level).progress().winners().size());
        Plain listed = files.get(PublicTournaments.FILE)
                .orElseThrow()
                .get("tournaments")
                .at(0);
        assertEquals("finished", listed.get("state").text());
        assertEquals(null, listed.get("leader").value());
    }

    private ResponseBytes<GetObjectResponse> feed() {
        return feed("tournaments");
    }

    private ResponseBytes<GetObjectResponse> feed(String name) {
        return TestAws.clients(environment).s3().get().getObjectAsBytes(get -> get.bucket(
                        environment.get("BOUT_BUCKET"))
                .key("standings/" + name + ".atom"));
    }

    private static String text(ResponseBytes<GetObjectResponse> feed) throws IOException {
        try (InputStream gzip = new GZIPInputStream(feed.asInputStream())) {
            return new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void the_feed_has_public_tournaments_and_is_written_when_one_starts_or_ends() throws IOException {
        TournamentRecord hidden = create(Format.KNOCKOUT, 2, 1, false);
        planner().update(hidden.id());
        assertThrows(NoSuchKeyException.class, this::feed);

        TournamentRecord cup = create(Format.KNOCKOUT, 2, 1, true);
        TournamentUpdate planner = planner();
        planner.update(cup.id());
        ResponseBytes<GetObjectResponse> started = feed();
        assertEquals("application/atom+xml", started.response().contentType());
        assertTrue(text(started).contains(": has started</title>"), text(started));
        assertTrue(text(started).contains("https://bout.example/tournament.html?id=" + cup.id()), text(started));
        assertFalse(text(started).contains(hidden.id()), text(started));

        playOn(cup, planner, -1);
        assertTrue(text(feed()).contains(": won by player "), text(feed()));
        assertEquals(2, text(feed()).split("<entry>").length);
    }

    @Test
    void each_public_tournament_has_a_feed_of_its_matches_and_its_end() throws IOException {
        TournamentRecord hidden = create(Format.GAUNTLET, 3, 1, false);
        playOn(hidden, planner(), -1);
        assertThrows(NoSuchKeyException.class, () -> feed("tournaments/" + hidden.id()));

        TournamentRecord cup = create(Format.GAUNTLET, 3, 1, true);
        TournamentUpdate planner = planner();
        planner.update(cup.id());
        String started = text(feed("tournaments/" + cup.id()));
        assertTrue(started.contains(": has started</title>"), started);

        List<String> open = receive();
        play(open.getFirst(), -1);
        planner.update(cup.id());
        assertEquals(started, text(feed("tournaments/" + cup.id())), "it was written less than a minute before");
        clock.forward(Duration.ofMinutes(1));
        planner.update(cup.id());
        String first = text(feed("tournaments/" + cup.id()));
        assertEquals(3, first.split("<entry>").length);
        assertTrue(first.contains("https://bout.example/match.html?id=" + open.getFirst()), first);
        assertTrue(first.matches("(?s).*<title>player \\d vs player \\d: (player \\d wins|draw), .*"), first);

        open.stream().skip(1).forEach(id -> play(id, -1));
        playOn(cup, planner, -1);
        String last = text(feed("tournaments/" + cup.id()));
        assertTrue(last.contains(": won by player "), last);
        assertEquals(now(cup).progress().played() + 2, last.split("<entry>").length);
    }

    @Test
    void a_message_for_an_unknown_tournament_changes_nothing() {
        planner().update(IdKind.TOURNAMENT.next(IDS));

        assertEquals(List.of(), receive());
        assertFalse(files.get(PublicTournaments.FILE).isPresent());
    }

    // Bots of others -----------------------------------------------------------------------------------------------

    private static final int PLACES = 4;
    private static final OpenLimits WITH_PLACES = new OpenLimits(400, 8, PLACES);

    /** A registered bot. */
    private PlayerRecord bot(String owner, String name) {
        BotRecord bot = new TestBots(bots, clock)
                .registered(owner, "tokens", name, new Program.AtUrl("https://bots.example.org/" + name));
        return PlayerRecord.registered(name, bot.id(), null);
    }

    /** A tournament in which these bots meet each other and three house bots, twice. */
    private TournamentRecord with(String owner, Format format, PlayerRecord... entered) {
        List<PlayerRecord> players = new ArrayList<>(List.of(entered));
        players.addAll(houseBots(3));
        int boards = format == Format.KNOCKOUT ? 1 : 2;
        return create(planned(owner, format, players.size(), boards, true), players);
    }

    /** How many matches of a bot wait for a runner or are played. */
    private long openOf(PlayerRecord bot) {
        return matches.find(List.copyOf(sent)).stream()
                .filter(match -> !match.status().over() && match.players().contains(bot))
                .count();
    }

    @Test
    void strangers_tournaments_together_have_a_few_open_matches_of_a_bot_and_all_of_them_end() {
        PlayerRecord ada = bot("ada", "Ada");
        PlayerRecord ben = bot("ben", "Ben");
        List<TournamentRecord> cups = new ArrayList<>();
        for (String owner : List.of("eve", "fay")) {
            cups.add(with(owner, Format.ROUND_ROBIN, ada, ben));
            cups.add(with(owner, Format.KNOCKOUT, ada, ben));
            cups.add(with(owner, Format.SWISS, ada, ben));
        }
        TournamentUpdate planner = planner(dynamoDb, sqs, WITH_PLACES);
        List<String> queued = new ArrayList<>();
        SeededRandom random = new SeededRandom("3");
        boolean full = false;
        while (!cups.stream().allMatch(cup -> now(cup).state().over())) {
            cups.forEach(cup -> planner.update(cup.id()));
            queued.addAll(receive());
            for (PlayerRecord bot : List.of(ada, ben)) {
                assertTrue(openOf(bot) <= PLACES, openOf(bot) + " matches of " + bot.name() + " are open");
                full |= openOf(bot) == PLACES;
            }
            for (int i = 0; i < 10 && !queued.isEmpty(); i++) {
                play(queued.remove(random.nextInt(queued.size())), -1);
            }
        }
        assertTrue(full);
        cups.forEach(cup -> assertPlayedOnce(cup, pure(cup, -1)));
        assertEquals(Set.of(), matches.openOf(ada.bot() + "#tournaments"), "all places are free again");
    }

    @Test
    void both_matches_on_a_board_wait_for_a_place_and_the_standings_do_not_name_them() {
        PlayerRecord ada = bot("ada", "Ada");
        TournamentRecord cup = with("eve", Format.GAUNTLET, ada);

        planner(dynamoDb, sqs, WITH_PLACES).update(cup.id());

        List<String> started = receive();
        assertEquals(PLACES, openOf(ada));
        started.forEach(id -> assertTrue(started.contains(MatchIds.otherOnBoard(id)), id));
        assertEquals(PLACES, files.get(cup).orElseThrow().get("now").length());
        assertTrue(now(cup).progress().open().size() > PLACES);
    }

    @Test
    void the_tournaments_of_a_bots_owner_need_no_place() {
        PlayerRecord ada = bot("ada", "Ada");
        TournamentUpdate planner = planner(dynamoDb, sqs, WITH_PLACES);
        planner.update(with("eve", Format.GAUNTLET, ada).id());
        planner.update(with("ada", Format.GAUNTLET, ada).id());
        receive();
        assertEquals(PLACES + 8, openOf(ada));
    }

    @Test
    void places_that_a_crash_left_taken_are_freed_when_the_tournament_is_cancelled() {
        PlayerRecord ada = bot("ada", "Ada");
        TournamentRecord crashed = with("eve", Format.GAUNTLET, ada);
        TournamentUpdate dying = planner(dyingAfter(0, "putItem", DynamoDbClient.class, dynamoDb), sqs, WITH_PLACES);
        assertThrows(IllegalStateException.class, () -> dying.update(crashed.id()));
        tournaments.cancel(crashed.id());
        planner(dynamoDb, sqs, WITH_PLACES).update(crashed.id());
        TournamentRecord next = with("fay", Format.GAUNTLET, ada);

        planner(dynamoDb, sqs, WITH_PLACES).update(next.id());

        receive();
        assertEquals(PLACES, openOf(ada));
    }

    @Test
    void matches_whose_places_were_taken_before_a_crash_are_started() {
        PlayerRecord ada = bot("ada", "Ada");
        TournamentRecord crashed = with("eve", Format.GAUNTLET, ada);
        TournamentUpdate dying = planner(dyingAfter(1, "putItem", DynamoDbClient.class, dynamoDb), sqs, WITH_PLACES);
        assertThrows(IllegalStateException.class, () -> dying.update(crashed.id()));

        planner(dynamoDb, sqs, WITH_PLACES).update(crashed.id());

        sweep();
        receive();
        assertEquals(PLACES, openOf(ada));
    }
}
