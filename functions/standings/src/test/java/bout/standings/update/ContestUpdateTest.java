package bout.standings.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.contest.Contest;
import bout.competition.contest.Contest.State;
import bout.competition.contest.ContestEvent.Cancelled;
import bout.competition.contest.ContestEvent.Closed;
import bout.competition.contest.ContestEvent.Disqualified;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestEvent.Entrant;
import bout.competition.contest.ContestEvent.Late;
import bout.competition.contest.ContestEvent.Revealed;
import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Reveal;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.contest.Grade;
import bout.competition.contest.Grade.Criterion;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.competition.tournament.Plan;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.engine.Plain;
import bout.engine.Result;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestBots;
import bout.store.TestClock;
import bout.store.TestQueues;
import bout.store.TestStore;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.contest.ContestRecord;
import bout.store.contest.ContestRecord.ContestSettings;
import bout.store.contest.Contests;
import bout.store.contest.Contests.Added;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.GameSettings;
import bout.store.match.Leases;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.tournament.Tournaments;
import bout.store.webhook.WebhookTarget;
import bout.store.webhook.WebhookTarget.ChatFormat;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contests carried on with the real table, queue and bucket; this class plays their matches. */
@Tag("aws")
@Timeout(60)
class ContestUpdateTest {

    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());

    private final Map<String, String> environment = TestAws.application().environment();
    private final Aws aws = TestAws.aws(environment);
    private final TestClock clock = new TestClock(Instant.now());
    private final Contests contests = new Contests(aws.table());
    private final Tournaments tournaments = new Tournaments(aws.table(), clock);
    private final Bots bots = new Bots(aws.table(), clock);
    private final Matches matches = aws.matches(clock);
    private final Leases leases = aws.leases(clock);
    private final Journals journals = new Journals(aws.table());
    private final ContestUpdate update = new ContestUpdate(aws, new StandingsFiles(aws.bucket()), clock);
    private final TournamentUpdate planner = new TournamentUpdate(
            aws,
            new StandingsFiles(aws.bucket()),
            URI.create("https://bout.example"),
            new OpenLimits(50, 50, 0),
            clock);

    /** In the order of their strength: a bot beats all those after it. */
    private final List<String> strongest = new ArrayList<>();

    private BotRecord bot(String owner, Program program) {
        BotRecord bot = new TestBots(bots, clock).registered(owner, "tokens", "Bot of " + owner, program);
        strongest.add(bot.id());
        return bot;
    }

    private String contest(Stage... stages) {
        return contest(null, Reveal.AT_ONCE, false, stages);
    }

    private String contest(WebhookTarget webhook, Reveal reveal, boolean ladder, Stage... stages) {
        ContestRecord contest = new ContestRecord(
                IdKind.CONTEST.next(IDS),
                new ContestSettings(
                        "Cup",
                        "admin",
                        true,
                        "",
                        GameSettings.of("tokens"),
                        new ContestPlan(clock.instant().plus(Duration.ofHours(1)), 1, List.of(stages), reveal, ladder),
                        "secret",
                        false,
                        null,
                        webhook),
                clock.instant(),
                List.of());
        contests.create(contest, null, clock);
        return contest.id();
    }

    private void enter(String contest, BotRecord bot) {
        assertInstanceOf(
                Added.Done.class,
                contests.add(
                        contest,
                        each -> new Entered(
                                clock.instant(),
                                bot.owner(),
                                bot.id(),
                                bot.settings().name())));
    }

    private Contest now(String id) {
        return contests.find(id).orElseThrow().contest();
    }

    /** Plays the tournament of the present stage to its end. */
    private void playStage(String contest) {
        TournamentRecord tournament =
                tournaments.find(now(contest).stages().getLast().tournament()).orElseThrow();
        while (!planner.update(tournament.id())) {
            tournaments
                    .find(tournament.id())
                    .orElseThrow()
                    .progress()
                    .open()
                    .forEach(fixture -> play(tournament.matchId(fixture)));
        }
    }

    /** Plays the present stage to its end, and goes on. */
    private void endStage(String contest) {
        playStage(contest);
        update.update(contest);
    }

    /** Goes on after the deadline. */
    private void close(String contest) {
        clock.forward(Duration.ofHours(2));
        update.update(contest);
    }

    private void play(String id) {
        if (leases.takeLease(id, "a-runner") instanceof LeaseResult.Leased leased) {
            List<Integer> strength = leased.lease().match().players().stream()
                    .map(player -> strongest.size() - strongest.indexOf(player.bot()))
                    .toList();
            SeatTally tally = new SeatTally(10, Map.of(), AnswerTimes.NONE);
            leases.finishMatch(
                    leased.lease(),
                    Result.byScore(strength.get(0), strength.get(1), "test"),
                    List.of(),
                    10,
                    List.of(tally, tally));
        }
        MatchRecord over = matches.find(id).orElseThrow();
        journals.append(over.subject().orElseThrow(), List.of(over));
    }

    private void onLadder(String contest, BotRecord first, BotRecord second) {
        MatchRecord match = MatchRecord.queued(
                IDS.next(),
                new MatchSettings(
                        GameSettings.of("tokens"),
                        Stream.of(first, second)
                                .map(bot ->
                                        PlayerRecord.registered(bot.settings().name(), bot.id(), null))
                                .toList(),
                        "7"),
                MatchOrigin.competition(new Competition.OfLadder(contest, List.of(1, 1))),
                clock.instant());
        matches.acceptMatch(match, null, MatchLimits.NONE, Set.of());
        play(match.id());
    }

    @Test
    void the_seeds_come_from_the_ladder_of_the_contest_if_it_has_one() {
        String id = contest(null, Reveal.AT_ONCE, true, new Stage(Map.of("format", "swiss"), null));
        String other = contest(null, Reveal.AT_ONCE, true, new Stage(Map.of("format", "swiss"), null));
        BotRecord best = bot("ada", new Program.Connected());
        BotRecord second = bot("ben", new Program.Connected());
        BotRecord idle = bot("cid", new Program.Connected());
        for (BotRecord each : List.of(idle, second, best)) {
            enter(id, each);
            enter(other, each);
        }
        onLadder(id, second, best);
        Collections.reverse(strongest);
        onLadder(other, second, best);
        onLadder(null, second, best);
        clock.forwardMillis(Duration.ofHours(1).plusSeconds(10).toMillis());
        update.update(id);
        update.update(other);
        List<String> seeds = List.of(best.id(), second.id(), idle.id());
        assertEquals(seeds, now(id).stages().getFirst().bots());
        assertEquals(
                List.of(second.id(), best.id(), idle.id()),
                now(other).stages().getFirst().bots());
        Closed closed = contests.find(id).orElseThrow().journal().stream()
                .filter(Closed.class::isInstance)
                .map(Closed.class::cast)
                .findFirst()
                .orElseThrow();
        assertEquals(1, closed.ladder(), "the results by then");
        assertEquals(seeds, closed.entrants().stream().map(Entrant::bot).toList());
    }

    @Test
    void a_contest_closes_at_its_deadline_plays_its_stages_and_ends() {
        String id = contest(new Stage(Map.of("format", "swiss"), null), new Stage(Map.of("format", "knockout"), 2));
        BotRecord best = bot("ada", Program.Published.of("() => 1", false));
        BotRecord second = bot("ben", new Program.Connected());
        BotRecord third = bot("cid", new Program.Connected());
        for (BotRecord each : List.of(third, second, best)) {
            enter(id, each);
        }
        update.update(id);
        assertEquals(State.OPEN, now(id).state());

        clock.forwardMillis(Duration.ofHours(1).toMillis());
        update.update(id);
        assertEquals(State.OPEN, now(id).state(), "something published in time may still be on its way");
        clock.forwardMillis(Duration.ofSeconds(10).toMillis());
        update.update(id);
        assertEquals(State.RUNNING, now(id).state());
        change(best, Program.Published.of("() => 2", false));
        Entrant pinned = now(id).entrants().stream()
                .filter(each -> each.bot().equals(best.id()))
                .findFirst()
                .orElseThrow();
        assertEquals(best.code(), pinned.code());
        assertTrue(tournaments.players(now(id).stages().getLast().tournament()).stream()
                .map(PlayerRecord::code)
                .anyMatch(best.code()::equals));
        endStage(id);
        assertEquals(List.of(best.id(), second.id()), now(id).stages().getLast().bots());
        endStage(id);
        assertEquals(State.FINISHED, now(id).state());
        assertEquals(List.of(best.id(), second.id(), third.id()), now(id).ranking());
        int entries = contests.find(id).orElseThrow().journal().size();
        update.update(id);
        assertEquals(entries, contests.find(id).orElseThrow().journal().size(), "nothing follows");
    }

    @Test
    void a_late_bot_plays_the_next_stage_with_the_program_that_was_pinned() {
        String id = contest(new Stage(Map.of(), null), new Stage(Map.of("format", "knockout"), 2));
        BotRecord late = bot("eve", code(1));
        List<BotRecord> first = Stream.of("ada", "ben", "cid")
                .map(owner -> bot(owner, new Program.Connected()))
                .toList();
        first.forEach(each -> enter(id, each));
        close(id);
        Entrant entrant = new Entrant(late.id(), late.owner(), "Bot of eve", 1, late.code());
        contests.add(id, each -> new Late(clock.instant(), entrant, "ill"));
        change(late, code(2));
        endStage(id);
        assertEquals(
                List.of(first.get(0).id(), first.get(1).id(), late.id()),
                now(id).stages().getLast().bots());
        assertEquals(
                late.code(),
                tournaments
                        .players(now(id).stages().getLast().tournament())
                        .getLast()
                        .code());
        endStage(id);
        List<Grade> grades = Grade.of(
                contests.find(id).orElseThrow().settings().plan(), now(id), stage -> new StandingsFiles(aws.bucket())
                        .get(tournaments.find(stage.tournament()).orElseThrow())
                        .orElseThrow());
        assertEquals(1, grades.getLast().place());
        assertNull(grades.getLast().stages().getFirst());
        assertEquals(1, grades.getLast().stages().getLast().place());
    }

    private void change(BotRecord bot, Program program) {
        BotRecord before = bots.find(bot.id()).orElseThrow();
        assertInstanceOf(
                Bots.BotChange.Done.class,
                bots.change(
                        before,
                        before.changed(
                                new BotSettings(
                                        "Better", program, before.settings().secret(), Visibility.PUBLIC, true),
                                clock.instant())));
    }

    private static Program code(int number) {
        return Program.Published.of("() => " + number, false);
    }

    @Test
    void code_counts_as_it_was_at_the_deadline_whatever_comes_later_and_whenever_it_is_closed() {
        String id = contest(new Stage(Map.of(), null));
        BotRecord busy = bot("ada", code(0));
        BotRecord connected = bot("ben", new Program.Connected());
        BotRecord published = bot("cid", code(1000));
        List.of(busy, connected, published).forEach(each -> enter(id, each));
        Instant deadline = now(id).deadline();
        clock.forwardMillis(Duration.between(clock.instant(), deadline).toMillis() - 500);
        int last = 0;
        // One in a millisecond, some of them at the same.
        for (int number = 1; number <= 1000; number++) {
            if (clock.instant().isBefore(deadline)) {
                last = number;
            }
            change(busy, code(number));
            if (number % 10 != 0) {
                clock.forwardMillis(1);
            }
        }
        change(connected, code(2000));
        change(published, new Program.AtUrl("https://late.example/"));
        clock.forwardMillis(Duration.ofHours(5).toMillis());
        update.update(id);
        Map<String, Entrant> pinned =
                now(id).entrants().stream().collect(Collectors.toMap(Entrant::bot, entrant -> entrant));
        assertTrue(last > 400 && last < 1000);
        assertEquals(
                ((Program.Published) code(last)).code(), pinned.get(busy.id()).code());
        assertEquals(1 + last, pinned.get(busy.id()).version());
        assertNull(pinned.get(connected.id()).code(), "it could not be frozen at the deadline");
        assertEquals(published.code(), pinned.get(published.id()).code());
    }

    @Test
    void in_a_gauntlet_all_play_against_the_house_bot_which_is_not_ranked() {
        String id = contest(new Stage(Map.of("format", "gauntlet"), null, "greedy", 50));
        BotRecord good = bot("ada", new Program.Connected());
        strongest.add(null);
        BotRecord bad = bot("ben", new Program.Connected());
        List.of(bad, good).forEach(each -> enter(id, each));
        close(id);
        endStage(id);
        assertEquals(List.of(good.id(), bad.id()), now(id).ranking());
        TournamentRecord tournament =
                tournaments.find(now(id).stages().getLast().tournament()).orElseThrow();
        List<Grade> grades = Grade.of(
                contests.find(id).orElseThrow().settings().plan(),
                now(id),
                stage -> new StandingsFiles(aws.bucket()).get(tournament).orElseThrow());
        assertEquals(
                List.of(new Criterion("greedy", 50, 2, 0, false), new Criterion("greedy", 50, 2, 2, true)),
                grades.stream()
                        .map(grade -> grade.stages().getFirst().criterion())
                        .toList());
    }

    @Test
    void a_bot_that_came_alone_plays_a_gauntlet_against_the_house_bot() {
        String id = contest(new Stage(Map.of("format", "gauntlet"), null, "greedy", 50));
        BotRecord alone = bot("ada", new Program.Connected());
        enter(id, alone);
        close(id);
        endStage(id);
        assertEquals(State.FINISHED, now(id).state());
        assertEquals(List.of(alone.id()), now(id).ranking());
    }

    private List<String> queuedWebhooks() {
        return new TestQueues(environment)
                .take("BOUT_WEBHOOKS_QUEUE").stream().sorted().toList();
    }

    @Test
    void webhooks_tell_how_a_contest_goes_on_at_least_once_and_also_what_comes_after_its_end() {
        String id = contest(
                new WebhookTarget("https://hook.example/", null, ChatFormat.SLACK),
                Reveal.BY_ORGANISER,
                false,
                new Stage(Map.of(), null));
        enter(id, bot("ada", new Program.Connected()));
        enter(id, bot("ben", new Program.Connected()));
        update.update(id);
        assertEquals(List.of(), queuedWebhooks());
        close(id);
        assertEquals(List.of(id + "#3", id + "#4"), queuedWebhooks());
        update.update(id);
        assertEquals(List.of(), queuedWebhooks());
        playStage(id);
        ContestRecord before = contests.find(id).orElseThrow();
        update.update(id);
        assertEquals(List.of(id + "#5"), queuedWebhooks());
        assertFalse(contests.open().contains(id));

        contests.add(id, _ -> new Revealed(clock.instant(), 0));
        assertTrue(contests.open().contains(id), "a webhook is to be sent");
        contests.told(before);
        assertEquals(List.of(6), contests.untold(contests.find(id).orElseThrow()), "that was of an outdated contest");
        // Two at once, or one that died after it had sent it, send it twice.
        TestStore.atOnce(2, _ -> new ContestUpdate(aws, new StandingsFiles(aws.bucket()), clock).update(id));
        assertEquals(List.of(id + "#6"), queuedWebhooks().stream().distinct().toList());
        assertFalse(contests.open().contains(id));
    }

    /** Of two bots, the first of whom has won the only stage. */
    private String finished(BotRecord... entered) {
        String id = contest(new Stage(Map.of("boards", 1), null));
        for (BotRecord each : entered) {
            enter(id, each);
        }
        close(id);
        endStage(id);
        return id;
    }

    private List<String> played(String tournament) {
        return journals.read(new Subject.Tournament(tournament), 0, 100).stream()
                .filter(entry -> !entry.takesBack())
                .map(JournalEntry::match)
                .toList();
    }

    @Test
    void a_match_is_played_again_once_whoever_asks_at_once_and_the_ranking_follows() {
        BotRecord ada = bot("ada", new Program.Connected());
        BotRecord ben = bot("ben", new Program.Connected());
        String id = finished(ada, ben);
        assertEquals(List.of(ada.id(), ben.id()), now(id).ranking());
        String tournament = now(id).stages().getLast().tournament();
        List<String> before = played(tournament);
        MatchRecord match = matches.find(before.getFirst()).orElseThrow();
        assertEquals(
                new Added.Refused("the stage that began last has no such match"),
                contests.again(
                        id,
                        matches.find(played(now(finished(ada, ben))
                                                .stages()
                                                .getLast()
                                                .tournament())
                                        .getFirst())
                                .orElseThrow(),
                        "x",
                        clock));
        TestStore.atOnce(4, i -> contests.again(id, match, "The network was down.", clock));
        assertEquals(List.of(match.id()), now(id).takenBack(0));
        assertEquals(State.RUNNING, now(id).state());
        assertEquals(List.of(id), contests.open().stream().filter(id::equals).toList());
        assertEquals(3, journals.length(new Subject.Tournament(tournament)));
        update.update(id);
        assertEquals(State.RUNNING, now(id).state(), "its tournament is not the finished one any more");

        Collections.reverse(strongest);
        endStage(id);
        assertEquals(State.FINISHED, now(id).state());
        assertEquals(3, played(tournament).size());
        MatchRecord again = matches.find(played(tournament).getLast()).orElseThrow();
        assertEquals(match.players(), again.players());
        assertFalse(before.contains(again.id()));
        assertNotEquals(match.settings().seed(), again.settings().seed());
        Plain table = new StandingsFiles(aws.bucket())
                .get(tournaments.find(tournament).orElseThrow())
                .orElseThrow();
        assertEquals(List.of(match.id()), table.get("again").value());
        assertEquals(2, table.get("played").value());
        assertEquals(
                2,
                table.get("table").at(0).get("points").integer(0, 9)
                        + table.get("table").at(1).get("points").integer(0, 9));
        assertEquals(State.FINISHED, contests.find(id).orElseThrow().contest().state());
        assertFalse(contests.open().contains(id));
    }

    @Test
    void who_cannot_play_at_the_deadline_is_left_out_and_one_alone_is_no_contest() {
        String id = contest(new Stage(Map.of(), null));
        BotRecord here = bot("ada", new Program.Connected());
        BotRecord paused = bot("ben", new Program.Connected());
        BotRecord gone = bot("cid", new Program.Connected());
        List.of(here, paused, gone).forEach(each -> enter(id, each));
        bots.change(paused, paused.paused(clock.instant()));
        bots.delete(gone);
        close(id);
        assertEquals(
                List.of(here.id()),
                now(id).entrants().stream().map(Entrant::bot).toList());
        assertEquals(State.CANCELLED, now(id).state());
        assertEquals("Stage 1 could not begin: fewer than two bots can play it.", now(id).reason());
    }

    @Test
    void a_stage_for_more_bots_than_came_has_fewer_rounds() {
        String id = contest(new Stage(Map.of("format", "swiss", "rounds", 5, "boards", 2), null));
        List.of("ada", "ben", "cid").forEach(owner -> enter(id, bot(owner, new Program.Connected())));
        close(id);
        assertEquals(State.RUNNING, now(id).state(), () -> now(id).reason());
        Plan played = tournaments
                .find(now(id).stages().getLast().tournament())
                .orElseThrow()
                .settings()
                .plan();
        assertEquals(2, played.rounds());
        assertEquals(2, played.boards());
        endStage(id);
        assertEquals(strongest, now(id).ranking());
    }

    @Test
    void a_stage_that_is_cancelled_ends_the_contest() {
        String id = contest(new Stage(Map.of(), null));
        enter(id, bot("ada", new Program.Connected()));
        enter(id, bot("ben", new Program.Connected()));
        close(id);
        String tournament = now(id).stages().getLast().tournament();
        tournaments.cancel(tournament);
        planner.update(tournament);
        update.update(id);
        assertEquals(State.CANCELLED, now(id).state());
        assertTrue(now(id).reason().startsWith("Stage 1 was cancelled"), now(id).reason());
    }

    @Test
    void a_contest_is_cancelled_together_with_the_stage_that_is_played() {
        String id = contest(new Stage(Map.of(), null));
        enter(id, bot("ada", new Program.Connected()));
        enter(id, bot("ben", new Program.Connected()));
        close(id);
        String tournament = now(id).stages().getLast().tournament();
        TestStore.atOnce(4, i -> i == 0 ? contests.cancel(id, "It rains.", clock) : planner.update(tournament));
        assertEquals("It rains.", now(id).reason());
        // Of one without matches nothing is left to cancel for the planner that comes last.
        TournamentState state = tournaments.find(tournament).orElseThrow().state();
        assertTrue(Set.of(TournamentState.CANCELLING, TournamentState.CANCELLED).contains(state), state.toString());
        assertEquals(new Added.Refused("the contest is over"), contests.cancel(id, "It snows.", clock));
    }

    @Test
    void a_contest_that_is_over_and_lost_its_webhook_is_not_looked_at_forever() {
        WebhookTarget webhook = new WebhookTarget("https://hook.example/", null, ChatFormat.SLACK);
        String id = contest(webhook, Reveal.AT_ONCE, false, new Stage(Map.of(), null));
        contests.add(id, each -> new Cancelled(clock.instant(), "No power."));
        // Its organiser was erased before the webhook was sent.
        contests.withoutWebhook(contests.find(id).orElseThrow());
        update.update(id);
        assertFalse(contests.open().contains(id));
    }

    @Test
    void a_stage_of_a_contest_that_is_cancelled_before_the_stage_is_there_is_not_played() {
        String id = contest(new Stage(Map.of(), null));
        enter(id, bot("ada", new Program.Connected()));
        enter(id, bot("ben", new Program.Connected()));
        clock.forward(Duration.ofHours(2));
        // As a request does it, between the entry that a stage begins and its tournament.
        Clock cancels = new Clock() {
            @Override
            public Instant instant() {
                if (now(id).state() == State.RUNNING) {
                    contests.add(id, each -> new Cancelled(clock.instant(), "No power."));
                    tournaments.cancel(now(id).stages().getLast().tournament());
                }
                return clock.instant();
            }

            @Override
            public ZoneId getZone() {
                return clock.getZone();
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return clock.withZone(zone);
            }
        };
        new ContestUpdate(aws, new StandingsFiles(aws.bucket()), cancels).update(id);
        String stage = now(id).stages().getLast().tournament();
        planner.update(stage);
        assertEquals(
                TournamentState.CANCELLED, tournaments.find(stage).orElseThrow().state());
    }

    @Test
    void two_updates_at_once_go_on_with_the_same_and_a_late_disqualification_counts() {
        String id = contest(new Stage(Map.of(), 3), new Stage(Map.of(), 2));
        List<BotRecord> all = new ArrayList<>();
        for (String owner : List.of("ada", "ben", "cid", "dan")) {
            all.add(bot(owner, new Program.Connected()));
            enter(id, all.getLast());
        }
        clock.forward(Duration.ofHours(2));
        TestStore.atOnce(4, i -> {
            new ContestUpdate(aws, new StandingsFiles(aws.bucket()), clock).update(id);
            return i;
        });
        assertEquals(3, now(id).stages().getLast().bots().size());
        assertEquals(1, now(id).stages().size());
        contests.add(
                id, each -> new Disqualified(clock.instant(), all.getFirst().id(), "a copy"));
        endStage(id);
        assertEquals(
                List.of(all.get(1).id(), all.get(2).id()),
                now(id).stages().getLast().bots());
    }
}
