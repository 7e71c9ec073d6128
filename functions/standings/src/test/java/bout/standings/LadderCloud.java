package bout.standings;

import bout.competition.contest.ContestEvent;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Reveal;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.journal.Competition;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestBots;
import bout.store.TestQueues;
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
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** A separate table, bucket and queues, with bots and matches of the Ajax Tiles ladder. */
public final class LadderCloud {

    public static final String GAME = "ajax-tiles";

    public final Map<String, String> environment = TestAws.application().environment();
    public final Aws aws = TestAws.aws(environment);
    public final TestQueues queues = new TestQueues(environment);
    public final Matches matches = aws.matches(Clock.systemUTC());
    public final Leases leases = aws.leases(Clock.systemUTC());
    public final Journals journals = new Journals(aws.table());
    public final Bots bots = new Bots(aws.table(), Clock.systemUTC());
    private final TestBots testBots = new TestBots(bots, Clock.systemUTC());
    private final Contests contests = new Contests(aws.table());
    private final MatchIds ids = new MatchIds(Clock.systemUTC(), new SecureRandom());

    /** A public, active and proven bot. */
    public BotRecord bot(String name) {
        return botOf("ada", name);
    }

    /** A public, active and proven bot of an owner. */
    public BotRecord botOf(String owner, String name) {
        return testBots.proven(registered(owner, name));
    }

    /** An open contest with a ladder of its own, and these bots in it; its deadline is an hour after its creation. */
    public ContestRecord contest(Instant created, boolean isPublic, BotRecord... entered) {
        ContestPlan plan = new ContestPlan(
                created.plus(Duration.ofHours(1)),
                5,
                List.of(new Stage(Map.of("format", "swiss"), null)),
                Reveal.AT_ONCE,
                true);
        ContestRecord contest = new ContestRecord(
                IdKind.CONTEST.next(ids),
                new ContestSettings("Cup", "an organiser", isPublic, "", GameSettings.of(GAME), plan, "secret"),
                created,
                List.of());
        contests.create(contest, null, Clock.systemUTC());
        for (BotRecord bot : entered) {
            add(
                    contest,
                    new Entered(created, bot.owner(), bot.id(), bot.settings().name()));
        }
        return contests.find(contest.id()).orElseThrow();
    }

    public ContestRecord add(ContestRecord contest, ContestEvent event) {
        return ((Added.Done) contests.add(contest.id(), _ -> event)).contest();
    }

    /** A public, active bot without proof of control. */
    public BotRecord registered(String name) {
        return registered("ada", name);
    }

    private BotRecord registered(String owner, String name) {
        return testBots.registered(owner, GAME, name, new Program.AtUrl("https://bots.example.org/" + name));
    }

    /** Changes all of a bot's settings except its secret. */
    public void change(BotRecord bot, String name, Program program, Visibility visibility, boolean active) {
        BotSettings settings = new BotSettings(name, program, bot.settings().secret(), visibility, active);
        bots.change(bot, bot.changed(settings, Instant.now()));
    }

    public void hide(BotRecord bot) {
        change(bot, bot.settings().name(), bot.settings().program(), Visibility.PRIVATE, true);
    }

    public BotRecord found(BotRecord bot) {
        return bots.find(bot.id()).orElseThrow();
    }

    public static PlayerRecord player(BotRecord bot) {
        return PlayerRecord.registered(bot.settings().name(), bot.id(), null);
    }

    public static PlayerRecord house(String name) {
        return PlayerRecord.house(name, name);
    }

    /** A match that no runner has taken. */
    public MatchRecord accepted(PlayerRecord first, PlayerRecord second, MatchOrigin origin) {
        MatchRecord match = MatchRecord.queued(
                ids.next(),
                new MatchSettings(GameSettings.of(GAME), List.of(first, second), "7"),
                origin,
                Instant.now());
        matches.acceptMatch(match, null, MatchLimits.NONE, Set.of());
        return match;
    }

    /** Plays a ladder match to this result and writes it to the journal. */
    public MatchRecord played(
            PlayerRecord first, int firstVersion, PlayerRecord second, int secondVersion, Seat winner) {
        return played(first, second, new Competition.OfLadder(firstVersion, secondVersion), winner);
    }

    public MatchRecord played(PlayerRecord first, PlayerRecord second, Competition ladder, Seat winner) {
        MatchRecord match = accepted(first, second, MatchOrigin.competition(ladder));
        finish(match.id(), winner);
        journal(List.of(match.id()));
        return match;
    }

    /** Plays a ladder match that the bot in seat 1 ends by failing, and writes it to the journal. */
    public void lostByFailing(PlayerRecord bot, int version, PlayerRecord house, Failure.Kind kind) {
        MatchRecord match = accepted(bot, house, MatchOrigin.competition(new Competition.OfLadder(version, 0)));
        Lease lease = ((LeaseResult.Leased) leases.takeLease(match.id(), "a-runner")).lease();
        leases.finishMatch(
                lease,
                Result.of(Seat.SECOND, 3, 9, "forfeit"),
                List.of(new Replay.FailedCall(6, 6, Seat.FIRST, new Failure(kind, "it failed"))),
                7,
                SeatTally.NO_CALLS);
        journal(List.of(match.id()));
    }

    /** Plays a ladder match to this result, which is not yet in the journal. */
    public void finish(String id, Seat winner) {
        Lease lease = ((LeaseResult.Leased) leases.takeLease(id, "a-runner")).lease();
        leases.finishMatch(
                lease,
                Result.of(winner, winner == Seat.FIRST ? 9 : 3, winner == Seat.SECOND ? 9 : 3, "full"),
                List.of(),
                120,
                List.of(SeatTally.NONE, SeatTally.NONE));
    }

    /** The text of a published feed. */
    public String feed(String name) throws IOException {
        byte[] stored = aws.bucket().get(StandingsFiles.key(name)).orElseThrow();
        try (InputStream text = new GZIPInputStream(new ByteArrayInputStream(stored))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Writes the results of finished matches to the journals of their ladders. */
    public void journal(List<String> finished) {
        matches.find(finished).stream()
                .collect(Collectors.groupingBy(match -> match.subject().orElseThrow()))
                .forEach(journals::append);
    }
}
