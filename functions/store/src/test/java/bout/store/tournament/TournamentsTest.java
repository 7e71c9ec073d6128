package bout.store.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.BotUrl;
import bout.competition.journal.Competition;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.engine.Game.TournamentStyle;
import bout.store.TestStore;
import bout.store.match.GameSettings;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.webhook.WebhookTarget;
import bout.table.Creation;
import bout.table.Creator.IdempotencyKey;
import bout.table.Listing.PageRequest;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class TournamentsTest {

    private static final List<PlayerRecord> THREE = List.of(
            PlayerRecord.house("Ada", "random"),
            PlayerRecord.url("Ben \"🐙\"", "https://bot.example/ben?key=hush"),
            PlayerRecord.registered("Cleo", "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60", null));
    private static final WebhookTarget TOLD = new WebhookTarget("https://told.example/", "whsec_hush");

    @AutoClose
    private final TestStore store = new TestStore();

    private final Tournaments tournaments = new Tournaments(store.table(), store.clock);
    private final MatchIds ids = store.ids;
    private final String owner = "owner-" + UUID.randomUUID();

    private TournamentRecord planned(int players, boolean isPublic, WebhookTarget webhook) {
        return TournamentRecord.planned(
                IdKind.TOURNAMENT.next(ids),
                new TournamentSettings(
                        "Spring cup",
                        owner,
                        isPublic,
                        GameSettings.of(store.game)
                                .withOptions(Map.of("size", 5))
                                .withTimeLimit(1000),
                        new Plan(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, players, "7", Map.of("boards", 3)),
                        webhook),
                store.clock.instant());
    }

    private Creation<TournamentRecord> create(IdempotencyKey key, int mostOpen) {
        return tournaments.create(planned(3, true, TOLD), THREE, key, mostOpen);
    }

    private static TournamentRecord created(Creation<TournamentRecord> creation) {
        return TestStore.made(creation);
    }

    private Optional<TournamentRecord> ended(TournamentRecord before, String... winners) {
        return tournaments.end(before, TournamentState.FINISHED, 18, List.of(winners));
    }

    private TournamentRecord created() {
        return created(create(null, 0));
    }

    private TournamentRecord found(TournamentRecord tournament) {
        return tournaments.find(tournament.id()).orElseThrow();
    }

    private static TournamentRecord done(Optional<TournamentRecord> planned) {
        return planned.orElseThrow();
    }

    private IdempotencyKey key() {
        return new IdempotencyKey(owner, "key", "body");
    }

    private boolean isOpen(TournamentRecord tournament) {
        return tournaments.open().contains(tournament.id());
    }

    private List<String> listed(PageRequest<String> query) {
        return tournaments.list(query).items().stream()
                .map(TournamentRecord::id)
                .toList();
    }

    @Test
    void a_tournament_is_found_as_it_was_created_with_its_players() {
        TournamentRecord tournament = created();
        assertEquals(tournament, found(tournament));
        assertFalse(tournament.toString().contains("hush"), "it would be in logs");
        assertEquals(THREE, tournaments.players(tournament.id()));
        assertTrue(isOpen(tournament));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "trn_", "trn_x", "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60", "trn_trn_"})
    void what_is_no_id_finds_nothing_and_asks_nobody(String id) {
        store.wire.forget();
        assertEquals(Optional.empty(), tournaments.find(id));
        assertEquals(List.of(), tournaments.players(id));
        assertEquals(Optional.empty(), tournaments.cancel(id));
        assertEquals(List.of(), store.wire.operations());
    }

    @Test
    void a_thousand_players_with_the_longest_urls_and_names_are_created_at_once() {
        String tail = "\"".repeat(38);
        List<PlayerRecord> players = IntStream.range(0, Plan.MOST_PLAYERS)
                .mapToObj(i -> {
                    String url = "https://bot.example/" + i + "?";
                    return PlayerRecord.url("🐙" + tail, url + "x".repeat(BotUrl.MAX_LENGTH - url.length()));
                })
                .toList();
        TournamentRecord tournament =
                created(tournaments.create(planned(players.size(), false, null), players, key(), 3));
        assertEquals(players, tournaments.players(tournament.id()));
    }

    @Test
    void a_plan_is_one_write_and_a_tournament_is_created_by_one() {
        store.wire.forget();
        TournamentRecord tournament = created();
        assertEquals(List.of("TransactWriteItems"), store.wire.operations());
        store.wire.forget();
        tournaments.plan(tournament, List.of(new Fixture(0, 0, 1)), 0);
        assertEquals(List.of("UpdateItem"), store.wire.operations());
        assertEquals(2, store.wire.writeUnits());
    }

    @Test
    void a_key_is_that_of_a_match_or_of_a_tournament() {
        store.matches.acceptMatch(store.queued(), key(), MatchLimits.NONE, Set.of());
        assertEquals(new Creation.Conflicting<>(), create(key(), 0));
        IdempotencyKey other = new IdempotencyKey(owner, "other", "body");
        create(other, 0);
        assertEquals(
                new Creation.Conflicting<>(),
                store.matches.acceptMatch(store.queued(), other, MatchLimits.NONE, Set.of()));
    }

    @Test
    void a_tournament_that_is_not_just_planned_is_a_fault() {
        TournamentRecord planned = planned(3, true, null);
        TournamentRecord running = done(tournaments.plan(created(), List.of(), 0));
        assertThrows(IllegalArgumentException.class, () -> tournaments.create(running, THREE, null, 0));
        assertThrows(IllegalArgumentException.class, () -> tournaments.create(planned, THREE.subList(0, 2), null, 0));
    }

    @Test
    void an_owner_has_as_many_open_tournaments_as_the_limit_says_whoever_asks_at_once() {
        List<Creation<TournamentRecord>> answers = TestStore.atOnce(8, n -> create(null, 2));
        assertEquals(2, TestStore.count(answers, Creation.New.class));
        assertEquals(new Creation.TooManyOpen<>(owner), create(null, 2));

        String open = listed(new PageRequest<>(null, owner, 10, null)).getFirst();
        done(ended(tournaments.find(open).orElseThrow()));
        created(create(null, 2));
        assertEquals(new Creation.TooManyOpen<>(owner), create(null, 2));
    }

    @Test
    void a_page_of_one_game_reads_past_those_of_others_with_few_queries() {
        String oldest = created().id();
        for (int i = 0; i < 100; i++) {
            TournamentSettings its = planned(3, true, null).settings();
            TournamentSettings other =
                    new TournamentSettings(its.name(), owner, true, GameSettings.of("another-game"), its.plan(), null);
            tournaments.create(
                    TournamentRecord.planned(IdKind.TOURNAMENT.next(ids), other, store.clock.instant()),
                    THREE,
                    null,
                    0);
        }
        store.wire.forget();
        assertEquals(List.of(oldest), listed(new PageRequest<>(store.game, null, 2, null)));
        assertTrue(
                store.wire.operations().size() < 6,
                () -> store.wire.operations().size() + " queries");
    }

    @Test
    void a_plan_says_which_matches_may_be_open_and_starts_the_tournament() {
        TournamentRecord tournament = created();
        store.clock.forwardMillis(5);
        List<Fixture> open = List.of(new Fixture(0, 0, 1), new Fixture(2, 999, 0));
        store.wire.loseNextAnswerOf("UpdateItem");
        TournamentRecord running = done(tournaments.plan(tournament, open, 0));
        assertEquals(running, found(tournament));
        assertEquals(1, running.progress().revision(), "though the answer was lost");
        assertEquals(TournamentState.RUNNING, running.state());
        assertEquals(open, running.progress().open());
        assertEquals(store.clock.instant(), running.progress().startedAt());

        store.clock.forwardMillis(5);
        TournamentRecord later = done(tournaments.plan(running, List.of(), 2));
        assertEquals(List.of(), later.progress().open());
        assertEquals(2, later.progress().played());
        assertEquals(running.progress().startedAt(), later.progress().startedAt());
    }

    @Test
    void of_planners_who_read_the_same_one_has_its_way() {
        TournamentRecord tournament = created();
        List<Optional<TournamentRecord>> answers =
                TestStore.atOnce(8, n -> tournaments.plan(tournament, List.of(new Fixture(n, 0, 1)), n));
        TournamentRecord done =
                done(answers.stream().filter(Optional::isPresent).findFirst().orElseThrow());
        assertEquals(7, answers.stream().filter(Optional::isEmpty).count());
        assertEquals(done, found(tournament));
    }

    @Test
    void who_plans_while_the_tournament_is_called_off_learns_of_it() {
        TournamentRecord read = created();
        TournamentRecord cancelled = tournaments.cancel(read.id()).orElseThrow();
        assertEquals(TournamentState.CANCELLING, cancelled.state());
        assertEquals(Optional.empty(), tournaments.plan(read, List.of(new Fixture(0, 0, 1)), 0));
        assertEquals(List.of(), found(read).progress().open());

        TournamentRecord planned = done(tournaments.plan(cancelled, List.of(), 1));
        assertEquals(TournamentState.CANCELLING, planned.state(), "it does not run again");
        TournamentRecord over = done(tournaments.end(planned, TournamentState.CANCELLED, 1, List.of()));
        assertEquals(TournamentState.CANCELLED, over.state());
    }

    @Test
    void to_call_off_twice_or_too_late_changes_nothing() {
        TournamentRecord tournament = created();
        store.wire.loseNextAnswerOf("UpdateItem");
        TournamentRecord once = tournaments.cancel(tournament.id()).orElseThrow();
        assertEquals(Optional.of(once), tournaments.cancel(tournament.id()));
        assertEquals(1, once.progress().revision());

        TournamentRecord other = created();
        TournamentRecord finished = done(ended(other));
        assertEquals(Optional.of(finished), tournaments.cancel(other.id()));
        assertEquals(Optional.empty(), tournaments.cancel(IdKind.TOURNAMENT.next(ids)));
    }

    @Test
    void the_end_is_written_once_and_it_is_open_no_more() {
        TournamentRecord running = done(tournaments.plan(created(), List.of(new Fixture(0, 0, 1)), 0));
        TournamentRecord finished = done(ended(running));
        assertEquals(TournamentState.FINISHED, finished.state());
        assertEquals(18, finished.progress().played());
        assertEquals(List.of(), finished.progress().open());
        assertEquals(store.clock.instant(), finished.progress().finishedAt());
        assertFalse(isOpen(finished));

        assertEquals(Optional.empty(), ended(running));
        assertThrows(IllegalArgumentException.class, () -> tournaments.plan(finished, List.of(), 18));
        assertThrows(
                IllegalArgumentException.class,
                () -> tournaments.end(finished, TournamentState.CANCELLED, 18, List.of()));
    }

    @Test
    void the_winners_are_kept_unless_they_are_many() {
        String[] few = {"Ada", "a \"b\", c", "player 3", "player 4"};
        TournamentRecord ended = done(ended(created(), few));
        assertEquals(List.of(few), ended.progress().winners());
        assertEquals(ended, found(ended));
        assertEquals(
                List.of(),
                done(ended(created(), "1", "2", "3", "4", "5")).progress().winners());
    }

    @Test
    void the_names_of_a_person_and_the_webhook_are_erased_from_a_tournament() {
        TournamentRecord ended = done(ended(created(), THREE.get(1).name(), "Ada"));
        UnaryOperator<PlayerRecord> erased = player -> player.url() == null ? player : player.erased();
        assertTrue(tournaments.erase(ended.id(), erased, true));
        assertEquals(List.of(THREE.get(0), THREE.get(1).erased(), THREE.get(2)), tournaments.players(ended.id()));
        assertEquals(
                List.of(PlayerRecord.ERASED, "Ada"), found(ended).progress().winners());
        assertNull(found(ended).settings().webhook());
        assertFalse(tournaments.erase(ended.id(), erased, true), "nothing is left");
        assertFalse(tournaments.erase(ended.id(), player -> player, false));
    }

    @Test
    void a_winner_stays_named_when_another_player_of_the_same_name_is_erased() {
        List<PlayerRecord> players = List.of(
                PlayerRecord.url("Bot", "https://bots.example.org/1"),
                PlayerRecord.url("Bot", "https://bots.example.org/2"),
                THREE.get(2));
        TournamentRecord made = created(tournaments.create(planned(3, true, null), players, null, 0));
        TournamentRecord ended = done(ended(made, "Bot"));
        tournaments.erase(ended.id(), player -> player.equals(players.get(1)) ? player.erased() : player, false);
        assertEquals(
                List.of("Bot", PlayerRecord.ERASED, THREE.get(2).name()),
                tournaments.players(ended.id()).stream().map(PlayerRecord::name).toList());
        assertEquals(List.of("Bot"), found(ended).progress().winners());
    }

    @Test
    void only_a_finished_tournament_is_revealed_and_then_also_its_matches() {
        TournamentRecord hidden = created(tournaments.create(planned(3, false, null), THREE, null, 0));
        Competition.OfTournament of = new Competition.OfTournament(hidden.id(), new Fixture(0, 0, 1));
        MatchRecord match = store.queued(new MatchOrigin(owner, null, of, true));
        tournaments.reveal(hidden.id());
        assertFalse(found(hidden).isPublic());
        assertEquals(match, tournaments.asRevealed(match));

        done(ended(found(hidden)));
        tournaments.reveal(hidden.id());
        Instant revealed = found(hidden).progress().revealedAt();
        store.clock.forwardMillis(1);
        tournaments.reveal(hidden.id());
        assertEquals(revealed, found(hidden).progress().revealedAt());
        assertTrue(found(hidden).isPublic());
        assertTrue(listed(new PageRequest<>(store.game, null, 10, null)).contains(hidden.id()));
        assertFalse(tournaments.asRevealed(match).origin().seenByOwnerOnly());
        MatchRecord free = store.queued(new MatchOrigin(owner, null, null, true));
        assertEquals(free, tournaments.asRevealed(free));
    }

    @Test
    void who_is_to_be_told_of_the_end_is_found_by_the_sweeper_until_that_is_done() {
        TournamentRecord told = done(ended(created()));
        TournamentRecord untold = created(tournaments.create(planned(3, true, null), THREE, null, 0));
        done(ended(untold));
        assertFalse(tournaments.unsentWebhooks(1000).contains(told.id()), "whoever ended it sends it, most likely");
        store.clock.forward(Duration.ofMinutes(2));
        assertTrue(tournaments.unsentWebhooks(1000).contains(told.id()));
        assertFalse(tournaments.unsentWebhooks(1000).contains(untold.id()));
        assertFalse(store.matches.unsentWebhooks(1000).contains(told.id()));
        tournaments.webhookQueued(told.id());
        tournaments.webhookQueued(told.id());
        assertFalse(tournaments.unsentWebhooks(1000).contains(told.id()));
    }

    @Test
    void each_match_has_an_id_of_its_own_that_never_changes() {
        TournamentRecord tournament = created();
        String id = tournament.matchId(new Fixture(0, 1, 12));
        assertTrue(MatchIds.isId(id), id);
        assertEquals(id, found(tournament).matchId(new Fixture(0, 1, 12)));
        assertNotEquals(id, tournament.matchId(new Fixture(0, 12, 1)));
        assertNotEquals(id, tournament.matchId(new Fixture(1, 1, 12)));
        assertNotEquals(id, tournament.matchId(new Fixture(0, 11, 2)));
        assertNotEquals(id, created().matchId(new Fixture(0, 1, 12)));
    }
}
