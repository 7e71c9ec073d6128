package bout.standings.matchmaking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.Seat;
import bout.games.Games;
import bout.standings.LadderCloud;
import bout.standings.update.JournalledLadders;
import bout.store.bot.BotRecord;
import bout.store.bot.BotSettings;
import bout.store.bot.Visibility;
import bout.store.id.MatchIds;
import bout.store.journal.LadderRuns;
import bout.store.match.Competition;
import bout.store.match.GameSettings;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchQuery;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.table.Listing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

@Tag("aws")
class LadderMatchmakerTest {

    private static final Game<?, ?> GAME = Games.byId(LadderCloud.GAME).orElseThrow();
    private static final Set<String> HOUSE = GAME.houseBots().stream()
            .map(bot -> LadderCloud.house(bot.name()).key())
            .collect(Collectors.toSet());

    /** Recent enough for everything that looks for messages and ids. */
    private static final Instant HOUR = Instant.now().truncatedTo(ChronoUnit.HOURS);

    private final LadderCloud cloud = new LadderCloud();
    private final LadderRuns runs = cloud.aws.ladderRuns();

    private LadderMatchmaker matchmaker(int perHour, int open) {
        return new LadderMatchmaker(
                new JournalledLadders(cloud.journals, cloud.aws.ladderSnapshots()),
                runs,
                cloud.matches,
                cloud.aws.matchQueue(),
                cloud.bots,
                perHour,
                open);
    }

    private static Instant minute(int minute) {
        return HOUR.plus(Duration.ofMinutes(minute));
    }

    /** All matches, oldest first. */
    private List<MatchRecord> matches() {
        return ((Listing.Page<MatchRecord>) cloud.matches.list(new MatchQuery(LadderCloud.GAME, null, 100, null)))
                .items()
                .reversed();
    }

    private static List<String> keys(MatchRecord match) {
        return match.players().stream().map(PlayerRecord::key).toList();
    }

    private Set<String> playing() {
        return matches().stream().flatMap(match -> keys(match).stream()).collect(Collectors.toSet());
    }

    private List<String> sent() {
        try (SqsClient sqs = cloud.aws.sqs()) {
            List<String> bodies = new ArrayList<>();
            List<Message> messages;
            do {
                messages = sqs.receiveMessage(receive -> receive.queueUrl(cloud.environment.get("BOUT_MATCHES_QUEUE"))
                                .maxNumberOfMessages(10))
                        .messages();
                messages.forEach(message -> bodies.add(message.body()));
            } while (!messages.isEmpty());
            return bodies;
        }
    }

    @Test
    void a_pair_plays_the_same_board_from_both_seats() {
        matchmaker(60, 8).run(GAME, minute(1));
        List<MatchRecord> matches = matches();
        assertEquals(2, matches.size());
        assertEquals(keys(matches.get(0)), keys(matches.get(1)).reversed());
        assertEquals(matches.get(0).settings().seed(), matches.get(1).settings().seed());
        assertEquals(
                matches.get(0).settings().game().options(),
                matches.get(1).settings().game().options());
        assertEquals(new Competition.OfLadder(0, 0), matches.get(0).origin().competition());
        assertEquals(Status.QUEUED, matches.get(0).status());
        assertEquals(matches.stream().map(MatchRecord::id).collect(Collectors.toSet()), Set.copyOf(sent()));
    }

    @Test
    void a_repeated_run_starts_nothing_twice() {
        for (int time = 0; time < 3; time++) {
            matchmaker(240, 8).run(GAME, minute(0));
        }
        assertEquals(4, matches().size());
        assertEquals(4, runs.count(LadderCloud.GAME, HOUR));
        matchmaker(240, 8).run(GAME, minute(1));
        assertEquals(8, matches().size());
    }

