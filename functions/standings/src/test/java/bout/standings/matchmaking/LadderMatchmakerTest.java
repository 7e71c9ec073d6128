package bout.standings.matchmaking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.contest.ContestEvent.Disqualified;
import bout.competition.contest.ContestEvent.Withdrawn;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.engine.Game;
import bout.engine.Seat;
import bout.games.Games;
import bout.standings.LadderCloud;
import bout.standings.journal.JournalledLadders;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestStore;
import bout.store.Wire;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.connection.Connections;
import bout.store.contest.ContestRecord;
import bout.store.journal.Journals;
import bout.store.journal.LadderRuns;
import bout.store.journal.LadderSnapshots;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.table.Listing.PageRequest;
import bout.table.TableLayout;
import bout.wire.id.MatchIds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class LadderMatchmakerTest {

    private static final Game<?> GAME = Games.byId(LadderCloud.GAME).orElseThrow();
    private static final Set<String> HOUSE = GAME.houseBots().stream()
            .map(bot -> LadderCloud.house(bot.name()).key())
            .collect(Collectors.toSet());

    /** Recent enough for everything that looks for messages and ids. */
    private static final Instant HOUR = Instant.now().truncatedTo(ChronoUnit.HOURS);

    private final LadderCloud cloud = new LadderCloud();
    private final LadderRuns runs = new LadderRuns(cloud.aws.table());

    private static LadderMatchmaker matchmaker(Aws aws, int perBot, int open) {
        return new LadderMatchmaker(
                new JournalledLadders(new Journals(aws.table()), new LadderSnapshots(aws.bucket())),
                new LadderRuns(aws.table()),
                aws.matches(Clock.systemUTC()),
                aws.matchQueue(),
                new Bots(aws.table(), Clock.systemUTC()),
                new Connections(aws.table(), Clock.systemUTC()),
                perBot,
                open,
                false);
    }

    /** A matchmaker whose requests are counted. */
    private LadderMatchmaker counted(Wire wire, int perBot) {
        return matchmaker(TestAws.aws(cloud.environment, wire), perBot, 1000);
    }

    private static long sends(Wire wire) {
        return wire.operations().stream().filter("SendMessageBatch"::equals).count();
    }

    private LadderMatchmaker matchmaker(int perBot, int open) {
        return matchmaker(cloud.aws, perBot, open);
    }

    private static Instant minute(int minute) {
        return HOUR.plus(Duration.ofMinutes(minute));
    }

    /** All matches, oldest first. */
    private List<MatchRecord> matches() {
        return cloud.matches
                .list(new PageRequest<>(LadderCloud.GAME, null, 100, null))
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
        return cloud.queues.take("BOUT_MATCHES_QUEUE");
    }

    @Test
    void a_pair_plays_the_same_board_from_both_seats() {
        matchmaker(60, 8).run(List.of(GAME), minute(1));
        List<MatchRecord> matches = matches();
        Map<String, List<MatchRecord>> pairs = matches.stream()
                .collect(Collectors.groupingBy(match -> match.settings().seed()));
        assertFalse(pairs.isEmpty());
        pairs.values().forEach(pair -> {
            assertEquals(2, pair.size());
            assertEquals(keys(pair.get(0)), keys(pair.get(1)).reversed());
            assertEquals(
                    pair.get(0).settings().game().options(),
                    pair.get(1).settings().game().options());
        });
        assertEquals(new Competition.OfLadder(0, 0), matches.get(0).origin().competition());
        assertEquals(Status.QUEUED, matches.get(0).status());
        assertEquals(matches.stream().map(MatchRecord::id).collect(Collectors.toSet()), Set.copyOf(sent()));
    }

    @Test
    void the_matches_of_all_games_are_sent_together_so_that_one_runner_takes_them() {
        Wire wire = new Wire();
        assertEquals(List.of(), counted(wire, 60).run(Games.ALL, minute(1)));
        int sent = sent().size();
        assertTrue(sent >= 2 * Games.ALL.size(), "" + sent);
        // Ten in a request.
        assertEquals(Math.ceilDiv(sent, 10), sends(wire));
    }

    @Test
    @Tag("full")
    void at_the_default_rate_matches_start_in_twelve_minutes_of_an_hour() {
        Wire wire = new Wire();
        int perBot = Integer.parseInt(cloud.environment.get("BOUT_LADDER_MATCHES_PER_BOT_AND_HOUR"));
        LadderMatchmaker matchmaker = counted(wire, perBot);
        List<Integer> minutes = new ArrayList<>();
        for (int minute = 0; minute < 60; minute++) {
            wire.forget();
            matchmaker.run(Games.ALL, minute(minute));
            if (sends(wire) > 0) {
                minutes.add(minute);
            }
        }
        List<Integer> turns =
                IntStream.range(0, 12).map(turn -> 5 * turn + 4).boxed().toList();
        assertFalse(minutes.isEmpty());
        assertEquals(turns.subList(0, minutes.size()), minutes, "until the open matches will tell enough");
    }

    @Test
    void a_ladder_that_cannot_be_read_does_not_keep_the_others_from_playing() {
        cloud.played(LadderCloud.house("random"), 0, LadderCloud.house("expand"), 0, Seat.FIRST);
        String journal = new Subject.Ladder(LadderCloud.GAME).text();
        cloud.aws
                .table()
                .put(TableLayout.journalEntriesKey(journal, 1))
                .set("entries", "broken")
                .write();
        Wire wire = new Wire();
        assertEquals(List.of(LadderCloud.GAME), counted(wire, 60).run(Games.ALL, minute(1)));
        assertTrue(sent().size() >= 2 * (Games.ALL.size() - 1));
        assertEquals(1, matches().size());
    }

    @Test
    void the_boards_of_coming_matches_cannot_be_computed() {
        LadderCloud copy = new LadderCloud();
        matchmaker(60, 8).run(List.of(GAME), minute(1));
        matchmaker(copy.aws, 60, 8).run(List.of(GAME), minute(1));
        MatchRecord here = matches().getFirst();
        MatchRecord there = copy.matches.find(here.id()).orElseThrow();
        assertEquals(keys(here), keys(there), "everything else follows from what is public");
        assertNotEquals(here.settings().seed(), there.settings().seed());
        assertTrue(
                runs.open(LadderCloud.GAME).getFirst().matches().stream()
                        .anyMatch(match -> match.id().equals(here.id())
                                && match.settings()
                                        .seed()
                                        .equals(here.settings().seed())),
                "it is recorded before the match starts");
    }

    @Test
    void bots_of_one_owner_never_meet() {
        BotRecord master = cloud.bot("master");
        BotRecord puppet = cloud.bot("puppet");
        BotRecord stranger = cloud.botOf("a stranger", "stranger");
        LadderMatchmaker matchmaker = matchmaker(1200, 100);
        for (int minute = 0; minute < 20; minute++) {
            matchmaker.run(List.of(GAME), minute(minute));
        }
        Set<Set<String>> met =
                matches().stream().map(match -> Set.copyOf(keys(match))).collect(Collectors.toSet());
        assertFalse(met.contains(Set.of(master.id(), puppet.id())));
        assertTrue(met.contains(Set.of(master.id(), stranger.id())), () -> "" + met);
        assertTrue(met.contains(Set.of(puppet.id(), stranger.id())), () -> "" + met);
    }

    @Test
    void a_repeated_run_starts_nothing_twice() {
        matchmaker(120, 8).run(List.of(GAME), minute(0));
        int once = matches().size();
        assertTrue(once > 0);
        matchmaker(120, 8).run(List.of(GAME), minute(0));
        matchmaker(120, 8).run(List.of(GAME), minute(0));
        assertEquals(once, matches().size());
        assertEquals(once, runs.count(LadderCloud.GAME, HOUR));
        matchmaker(120, 8).run(List.of(GAME), minute(1));
        assertTrue(matches().size() > once);
    }

    @Test
    void concurrent_runs_start_each_match_once() {
        TestStore.atOnce(12, run -> matchmaker(120, 100).run(List.of(GAME), minute(50 + run / 2)));
        List<String> decided = runs.open(LadderCloud.GAME).stream()
                .flatMap(run -> run.matches().stream().map(MatchRecord::id))
                .sorted()
                .toList();
        assertFalse(decided.isEmpty());
        assertEquals(decided, matches().stream().map(MatchRecord::id).sorted().toList());
        assertEquals(decided.size(), runs.count(LadderCloud.GAME, HOUR));
    }

    @Test
    void the_next_run_starts_what_was_decided_but_not_started() {
        MatchRecord decided = MatchRecord.queued(
                MatchIds.derived(minute(0), "of a run that was killed"),
                new MatchSettings(
                        GameSettings.of(LadderCloud.GAME),
                        List.of(LadderCloud.house("random"), LadderCloud.house("expand")),
                        "7"),
                MatchOrigin.competition(new Competition.OfLadder(0, 0)),
                minute(0));
        runs.decide(LadderCloud.GAME, minute(0), List.of(decided), 60);
        matchmaker(0, 8).run(List.of(GAME), minute(1));
        assertEquals(List.of(decided), matches());
        assertEquals(List.of(decided.id()), sent());
        matchmaker(0, 8).run(List.of(GAME), minute(2));
        assertEquals(List.of(), sent(), "it is begun once");
        assertEquals(1, runs.open(LadderCloud.GAME).size());
        cloud.finish(decided.id(), null);
        matchmaker(0, 8).run(List.of(GAME), minute(3));
        assertEquals(List.of(), runs.open(LadderCloud.GAME), "it is over");
    }

    @Test
    void turns_that_a_pause_left_out_are_not_caught_up() {
        matchmaker(120, 100).run(List.of(GAME), minute(59));
        assertFalse(matches().isEmpty());
        assertTrue(
                matches().size() <= 2 * HOUSE.size(),
                "one pair for each: " + matches().size());
    }

    private void play(ContestRecord contest, int from, int to) {
        LadderMatchmaker matchmaker = matchmaker(120, 100);
        IntStream.range(from, to).forEach(minute -> matchmaker.run(contest, minute(minute)));
    }

    private List<MatchRecord> matchesOf(String ladder) {
        return matches().stream()
                .filter(match -> match.subject().equals(Optional.of(new Subject.Ladder(ladder))))
                .toList();
    }

    @Test
    void on_the_ladder_of_a_contest_only_its_bots_play_also_private_ones_and_none_of_one_owner_together() {
        BotRecord ann = cloud.botOf("ann", "Ann");
        BotRecord second = cloud.botOf("ann", "Ann's second");
        BotRecord ben = cloud.botOf("ben", "Ben");
        cloud.hide(ben);
        cloud.botOf("cid", "A stranger");
        ContestRecord contest = cloud.contest(minute(0), true, ann, second, ben);
        play(contest, 0, 3);
        assertEquals(Set.of(ann.id(), second.id(), ben.id()), playing());
        assertEquals(matches(), matchesOf(contest.id()));
        matches().forEach(match -> {
            assertTrue(keys(match).contains(ben.id()), "the others have one owner");
            assertFalse(match.origin().seenByOwnerOnly());
        });
        assertEquals(
                new Competition.OfLadder(contest.id(), List.of(1, 1)),
                matches().getFirst().origin().competition());
    }

    @Test
    void new_bots_on_the_ladder_of_a_contest_play_at_once_however_many_they_are() {
        for (int bots = 2; bots <= HOUSE.size() + 1; bots++) {
            BotRecord[] entered = IntStream.range(0, bots)
                    .mapToObj(bot -> cloud.botOf("owner " + bot, "Bot " + bot))
                    .toArray(BotRecord[]::new);
            ContestRecord contest = cloud.contest(minute(0), true, entered);
            // Nobody has a turn in this minute.
            matchmaker(4, 8).run(contest, minute(1));
            assertFalse(matchesOf(contest.id()).isEmpty(), bots + " bots");
        }
    }

    @Test
    void after_the_deadline_no_match_starts_and_what_was_open_is_cleared_away() {
        ContestRecord contest = cloud.contest(minute(0), true, cloud.botOf("ann", "Ann"), cloud.botOf("ben", "Ben"));
        play(contest, 58, 59);
        int before = matches().size();
        assertTrue(before > 0);
        play(contest, 60, 61);
        assertEquals(before, matches().size());
        matches().forEach(match -> cloud.finish(match.id(), Seat.FIRST));
        play(contest, 61, 62);
        assertEquals(List.of(), runs.open(contest.id()));
    }

    @Test
    void a_bot_that_is_out_plays_no_more_on_the_ladder_of_the_contest() {
        BotRecord ann = cloud.botOf("ann", "Ann");
        BotRecord ben = cloud.botOf("ben", "Ben");
        ContestRecord contest = cloud.contest(minute(0), true, ann, ben, cloud.botOf("cid", "Cid"));
        contest = cloud.add(contest, new Withdrawn(minute(0), ann.id()));
        play(contest, 1, 2);
        assertFalse(playing().contains(ann.id()), "withdrawn");
        assertTrue(playing().contains(ben.id()));
        int before = matches().size();
        contest = cloud.add(contest, new Disqualified(minute(0), ben.id(), "copied"));
        play(contest, 2, 3);
        assertEquals(before, matches().size(), "one bot is left");
    }

    @Test
    void only_its_organiser_sees_the_matches_of_a_contest_that_is_not_public() {
        play(cloud.contest(minute(0), false, cloud.botOf("ann", "Ann"), cloud.botOf("ben", "Ben")), 1, 2);
        List<String> ids = sent();
        assertFalse(ids.isEmpty());
        cloud.matches.find(ids).forEach(match -> {
            assertTrue(match.origin().seenByOwnerOnly());
            assertEquals("an organiser", match.origin().owner());
        });
    }

    @Test
    void two_contests_and_the_game_do_not_influence_each_others_ladders() {
        BotRecord ann = cloud.botOf("ann", "Ann");
        BotRecord ben = cloud.botOf("ben", "Ben");
        ContestRecord one = cloud.contest(minute(0), true, ann, ben);
        ContestRecord other = cloud.contest(minute(0), true, ann, ben);
        play(one, 1, 2);
        play(other, 1, 2);
        matchmaker(120, 100).run(List.of(GAME), minute(1));
        assertEquals(
                2, matchesOf(one.id()).size(), "a pair, as if the bots played nowhere else: " + matchesOf(one.id()));
        assertEquals(2, matchesOf(other.id()).size());
        assertTrue(matchesOf(LadderCloud.GAME).size() > 2);
        assertEquals(2, runs.count(one.id(), HOUR));
        assertEquals(2, runs.count(other.id(), HOUR));
        assertEquals(matchesOf(LadderCloud.GAME).size(), runs.count(LadderCloud.GAME, HOUR));

        // Ann wins all in one contest, Ben all in the other.
        win(ann, matchesOf(one.id()));
        win(ben, matchesOf(other.id()));
        JournalledLadders ladders =
                new JournalledLadders(new Journals(cloud.aws.table()), new LadderSnapshots(cloud.aws.bucket()));
        List<String> both = List.of(ann.id(), ben.id());
        assertEquals(both, ladders.read(one.id()).bestFirst(both));
        assertEquals(both.reversed(), ladders.read(other.id()).bestFirst(both));
        assertEquals(0, ladders.read(LadderCloud.GAME).sequence());
        assertEquals(2, ladders.read(one.id()).sequence());
        assertEquals(2, ladders.read(other.id()).sequence());
    }

    private void win(BotRecord bot, List<MatchRecord> matches) {
        for (MatchRecord match : matches) {
            cloud.finish(match.id(), keys(match).getFirst().equals(bot.id()) ? Seat.FIRST : Seat.SECOND);
            cloud.journal(List.of(match.id()));
        }
    }

    @Test
    void a_new_bot_does_not_wait_for_the_next_pair_of_the_hour() {
        LadderMatchmaker everyFiveMinutes = matchmaker(24, 8);
        everyFiveMinutes.run(List.of(GAME), minute(0));
        assertEquals(List.of(), matches());
        BotRecord fresh = cloud.bot("Fresh");
        everyFiveMinutes.run(List.of(GAME), minute(1));
        assertEquals(2, matches().size());
        assertTrue(matches().stream().allMatch(match -> keys(match).contains(fresh.id())));
        everyFiveMinutes.run(List.of(GAME), minute(2));
        assertEquals(2, matches().size(), "its first pair is open");
        matches().forEach(match -> cloud.finish(match.id(), null));
        cloud.journal(matches().stream().map(MatchRecord::id).toList());
        everyFiveMinutes.run(List.of(GAME), minute(3));
        assertEquals(2, matches().size(), "it has played");
    }

    @Test
    void a_new_bot_is_welcomed_at_once_and_nobody_else_plays_early() {
        LadderMatchmaker hasty = matchmaker(1200, 8);
        hasty.welcome(GAME, minute(7).plusSeconds(31));
        assertEquals(List.of(), matches());
        BotRecord fresh = cloud.bot("Fresh");
        hasty.welcome(GAME, minute(7).plusSeconds(32));
        hasty.welcome(GAME, minute(7).plusSeconds(32));
        hasty.welcome(GAME, minute(7).plusSeconds(33));
        assertEquals(2, matches().size());
        assertTrue(matches().stream().allMatch(match -> keys(match).contains(fresh.id())));
        assertEquals(2, sent().size());
        matchmaker(0, 8).welcome(GAME, minute(8));
        assertEquals(2, matches().size());
    }

    @Test
    void new_bots_take_at_most_half_of_an_hour_ahead_of_its_pace() {
        List<String> fresh = Stream.of("a", "b", "c", "d", "e", "f")
                .map(owner -> cloud.botOf(owner, owner).id())
                .toList();
        // The hour has 11 matches, one for each bot.
        matchmaker(1, 8).run(List.of(GAME), minute(0));
        assertEquals(4, matches().size());
        assertTrue(matches().stream().allMatch(match -> keys(match).stream().anyMatch(fresh::contains)));
        matchmaker(1, 8).run(List.of(GAME), minute(1));
        assertEquals(4, matches().size());
    }

    @Test
    void the_matches_of_a_minute_fit_into_one_item_at_any_rate() {
        // The longest names, in characters and in bytes.
        IntStream.range(0, 15).forEach(owner -> cloud.botOf("owner " + owner, "\uD834\uDD1E".repeat(40)));
        matchmaker(100_000, 1_000_000).run(List.of(GAME), minute(0));
        assertEquals(
                List.of(LadderRuns.MOST_AT_ONCE),
                runs.open(LadderCloud.GAME).stream()
                        .map(run -> run.matches().size())
                        .toList());
    }

    @Test
    void a_connected_bot_plays_only_while_it_has_a_line() {
        BotRecord bot = cloud.bot("connected");
        cloud.change(bot, "connected", new Program.Connected(), Visibility.PUBLIC, true);
        matchmaker(60, 8).run(List.of(GAME), minute(1));
        assertFalse(matches().isEmpty());
        assertTrue(matches().stream().noneMatch(match -> keys(match).contains(bot.id())));

        new Connections(cloud.aws.table(), Clock.systemUTC()).open(bot.id(), "ada", null, LadderCloud.GAME, "c=");
        // Enough matches for everybody.
        matchmaker(600, 8).run(List.of(GAME), minute(2));
        assertTrue(matches().stream().anyMatch(match -> keys(match).contains(bot.id())));
    }

    @Test
    void only_public_proven_active_and_healthy_bots_play() {
        BotRecord unproven = cloud.registered("unproven");
        BotRecord hidden = cloud.bot("hidden");
        cloud.hide(hidden);
        BotRecord inactive = cloud.bot("inactive");
        cloud.change(inactive, "inactive", inactive.settings().program(), Visibility.PUBLIC, false);
        BotRecord out = cloud.bot("out");
        for (int failure = 0; failure < 3; failure++) {
            BotRecord now = cloud.found(out);
            cloud.bots.heal(
                    now,
                    now.version().health().failed(Instant.now().plusSeconds(failure), "broken"),
                    now.version().verification());
        }
        assertTrue(cloud.found(out).version().health().suspended());
        BotRecord well = cloud.bot("well");
        for (int minute = 0; minute < 10; minute++) {
            matchmaker(600, 8).run(List.of(GAME), minute(minute));
        }
        assertEquals(Stream.concat(HOUSE.stream(), Stream.of(well.id())).collect(Collectors.toSet()), playing());
        assertFalse(playing().contains(unproven.id()));
    }

    @Test
    void open_matches_per_player_stay_within_the_limit() {
        cloud.bot("Gary");
        for (int minute = 0; minute < 20; minute++) {
            matchmaker(1200, 4).run(List.of(GAME), minute(minute));
        }
        Map<String, Integer> open = new HashMap<>();
        matches().forEach(match -> keys(match).forEach(key -> open.merge(key, 1, Integer::sum)));
        assertTrue(open.values().stream().allMatch(count -> count <= 4), open::toString);
        int before = matches().size();
        matches().forEach(match -> cloud.finish(match.id(), null));
        cloud.journal(matches().stream().map(MatchRecord::id).toList());
        matchmaker(1200, 4).run(List.of(GAME), minute(21));
        assertTrue(matches().size() > before);
    }

    @Test
    void a_changed_bot_plays_with_its_new_version() {
        BotRecord gary = cloud.bot("Gary");
        cloud.bots.change(gary, gary.renewed(Instant.now()));
        matchmaker(600, 8).run(List.of(GAME), minute(0));
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
