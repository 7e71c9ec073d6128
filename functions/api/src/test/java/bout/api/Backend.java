package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Person;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestBots;
import bout.store.TestQueues;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.journal.Journals;
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
import bout.store.match.SeatKey;
import bout.store.queue.CheckQueue;
import bout.store.runner.Runners;
import bout.wire.Json;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What other functions do to the data behind an API: bots are proven, matches of competitions made, and all played. */
final class Backend {

    static final Result DRAW = Result.of(null, 3, 3, "full");

    static final String SEED = "the-seed";

    /** The turns of a match that has ended. */
    static final int TURNS = 40;

    final Aws aws;
    final Bots bots;
    final Matches matches;
    final Leases leases;
    final Journals journals;
    final MatchIds ids = new MatchIds(Clock.systemUTC(), new SecureRandom());
    final TestQueues queues;
    private final TestBots testBots;

    Backend(Map<String, String> environment) {
        aws = TestAws.aws(environment);
        queues = new TestQueues(environment);
        bots = new Bots(aws.table(), Clock.systemUTC());
        testBots = new TestBots(bots, Clock.systemUTC());
        matches = aws.matches(Clock.systemUTC());
        leases = aws.leases(Clock.systemUTC());
        journals = new Journals(aws.table());
    }

    /** A bot for Tokens at a URL on this machine, which only its owner can play yet. */
    PlayerRecord bot(Person owner, Visibility visibility) {
        return bot(owner, visibility, "http://127.0.0.1:1/" + Gateway.SECRET);
    }

    PlayerRecord bot(Person owner, Visibility visibility, String url) {
        BotRecord bot = testBots.registered(owner.id(), "tokens", "Gary", new Program.AtUrl(url), visibility);
        return PlayerRecord.registered("Gary", bot.id(), null);
    }

    void prove(String bot) {
        testBots.proven(bots.find(bot).orElseThrow());
    }

    MatchRecord accepted(MatchOrigin origin, PlayerRecord... players) {
        return accepted(ids.next(), GameSettings.of("tokens"), origin, players);
    }

    MatchRecord accepted(String id, GameSettings game, MatchOrigin origin, PlayerRecord... players) {
        MatchRecord match =
                MatchRecord.queued(id, new MatchSettings(game, List.of(players), SEED), origin, Instant.now());
        matches.acceptMatch(match, null, MatchLimits.NONE, Set.of());
        return match;
    }

    Lease lease(String match) {
        new Runners(aws.table(), Clock.systemUTC()).start("runner", Duration.ofMinutes(1));
        return assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(match, "runner"))
                .lease();
    }

    void finish(String match, Result result) {
        finish(lease(match), result);
    }

    void finish(Lease lease, Result result) {
        assertTrue(leases.finishMatch(lease, result, List.of(), TURNS, SeatTally.NO_CALLS));
    }

    void journal(String match) {
        MatchRecord played = matches.find(match).orElseThrow();
        journals.append(played.subject().orElseThrow(), List.of(played));
    }

    /** The name of the files of a match that not everyone may read. */
    String fileName(String match) {
        return new SeatKey(aws.table()).ids().fileName(match);
    }

    /** The only message to the function that checks bots. */
    CheckQueue.Task takeCheck() throws Json.NotJson {
        List<String> taken = queues.takeAll("BOUT_CHECKS_QUEUE");
        assertEquals(1, taken.size(), taken::toString);
        return CheckQueue.read(taken.getFirst());
    }
}
