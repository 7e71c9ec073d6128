package bout.store.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Seat;
import bout.store.TestStore;
import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.BotRecord.BotCheck.CheckedCall;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.BotVersion;
import bout.store.bot.BotRecord.Health;
import bout.store.bot.BotRecord.Verification;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots.BotChange;
import bout.store.bot.Bots.Programmed;
import bout.store.match.MatchLimits;
import bout.table.Creation;
import bout.table.Creator.IdempotencyKey;
import bout.table.Listing;
import bout.table.Listing.PageRequest;
import bout.table.Quota;
import bout.table.TableLayout;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class BotsTest {

    @AutoClose
    private final TestStore store = new TestStore(2);

    private final Bots bots = new Bots(store.table(), store.clock, store.games);
    private final MatchIds ids = store.ids;
    private final String ada = "ada-" + UUID.randomUUID();
    private final String ben = "ben-" + UUID.randomUUID();

    private BotRecord bot(String owner, String game, Visibility visibility) {
        return BotRecord.registered(
                IdKind.BOT.next(ids),
                owner,
                game,
                new BotSettings(
                        "Greedy Gary 🐙",
                        new Program.AtUrl("https://bot.example/gary?key=hush"),
                        WebhookSecret.draw(new SecureRandom()),
                        visibility,
                        true),
                store.clock.instant());
    }

    private BotRecord registered(String owner, String game, Visibility visibility) {
        BotRecord bot = bot(owner, game, visibility);
        assertInstanceOf(Creation.New.class, bots.register(bot, null, 0));
        return bot;
    }

    private BotRecord registered() {
        return registered(ada, store.game, Visibility.PUBLIC);
    }

    private BotRecord found(BotRecord bot) {
        return bots.find(bot.id()).orElseThrow();
    }

    /** Its owner has asked for a check, which waits. */
    private BotCheck asked(BotRecord bot, String check) {
        return bots.ask(bot.id(), BotCheck.asked(check, store.clock.instant())).orElseThrow();
    }

    private boolean proved(BotRecord bot, BotCheck check) {
        return bots.finish(bot, check, Verification.seen(store.clock.instant()));
    }

    private boolean healed(BotRecord bot, Health health) {
        return bots.heal(bot, health, bot.version().verification());
    }

    private boolean broken(BotRecord bot) {
        return healed(bot, bot.version().health().failed(store.clock.instant(), "broken"));
    }

    private boolean well(BotRecord bot) {
        return healed(bot, bot.version().health().passed(store.clock.instant()));
    }

    private static BotRecord done(BotChange change) {
        return assertInstanceOf(BotChange.Done.class, change).bot();
    }

    /** Secrets are compared by their text; a record compares them by identity. */
    private static void assertSame(BotRecord expected, BotRecord bot) {
        assertEquals(
                expected.settings().secret().text(), bot.settings().secret().text());
        BotRecord withThatSecret = bot.signedWith(expected.settings().secret(), bot.updatedAt());
        assertEquals(expected.signedWith(expected.settings().secret(), expected.updatedAt()), withThatSecret);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bot_", "bot_x", "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60", "bot_bot_"})
    void what_is_no_id_finds_nothing_and_asks_nobody(String id) {
        store.wire.forget();
        assertEquals(Optional.empty(), bots.find(id));
        assertEquals(List.of(), store.wire.operations());
    }

    @Test
    void a_game_that_nobody_lists_is_a_fault() {
        assertThrows(
                IllegalArgumentException.class, () -> bots.register(bot(ada, "chess", Visibility.PUBLIC), null, 0));
    }

    @Test
    void the_key_of_a_match_registers_no_bot() {
        IdempotencyKey key = new IdempotencyKey(ada, "key", "body");
        store.matches.acceptMatch(store.queued(), key, MatchLimits.NONE, Set.of());
        assertInstanceOf(Creation.Conflicting.class, bots.register(bot(ada, store.game, Visibility.PUBLIC), key, 0));
    }

    private Creation<BotRecord> registerOf(int most) {
        return bots.register(bot(ada, store.game, Visibility.PUBLIC), null, most);
    }

    @Test
    void requests_at_once_do_not_pass_an_owners_limit() {
        registered(ben, store.game, Visibility.PUBLIC);
        List<Creation<BotRecord>> answers = TestStore.atOnce(20, n -> registerOf(5));
        assertEquals(5, TestStore.count(answers, Creation.New.class), answers::toString);
        assertEquals(15, TestStore.count(answers, Creation.TooManyOpen.class), answers::toString);
        assertEquals(5, mine(ada).size());
    }

    @Test
    void a_deleted_bot_makes_room_for_one_other() {
        BotRecord first = again(2);
        assertInstanceOf(Creation.New.class, registerOf(2));
        assertInstanceOf(Creation.TooManyOpen.class, registerOf(2));
        BotRecord changed = done(bots.change(first, first.renewed(store.clock.instant())));
        assertInstanceOf(BotChange.Outdated.class, bots.delete(first));
        assertInstanceOf(Creation.TooManyOpen.class, registerOf(2));
        assertInstanceOf(BotChange.Done.class, bots.delete(changed));
        assertInstanceOf(BotChange.Gone.class, bots.delete(changed));
        List<Creation<BotRecord>> answers = TestStore.atOnce(6, n -> registerOf(2));
        assertEquals(1, TestStore.count(answers, Creation.New.class), answers::toString);
    }

    @Test
    void bots_from_before_the_limit_count_too() {
        BotRecord old = registered();
        registered();
        registered();
        assertInstanceOf(Creation.TooManyOpen.class, registerOf(3));
        assertInstanceOf(Creation.TooManyOpen.class, registerOf(2));
        List<Creation<BotRecord>> answers = TestStore.atOnce(6, n -> registerOf(4));
        assertEquals(1, TestStore.count(answers, Creation.New.class), answers::toString);
        bots.delete(found(old));
        assertInstanceOf(Creation.New.class, registerOf(4));
        assertInstanceOf(Creation.TooManyOpen.class, registerOf(4));
    }

    @Test
    void who_has_more_bots_than_a_lowered_limit_cannot_replace_a_deleted_one() {
        List<BotRecord> old = List.of(registered(), registered(), registered(), registered());
        assertInstanceOf(Creation.TooManyOpen.class, registerOf(2));
        Set<String> ids = old.stream().map(BotRecord::id).collect(Collectors.toSet());
        assertEquals(ids, new Quota(store.table(), TableLayout.BOT, ada).open());
        bots.delete(found(old.getFirst()));
        assertInstanceOf(Creation.TooManyOpen.class, registerOf(2));
    }

    private List<String> listed(PageRequest<String> query) {
        return bots.list(query, _ -> true).items().stream().map(BotRecord::id).toList();
    }

    private List<String> mine(String owner) {
        return listed(new PageRequest<>(null, owner, 100, null));
    }

    @Test
    void pages_follow_each_other_without_a_gap_past_any_number_of_bots_that_are_not_shown() {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Visibility visibility = i % 3 == 0 ? Visibility.PUBLIC : Visibility.PRIVATE;
            BotRecord bot = registered(i % 2 == 0 ? ada : ben, store.game, visibility);
            if (visibility == Visibility.PUBLIC) {
                shown.addFirst(bot.id());
            }
        }
        List<String> seen = new ArrayList<>();
        String last = null;
        do {
            Listing.Page<BotRecord> page = bots.list(new PageRequest<>(store.game, null, 1, last), _ -> true);
            page.items().forEach(bot -> seen.add(bot.id()));
            last = page.last();
        } while (last != null);
        assertEquals(shown, seen);
    }

    @Test
    void the_sweep_goes_over_all_active_bots_whoever_may_see_them() {
        List<String> active = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            active.addFirst(registered(ada, store.game, i % 2 == 0 ? Visibility.PUBLIC : Visibility.PRIVATE)
                    .id());
        }
        BotRecord resting = registered();
        done(bots.change(resting, changed(resting, "resting", resting.settings().program(), Visibility.PUBLIC, false)));
        List<BotRecord> first = bots.active(store.game, null, 3);
        List<BotRecord> second = bots.active(store.game, first.getLast().id(), 3);
        assertEquals(active.subList(0, 3), first.stream().map(BotRecord::id).toList());
        assertEquals(active.subList(3, 5), second.stream().map(BotRecord::id).toList());
        assertEquals(List.of(), bots.active(store.game, second.getLast().id(), 3));
    }

    private BotRecord changed(BotRecord bot, String name, Program program, Visibility visibility, boolean active) {
        return bot.changed(
                new BotSettings(name, program, bot.settings().secret(), visibility, active), store.clock.instant());
    }

    private BotRecord withProgram(BotRecord bot, Program program) {
        return changed(bot, bot.settings().name(), program, Visibility.PUBLIC, true);
    }

    private BotRecord named(BotRecord bot, String name) {
        return changed(bot, name, bot.settings().program(), Visibility.PUBLIC, true);
    }

    @Test
    void a_change_is_there_for_the_next_reader_also_if_its_answer_was_lost() {
        BotRecord bot = registered();
        store.clock.forwardMillis(1);
        BotRecord after = changed(bot, "Gary II", bot.settings().program(), Visibility.PRIVATE, false);
        store.wire.loseNextAnswerOf("UpdateItem");
        assertSame(after, done(bots.change(bot, after)));
        assertSame(after, found(bot));
        assertEquals(2, after.revision());
        assertEquals(1, after.version().number());
    }

    @Test
    void of_changes_at_once_one_is_there_and_the_others_are_told() {
        BotRecord bot = registered();
        List<BotChange> answers = TestStore.atOnce(8, n -> bots.change(bot, named(bot, "name " + n)));
        assertEquals(1, TestStore.count(answers, BotChange.Done.class));
        assertEquals(7, TestStore.count(answers, BotChange.Outdated.class));
        assertTrue(answers.stream()
                .anyMatch(answer -> answer instanceof BotChange.Done(BotRecord done)
                        && done.settings().name().equals(found(bot).settings().name())));
    }

    @Test
    void another_url_is_another_version_with_the_health_of_the_one_before() {
        BotRecord bot = registered();
        assertTrue(proved(bot, asked(bot, "check")));
        assertTrue(broken(bot));
        BotRecord before = found(bot);
        assertTrue(before.version().verification().proven());

        BotRecord moved = withProgram(before, new Program.AtUrl("https://other.example/"));
        assertSame(moved, done(bots.change(before, moved)));
        assertEquals(
                new BotVersion(2, Verification.OPEN, before.version().health(), null),
                found(bot).version(),
                "a new version ends no suspension");
    }

    @Test
    void a_bot_of_any_kind_is_found_as_it_was_registered_or_became() {
        Program.Published code = Program.Published.of("function move() {}", false);
        List<Program> programs = List.of(
                new Program.AtUrl("https://bot.example/"),
                code,
                code.opened(true),
                Program.Published.of("function move() { return 1 }", true),
                new Program.Connected(),
                new Program.AtUrl("https://other.example/"));
        BotRecord changing = registered();
        for (Program program : programs) {
            BotRecord made = withProgram(bot(ada, store.game, Visibility.PUBLIC), program);
            bots.register(made, null, 0);
            assertSame(made, found(made));
            assertEquals(program.kind().equals("url"), !found(made).proven());
            BotRecord before = found(changing);
            BotRecord after = withProgram(before, program);
            done(bots.change(before, after));
            assertSame(after, found(changing));
            assertEquals(
                    before.version().number() + (program.equals(code.opened(true)) ? 0 : 1),
                    after.version().number(),
                    "only who may read the same code is no new version: " + program);
        }
    }

    @Test
    void what_was_known_of_other_code_is_forgotten_and_of_the_same_code_is_not() {
        BotRecord bot = withProgram(registered(), Program.Published.of("1", false));
        BotRecord at = found(bot);
        done(bots.change(at, withProgram(at, bot.settings().program())));
        bot = found(bot);
        BotCheck check = asked(bot, "check");
        BotRecord opened = withProgram(found(bot), Program.Published.of("1", true));
        done(bots.change(found(bot), opened));
        assertEquals("check", found(bot).version().check().id());
        BotRecord replaced = withProgram(found(bot), Program.Published.of("2", true));
        done(bots.change(found(bot), replaced));
        assertEquals(null, found(bot).version().check());
        assertFalse(
                bots.finish(opened, check.finished(store.clock.instant(), List.of()), Verification.OPEN),
                "a check of the code before says nothing about this code");
    }

    @Test
    void what_a_bot_ran_at_a_moment_is_known_and_changes_on_their_way_are_refused() {
        BotRecord bot = withProgram(bot(ada, store.game, Visibility.PUBLIC), Program.Published.of("1", false));
        bots.register(bot, null, 0);
        Instant first = store.clock.instant();
        store.clock.forwardMillis(10);
        BotRecord before = found(bot);
        BotRecord replaced = withProgram(before, Program.Published.of("2", false));
        done(bots.change(before, replaced));
        store.clock.forwardMillis(10);
        BotRecord onItsWay = found(bot);

        Programmed then = bots.programAt(bot.id(), first.plusMillis(10)).orElseThrow();
        assertEquals(bot.code(), then.code());
        assertEquals(before.version().number(), then.version());
        Programmed now = bots.programAt(bot.id(), store.clock.instant()).orElseThrow();
        assertEquals(replaced.code(), now.code());
        assertEquals(before.version().number() + 1, now.version());
        assertEquals(List.of(bot.code()), bots.codeBefore(bot.id()));
        assertEquals(
                new BotChange.Outdated(),
                bots.change(onItsWay, withProgram(onItsWay, Program.Published.of("3", false))));
        assertEquals(Optional.empty(), bots.programAt(IdKind.BOT.next(ids), first));
    }

    @Test
    void all_bots_of_an_owner_are_paused_or_deleted_whatever_changes_meanwhile() {
        BotRecord one = registered(ada, store.game, Visibility.PUBLIC);
        BotRecord two = registered(ada, store.games.get(1), Visibility.PRIVATE);
        BotRecord other = registered(ben, store.game, Visibility.PUBLIC);
        assertEquals(Set.of(one.id(), two.id()), Set.copyOf(bots.idsOf(ada)));
        bots.pauseAll(ada);
        bots.pauseAll(ada);
        assertFalse(found(one).settings().active());
        assertFalse(found(two).settings().active());
        assertTrue(found(other).settings().active());

        bots.delete(one.id());
        bots.delete(one.id());
        assertEquals(List.of(two.id()), bots.idsOf(ada));
        assertEquals(Set.of(one.id()), bots.deletedOf(ada));
        BotRecord next = bot(ada, store.game, Visibility.PUBLIC);
        BotRecord again = TestStore.made(bots.register(next, null, 5));
        assertEquals(one.id(), again.id());
        assertEquals(Set.of(one.id()), bots.deletedOf(ada), "a person who is erased may have more than the last one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "code", "B94D27B9934D3E08A52E52D7DA7DABFAC484EFE37A5380EE9088F7ACE2EFCDE9", "../../x"})
    void what_is_no_hash_names_no_code(String code) {
        assertThrows(IllegalArgumentException.class, () -> new Program.Published(code, 1, false));
    }

    @Test
    void a_new_version_at_the_same_url_is_still_proven_and_as_healthy_as_the_one_before() {
        BotRecord bot = registered();
        assertTrue(proved(bot, asked(bot, "check")));
        assertTrue(broken(bot));
        BotCheck ofOne = asked(bot, "of version 1");
        BotRecord before = found(bot);

        BotRecord renewed = before.renewed(store.clock.instant());
        assertSame(renewed, done(bots.change(before, renewed)));
        assertEquals(
                new BotVersion(
                        2, before.version().verification(), before.version().health(), null),
                found(bot).version());
        assertFalse(proved(before, ofOne), "what is found out of version 1 is not said of version 2");
        assertFalse(broken(before));
    }

    @Test
    void a_deleted_bot_is_in_no_list_and_takes_no_change() {
        BotRecord bot = registered();
        assertInstanceOf(BotChange.Done.class, bots.delete(bot));
        assertEquals(Optional.empty(), bots.find(bot.id()));
        assertEquals(List.of(), listed(new PageRequest<>(store.game, null, 5, null)));
        assertEquals(List.of(), mine(ada));
        assertInstanceOf(BotChange.Gone.class, bots.change(bot, named(bot, "ghost")));
        assertInstanceOf(BotChange.Gone.class, bots.delete(bot));
        assertEquals(Optional.empty(), bots.ask(bot.id(), BotCheck.asked("check", store.clock.instant())));
        assertFalse(well(bot));
        assertEquals(Optional.empty(), bots.find(bot.id()), "a late finding does not bring it back");
    }

    @Test
    void a_bot_that_is_deleted_and_registered_again_keeps_its_place_and_its_suspension() {
        BotRecord bot = registered();
        Health health = bot.version().health();
        for (int failed = 0; failed < Health.FAILURES_TO_LEAVE; failed++) {
            health = health.failed(store.clock.instant(), "broken");
        }
        assertTrue(bots.heal(bot, health, bot.version().verification()));
        assertInstanceOf(BotChange.Done.class, bots.delete(found(bot)));

        BotRecord made = again(5);
        assertEquals(bot.id(), made.id(), "so the ladder goes on with its record");
        assertEquals(2, made.version().number());
        assertTrue(found(made).version().health().suspended());
        assertSame(made, found(made));
        assertNotEquals(bot.id(), again(5).id(), "only one goes on as it");
    }

    @Test
    void a_registration_that_finds_no_room_leaves_the_place_of_the_deleted_bot() {
        registered();
        BotRecord deleted = registered();
        assertInstanceOf(BotChange.Done.class, bots.delete(deleted));
        assertInstanceOf(Creation.TooManyOpen.class, registerOf(1));
        assertEquals(deleted.id(), again(5).id());
    }

    private BotRecord again(int most) {
        return TestStore.made(registerOf(most));
    }

    private static final CheckedCall CALL =
            new CheckedCall(0, Seat.SECOND, "application/json {}", null, 12, false, "it hung");

    @Test
    void a_bot_has_one_check_at_a_time() {
        BotRecord bot = registered();
        BotCheck first = BotCheck.asked("first", store.clock.instant());
        assertEquals(Optional.of(first), bots.ask(bot.id(), first));
        assertEquals(Optional.of(first), bots.ask(bot.id(), BotCheck.asked("second", store.clock.instant())));
        store.clock.forward(Bots.CHECK_WAITS);
        BotCheck later = BotCheck.asked("later", store.clock.instant());
        assertEquals(Optional.of(later), bots.ask(bot.id(), later), "the first one was lost");
        assertFalse(bots.finish(
                bot,
                first.finished(store.clock.instant(), List.of(CALL)),
                bot.version().verification()));
        assertTrue(bots.finish(
                bot,
                later.finished(store.clock.instant(), List.of(CALL)),
                bot.version().verification()));
    }

    @Test
    void a_check_is_written_down_once() {
        BotRecord bot = registered();
        BotCheck check = asked(bot, "check");
        BotCheck made = check.finished(store.clock.instant().plusSeconds(1), List.of(CALL));
        assertTrue(bots.finish(
                bot, made, bot.version().verification().missed("Nothing was there.", store.clock.instant())));
        assertFalse(proved(bot, made));
        assertEquals(made, found(bot).version().check());
        assertEquals(
                new Verification(null, "Nothing was there."),
                found(bot).version().verification());
    }

    @Test
    void a_check_of_the_url_before_says_nothing_about_this_one() {
        BotRecord bot = registered();
        BotCheck check = asked(bot, "check");
        done(bots.change(bot, withProgram(bot, new Program.AtUrl("https://victim.example/"))));
        assertFalse(proved(bot, check));
        assertFalse(well(bot));
        assertFalse(found(bot).version().verification().proven());
    }

    @Test
    void what_the_checker_finds_and_what_the_owner_changes_do_not_undo_each_other() {
        BotRecord bot = registered();
        BotCheck check = asked(bot, "check");
        assertTrue(broken(bot));
        assertTrue(proved(bot, check));
        BotRecord after = done(bots.change(bot, named(bot, "Gary II")));
        assertEquals("Gary II", after.settings().name());
        assertTrue(after.version().verification().proven());
        assertEquals("broken", after.version().health().reason());
    }

    @Test
    void a_sweep_counts_once_however_often_its_message_comes() {
        BotRecord bot = registered();
        Health failed = bot.version().health().failed(store.clock.instant(), "broken");
        List<Boolean> written =
                TestStore.atOnce(4, n -> bots.heal(bot, failed, bot.version().verification()));
        assertEquals(1, written.stream().filter(Boolean::booleanValue).count());
        assertFalse(
                bots.heal(
                        bot,
                        bot.version().health().passed(store.clock.instant().minusSeconds(1)),
                        bot.version().verification()),
                "an older sweep");
        assertEquals(failed, found(bot).version().health());
        Health again =
                found(bot).version().health().failed(store.clock.instant().plusSeconds(1), "still broken");
        assertTrue(bots.heal(bot, again, bot.version().verification()));
        assertEquals(again, found(bot).version().health());
    }

    @Test
    void a_bot_that_lost_two_matches_by_failing_is_suspended_once_and_only_by_later_ones_again() {
        BotRecord bot = registered();
        Instant earlier = store.clock.instant().minusSeconds(60);

        List<Boolean> written =
                TestStore.atOnce(4, n -> bots.suspend(bot.id(), bot.version().number(), earlier, "It lost."));
        assertEquals(1, written.stream().filter(Boolean::booleanValue).count());
        Health suspended = found(bot).version().health();
        assertTrue(suspended.suspended());
        assertEquals("It lost.", suspended.reason());
        assertEquals(store.clock.instant(), suspended.changedAt());

        BotCheck check = asked(bot, "check");
        assertTrue(bots.finish(found(bot), check, bot.version().verification(), true));
        assertFalse(found(bot).version().health().suspended());
        assertFalse(
                bots.suspend(bot.id(), bot.version().number(), earlier, "It lost."), "matches from before it returned");
        assertTrue(bots.suspend(
                bot.id(), bot.version().number(), store.clock.instant().plusSeconds(1), "It lost again."));
    }

    @Test
    void matches_of_another_version_or_a_deleted_bot_suspend_nothing() {
        BotRecord bot = registered();
        Instant earlier = store.clock.instant();

        assertFalse(bots.suspend(bot.id(), bot.version().number() + 1, earlier, "It lost."));
        bots.delete(bot);
        assertFalse(bots.suspend(bot.id(), bot.version().number(), earlier, "It lost."));
        assertTrue(bots.find(bot.id()).isEmpty());
    }

    @Test
    void a_sweep_that_called_a_bot_before_it_was_suspended_does_not_end_the_suspension() {
        BotRecord bot = registered();
        assertTrue(bots.suspend(bot.id(), bot.version().number(), store.clock.instant(), "It lost."));

        assertFalse(well(bot));
        assertTrue(found(bot).version().health().suspended());
    }

    @Test
    void no_text_form_tells_url_or_secret() {
        BotRecord bot = registered();
        String texts = bot
                + found(bot).toString()
                + new StoredBot(bot, null, null)
                + new BotChange.Done(bot)
                + new Listing.Page<>(List.of(bot), null);
        assertTrue(texts.contains(bot.id()));
        for (String secret :
                List.of("bot.example", "hush", bot.settings().secret().base64())) {
            assertFalse(texts.contains(secret), texts);
        }
    }
}