    @Test
    void concurrent_runs_start_each_match_once_within_the_hourly_limit() throws Exception {
        List<Future<?>> runsAtOnce = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int run = 0; run < 12; run++) {
                int minute = 50 + run / 2;
                runsAtOnce.add(threads.submit(() -> matchmaker(20, 100).run(GAME, minute(minute))));
            }
        }
        for (Future<?> run : runsAtOnce) {
            run.get();
        }
        for (int minute = 0; minute < 60; minute++) {
            matchmaker(20, 100).run(GAME, minute(minute));
        }
        assertEquals(20, matches().size());
        assertEquals(20, runs.count(LadderCloud.GAME, HOUR));
    }

    @Test
    void the_next_run_starts_what_was_decided_but_not_started() {
        MatchRecord decided = MatchRecord.queued(
                MatchIds.derived(minute(0), "of a run that was killed"),
                new MatchSettings(
                        new GameSettings(LadderCloud.GAME, Map.of(), null),
                        List.of(LadderCloud.house("random"), LadderCloud.house("expand")),
                        "7"),
                MatchOrigin.competition(new Competition.OfLadder(0, 0)),
                minute(0));
        runs.decide(LadderCloud.GAME, minute(0), List.of(decided), 60);
        matchmaker(0, 8).run(GAME, minute(1));
        assertEquals(List.of(decided), matches());
        assertEquals(List.of(decided.id()), sent());
        matchmaker(0, 8).run(GAME, minute(2));
        assertEquals(List.of(), sent(), "it is begun once");
        assertEquals(1, runs.open(LadderCloud.GAME).size());
        cloud.finish(decided.id(), null);
        matchmaker(0, 8).run(GAME, minute(3));
        assertEquals(List.of(), runs.open(LadderCloud.GAME), "it is over");
    }

    @Test
    void an_hours_matches_are_spread_over_its_minutes_even_after_a_pause() {
        matchmaker(240, 100).run(GAME, minute(59));
        assertEquals(8, matches().size());
    }

    @Test
    void without_a_rate_no_match_starts() {
        matchmaker(0, 8).run(GAME, minute(59));
        matchmaker(1, 8).run(GAME, minute(59));
        assertEquals(List.of(), matches());
    }

    @Test
    void a_new_bot_plays_first() {
        BotRecord old = cloud.bot("Old");
        for (int i = 0; i < 10; i++) {
            for (String house : List.of("random", "expand", "fearful", "contain")) {
                cloud.played(LadderCloud.player(old), 1, LadderCloud.house(house), 0, i % 2 == 0 ? Seat.FIRST : null);
            }
        }
        Set<String> before = matches().stream().map(MatchRecord::id).collect(Collectors.toSet());
        BotRecord fresh = cloud.bot("Fresh");
        matchmaker(240, 8).run(GAME, minute(0));
        List<List<String>> begun = matches().stream()
                .filter(match -> !before.contains(match.id()))
                .map(LadderMatchmakerTest::keys)
                .toList();
        assertEquals(4, begun.size());
        // The strongest house bot has not played yet either.
        String warden = "house:" + GAME.houseBots().getLast().name();
        assertTrue(begun.stream().allMatch(keys -> keys.contains(fresh.id()) || keys.contains(warden)), "" + begun);
        assertTrue(begun.stream().anyMatch(keys -> keys.contains(fresh.id())), "" + begun);
    }

    @Test
    void only_public_proven_active_and_healthy_bots_play() {
        BotRecord unproven = cloud.registered("unproven");
        BotRecord hidden = cloud.bot("hidden");
        cloud.bots.change(
                hidden,
                hidden.changed(
                        new BotSettings(
                                "hidden",
                                hidden.settings().url(),
                                hidden.settings().secret(),
                                Visibility.PRIVATE,
                                true),
                        "challenge-2",
                        Instant.now()));
        BotRecord inactive = cloud.bot("inactive");
        cloud.bots.change(
                inactive,
                inactive.changed(
                        new BotSettings(
                                "inactive",
                                inactive.settings().url(),
                                inactive.settings().secret(),
                                Visibility.PUBLIC,
                                false),
                        "challenge-2",
                        Instant.now()));
        BotRecord out = cloud.bot("out");
        for (int failure = 0; failure < 3; failure++) {
            BotRecord now = cloud.found(out);
            cloud.bots.heal(now, now.version().health().failed(Instant.now().plusSeconds(failure), "broken"));
        }
        assertTrue(cloud.found(out).version().health().suspended());
        BotRecord well = cloud.bot("well");
        for (int minute = 0; minute < 10; minute++) {
            matchmaker(600, 8).run(GAME, minute(minute));
        }
        assertEquals(Stream.concat(HOUSE.stream(), Stream.of(well.id())).collect(Collectors.toSet()), playing());
        assertFalse(playing().contains(unproven.id()));
    }

    @Test
    void open_matches_per_player_stay_within_the_limit() {
        cloud.bot("Gary");
        for (int minute = 0; minute < 20; minute++) {
            matchmaker(1200, 4).run(GAME, minute(minute));
        }
        Map<String, Integer> open = new HashMap<>();
        matches().forEach(match -> keys(match).forEach(key -> open.merge(key, 1, Integer::sum)));
        assertTrue(open.values().stream().allMatch(count -> count <= 4), open::toString);
        int before = matches().size();
        matches().forEach(match -> cloud.finish(match.id(), null));
        cloud.journal(matches().stream().map(MatchRecord::id).toList());
        matchmaker(1200, 4).run(GAME, minute(21));
        assertTrue(matches().size() > before);
    }

    @Test
    void a_changed_bot_plays_with_its_new_version() {
        BotRecord gary = cloud.bot("Gary");
        cloud.bots.change(gary, gary.renewed(Instant.now()));
        matchmaker(600, 8).run(GAME, minute(0));
        List<MatchRecord> his = matches().stream()
                .filter(match -> keys(match).contains(gary.id()))
                .toList();
        assertFalse(his.isEmpty());
        his.forEach(match -> assertEquals(
                keys(match).getFirst().equals(gary.id())
                        ? new Competition.OfLadder(2, 0)
                        : new Competition.OfLadder(0, 2),
                match.origin().competition()));
    }
}
