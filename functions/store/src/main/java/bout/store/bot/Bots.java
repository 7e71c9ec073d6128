package bout.store.bot;

import bout.games.Games;
import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.BotRecord.BotVersion;
import bout.store.bot.BotRecord.Health;
import bout.store.bot.BotRecord.Verification;
import bout.store.bot.BotRecord.Visibility;
import bout.table.Condition;
import bout.table.ConditionalWrite;
import bout.table.ConditionalWrite.Written;
import bout.table.Creation;
import bout.table.Creator;
import bout.table.Creator.IdempotencyKey;
import bout.table.Item;
import bout.table.Listing;
import bout.table.Listing.Page;
import bout.table.Listing.PageRequest;
import bout.table.Partition;
import bout.table.Quota;
import bout.table.Table;
import bout.table.TableLayout;
import bout.table.TablePut;
import bout.table.TableUpdate;
import bout.telemetry.Parallel;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The registered bots. Owners and the checker write different attributes, so neither overwrites the other. Every change
 * is conditional, so of several concurrent changes each either succeeds or is reported as outdated.
 */
public record Bots(Table table, Clock clock, List<String> games) {

    /** A check that has not finished by then is abandoned, and another one may be requested. */
    public static final Duration CHECK_WAITS = Duration.ofMinutes(10);

    /** How long it is known which program a bot had before. */
    public static final Duration REPLACED_KEPT = Duration.ofDays(30);

    private static final String LAST_MOMENT = "9".repeat(13);

    public static final int MOST_OF_OWNER = Quota.MOST_OPEN;

    /** For an owner and day; twelve megabytes of the largest code. */
    public static final int MOST_PUBLICATIONS = 200;

    private static final int ATTEMPTS = 8;

    public Bots(Table table, Clock clock) {
        this(table, clock, Games.ALL.stream().map(game -> game.card().id()).toList());
    }

    /**
     * Stores a bot, and the item that lists it for its owner. Under a limit it also takes room in the owner's quota,
     * which its deletion frees, and the bot goes on as the next version of the one that its owner last deleted in the
     * game: so a new registration makes no loss disappear and ends no suspension. An owner without a limit of bots
     * could start anew anyway.
     *
     * @param bot as {@link BotRecord#registered} makes it, with an id that was never used
     * @param key the idempotency key, or {@code null}
     * @param most how many bots its owner may have; 0 = no limit
     * @throws IllegalArgumentException if it does not play one of the games
     */
    public Creation<BotRecord> register(BotRecord bot, IdempotencyKey key, int most) {
        if (!games.contains(bot.game())) {
            throw new IllegalArgumentException("no bot of " + bot.game() + " is ever listed; there are " + games);
        }
        if (most > 0) {
            countBotsWithoutCapacity(bot.owner());
        }
        List<Quota.Claim> claims = most == 0 ? List.of() : List.of(new Quota.Claim(bot.owner(), most, 0));
        return creator()
                .create(bot.id(), key, claims, place -> store(bot.as(place.id(), bot.version()), place, most > 0));
    }

    /** As {@link Creator#earlier}, for requests that would no longer be accepted. */
    public Optional<BotRecord> earlier(IdempotencyKey key) {
        return creator().earlier(key);
    }

    private Creator<BotRecord> creator() {
        return new Creator<>(table, clock, TableLayout.BOT, this::find, this::stale);
    }

    /**
     * Stores a bot and the item that finds it for its owner, and tells the key its id; all in one transaction, which
     * also removes the deleted bot that it goes on as. So of two registrations at once, one gets that.
     */
    private Optional<Creation<BotRecord>> store(BotRecord bot, Creator.Place place, boolean limited) {
        Map<String, AttributeValue> formerKey = TableLayout.formerBotKey(bot.owner(), bot.game());
        // It terminates because each time another registration has taken the deleted bot.
        while (true) {
            Optional<StoredBot.Former> former =
                    limited ? table.item(formerKey).map(item -> item.as(StoredBot.Former.class)) : Optional.empty();
            BotRecord made = former.map(gone -> gone.goneOnAs(bot)).orElse(bot);
            List<ConditionalWrite<?>> parts = new ArrayList<>();
            parts.add(table.put(TableLayout.botKey(made.id()))
                    .set(new StoredBot(made, null, null))
                    .set(TableLayout.LIST, TableLayout.botsOfGame(made.game()))
                    .ifAbsent());
            parts.add(
                    table.listed(TableLayout.botOfOwnerKey(made.id()), made.id(), TableLayout.botsOfOwner(made.owner()))
                            .set(TableLayout.GAME, made.game())
                            .ifAbsent());
            former.ifPresent(
                    gone -> parts.add(table.delete(formerKey).when(Condition.equal(TableLayout.ID, gone.id()))));
            if (place.key() != null) {
                parts.add(place.stored(made.id()));
            }
            Map<Integer, Item> refused = table.transact(parts);
            if (refused.isEmpty()) {
                if (former.isPresent()) {
                    moveCapacity(bot, made.id());
                }
                return Optional.of(new Creation.New<>(made));
            } else if (place.key() != null && refused.containsKey(parts.size() - 1)) {
                return Optional.empty();
            } else if (former.isEmpty()) {
                BotRecord there = StoredBot.of(refused.get(0)).bot();
                if (place.key() == null && !there.equals(made)) {
                    throw new IllegalStateException("there is another bot with the id " + made.id());
                }
                return Optional.of(new Creation.Repeated<>(there));
            }
        }
    }

    /** A crash in between leaves too much room taken; before, too little until the next registration. */
    private void moveCapacity(BotRecord bot, String to) {
        quota(bot.owner()).add(Set.of(to));
        quota(bot.owner()).free(Set.of(bot.id()));
    }

    /**
     * Bots that were registered without a limit are not in the quota yet. The index follows the table within a fraction
     * of a second, which does not matter: bots registered just now under the limit are.
     */
    private void countBotsWithoutCapacity(String owner) {
        Quota quota = quota(owner);
        Set<String> open = quota.open();
        List<String> without = idsOf(owner).stream()
                .filter(id -> !open.contains(id))
                // All of them, also beyond the limit: so one that is deleted meanwhile makes no room.
                .limit(Math.max(0, Quota.MOST_OPEN - open.size()))
                .toList();
        if (!without.isEmpty()) {
            quota.add(without);
            // Of these, those that were deleted just before.
            Set<String> deleted = deleted(Set.copyOf(without));
            if (!deleted.isEmpty()) {
                quota.free(deleted);
            }
        }
    }

    private Set<String> deleted(Set<String> ids) {
        Set<String> deleted = new HashSet<>(ids);
        deleted.removeAll(find(ids).keySet());
        return deleted;
    }

    private Set<String> stale(String owner, Set<String> open) {
        Instant before = clock.instant().minus(Creator.STORED_WITHIN);
        return deleted(open).stream()
                .filter(id -> MatchIds.time(id).isBefore(before))
                .collect(Collectors.toSet());
    }

    private Quota quota(String owner) {
        return new Quota(table, TableLayout.BOT, owner);
    }

    public Optional<BotRecord> find(String id) {
        if (!IdKind.BOT.is(id)) {
            return Optional.empty();
        }
        return table.item(TableLayout.botKey(id)).map(item -> StoredBot.of(item).bot());
    }

    public Map<String, BotRecord> find(Set<String> ids) {
        return table
                .items(ids.stream()
                        .filter(IdKind.BOT::is)
                        .map(TableLayout::botKey)
                        .toList())
                .stream()
                .map(item -> StoredBot.of(item).bot())
                .collect(Collectors.toMap(BotRecord::id, bot -> bot));
    }

    /** @param seen which bots of an owner the caller may see */
    public Page<BotRecord> list(PageRequest<String> query, Predicate<BotRecord> seen) {
        return query.filter() == null
                ? Listing.page(query, (behind, most) -> ofEveryone(query.game(), behind, most), BotRecord::id)
                // All of them if need be: a cursor must not name one that the caller may not see.
                : Listing.filtered(
                        query, Integer.MAX_VALUE, (behind, most) -> ofOwner(query, behind, most, seen), BotRecord::id);
    }

    private List<BotRecord> ofEveryone(String game, String behind, int most) {
        List<String> listed = game == null ? games : List.of(game);
        return Parallel.call(
                        listed,
                        each -> table.newest(
                                TableLayout.botsOfGame(each),
                                behind,
                                most,
                                Condition.equal(TableLayout.VISIBILITY, Visibility.PUBLIC)))
                .stream()
                .flatMap(List::stream)
                .map(item -> StoredBot.of(item).bot())
                .sorted(Comparator.comparing(BotRecord::id).reversed())
                .limit(most)
                .toList();
    }

    private Page<BotRecord> ofOwner(PageRequest<String> query, String behind, int most, Predicate<BotRecord> seen) {
        Condition game = query.game() == null ? null : Condition.equal(TableLayout.GAME, query.game());
        List<String> ids = table.ids(TableLayout.botsOfOwner(query.filter()), behind, most, game);
        // Without those that were deleted in the meantime.
        Map<String, BotRecord> there = find(Set.copyOf(ids));
        return new Page<>(
                ids.stream()
                        .map(there::get)
                        .filter(Objects::nonNull)
                        .filter(seen)
                        .toList(),
                ids.size() < most ? null : ids.getLast());
    }

    /**
     * The active bots of a game, whatever their visibility, by descending id.
     *
     * @param behind only those behind this id, or {@code null}
     */
    public List<BotRecord> active(String game, String behind, int most) {
        return table
                .newest(TableLayout.botsOfGame(game), behind, most, Condition.equal(TableLayout.ACTIVE, true))
                .stream()
                .map(item -> StoredBot.of(item).bot())
                .toList();
    }

    public List<BotRecord> ofGame(String game) {
        return table.newest(TableLayout.botsOfGame(game), null, Integer.MAX_VALUE).stream()
                .map(item -> StoredBot.of(item).bot())
                .toList();
    }

    /**
     * @param after what {@link BotRecord#changed}, {@link BotRecord#renewed} or {@link BotRecord#signedWith} made of it
     */
    public BotChange change(BotRecord before, BotRecord after) {
        TableUpdate change = changing(before, after);
        if (Objects.equals(before.code(), after.code())) {
            return made(change.writeAndRead());
        }
        Map<Integer, Item> refused = table.transact(List.of(change, replaced(before, after)));
        return refused.isEmpty()
                ? find(before.id()).<BotChange>map(BotChange.Done::new).orElseGet(BotChange.Gone::new)
                : made(new Written(false, refused.get(0)));
    }

    private TableUpdate changing(BotRecord before, BotRecord after) {
        TableUpdate update = update(before.id())
                .named()
                .when(Condition.equal(TableLayout.REVISION, before.revision()))
                .change(before, after);
        // Whatever the checker has written since the bot was read.
        if (after.version().number() != before.version().number()) {
            update.remove(TableLayout.CHECK, TableLayout.WAITING_CHECK, TableLayout.CHECK_ASKED_AT);
        }
        if (!after.settings().program().sameAs(before.settings().program())) {
            update.set(after.version().verification());
        }
        return update;
    }

    private static BotChange made(Written change) {
        if (change.item().isEmpty()) {
            return new BotChange.Gone();
        }
        return change.done() ? new BotChange.Done(StoredBot.of(change.item()).bot()) : new BotChange.Outdated();
    }

    private TablePut replaced(BotRecord before, BotRecord after) {
        Instant until = after.updatedAt();
        int number = before.version().number();
        return table.put(TableLayout.replacedKey(before.id(), until, number))
                .set(new StoredBot.Replaced(number, before.code()))
                .set(TableLayout.EXPIRES, until.plus(REPLACED_KEPT).getEpochSecond());
    }

    /** A bot with the version and the code (or {@code null}) that it had at a moment. */
    public record Programmed(BotRecord bot, int version, String code) {}

    /**
     * A bot's program at a moment. It also counts as a change, so whatever was asked for before that moment and is not
     * written yet is refused.
     *
     * @param moment at most {@link #REPLACED_KEPT} ago
     * @return empty if there is no such bot any more
     */
    public Optional<Programmed> programAt(String id, Instant moment) {
        Written written = update(id)
                .when(Condition.there(TableLayout.PK))
                .add(TableLayout.REVISION, 1)
                .writeAndRead();
        return written.item().find(StoredBot.class).map(found -> programAt(found.bot(), moment));
    }

    private Programmed programAt(BotRecord bot, Instant moment) {
        Programmed now = new Programmed(bot, bot.version().number(), bot.code());
        return bot.updatedAt().isBefore(moment)
                ? now
                : new Partition(table, TableLayout.replaced(bot.id()))
                                .first(
                                        TableLayout.moment(moment),
                                        LAST_MOMENT,
                                        1,
                                        item -> List.of(item.as(StoredBot.Replaced.class)))
                                .stream()
                                .findFirst()
                                .map(then -> new Programmed(bot, then.number(), then.code()))
                                .orElse(now);
    }

    /** Its codes during the last {@link #REPLACED_KEPT}, without the current one. */
    public List<String> codeBefore(String id) {
        return new Partition(table, TableLayout.replaced(id))
                .items().stream()
                        .map(item -> item.as(StoredBot.Replaced.class).code())
                        .filter(Objects::nonNull)
                        .toList();
    }

    /** Pauses a bot, whatever its owner does at the same time. */
    public void pause(String id) {
        insist(
                id,
                bot -> bot.settings().active(),
                bot -> made(changing(bot, bot.paused(clock.instant())).writeAndRead()));
    }

    /** Makes a change of a bot that needs it, again as long as others change it in the meantime. */
    private void insist(String id, Predicate<BotRecord> needed, Function<BotRecord, BotChange> change) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<BotRecord> found = find(id).filter(needed);
            if (found.isEmpty() || !(change.apply(found.get()) instanceof BotChange.Outdated)) {
                return;
            }
        }
        throw new IllegalStateException("the bot " + id + " was changed " + ATTEMPTS + " times in the meantime");
    }

    public void pauseAll(String owner) {
        idsOf(owner).forEach(this::pause);
    }

    /**
     * Deletes a bot for good, except for its id, version and health; see {@link #register}. Matches keep its name; in
     * those that have yet to be played, its calls fail, so it loses those that count.
     */
    public BotChange delete(BotRecord read) {
        List<ConditionalWrite<?>> deletes = List.of(
                table.delete(TableLayout.botKey(read.id()))
                        .when(Condition.equal(TableLayout.REVISION, read.revision())),
                table.delete(TableLayout.botOfOwnerKey(read.id())),
                table.put(TableLayout.formerBotKey(read.owner(), read.game()))
                        .set(new StoredBot.Former(
                                read.id(),
                                read.version().number(),
                                read.version().health())),
                table.put(TableLayout.deletedBotKey(read.owner(), read.id())),
                quota(read.owner()).freed(read.id()));
        if (table.transact(deletes).isEmpty()) {
            return new BotChange.Done(read);
        }
        return find(read.id()).isPresent() ? new BotChange.Outdated() : new BotChange.Gone();
    }

    /** Deletes a bot, whatever its owner does at the same time. */
    public void delete(String id) {
        insist(id, bot -> true, this::delete);
    }

    /** The ids of all bots that an owner has, as far as the index knows. */
    public List<String> idsOf(String owner) {
        return table.ids(TableLayout.botsOfOwner(owner));
    }

    /** The ids of the bots that an owner has deleted; of those deleted by earlier releases, the last of each game. */
    public Set<String> deletedOf(String owner) {
        return new Partition(table, TableLayout.formerBots(owner))
                .items().stream()
                        .map(item -> item.has(TableLayout.ID)
                                ? item.as(StoredBot.Former.class).id()
                                : item.string(TableLayout.SK))
                        .collect(Collectors.toSet());
    }

    /**
     * Records a requested check, unless one is already waiting; the caller sends the check to the queue.
     *
     * @return the waiting check, this one or an earlier one; empty if there is no such bot
     */
    public Optional<BotCheck> ask(String bot, BotCheck check) {
        Written written = update(bot)
                .when(Condition.there(TableLayout.PK))
                .when(Condition.absent(TableLayout.WAITING_CHECK)
                        .or(Condition.atMost(
                                TableLayout.CHECK_ASKED_AT, check.askedAt().minus(CHECK_WAITS))))
                .set(TableLayout.CHECK, check)
                .set(TableLayout.WAITING_CHECK, check.id())
                .set(TableLayout.CHECK_ASKED_AT, check.askedAt())
                .writeAndRead();
        return written.item()
                .find(StoredBot.class)
                .map(found -> found.bot().version().check());
    }

    public boolean finish(BotRecord checked, BotCheck check, Verification verification) {
        return finish(checked, check, verification, false);
    }

    /**
     * @param wentThrough whether the bot passed everything, which ends a suspension
     * @return false if this check is no longer waiting: it has finished, or the program has changed
     */
    public boolean finish(BotRecord checked, BotCheck check, Verification verification, boolean wentThrough) {
        TableUpdate update = update(checked.id())
                .when(Condition.equal(TableLayout.WAITING_CHECK, check.id()))
                .when(Condition.equal(TableLayout.NUMBER, checked.version().number()))
                .set(TableLayout.CHECK, check)
                .set(verification)
                .remove(TableLayout.WAITING_CHECK, TableLayout.CHECK_ASKED_AT);
        if (wentThrough && checked.version().health().suspended()) {
            update.set(TableLayout.SUSPENDED, false)
                    .set(TableLayout.STREAK, 0)
                    .set(TableLayout.CHANGED_AT, clock.instant())
                    .remove(TableLayout.REASON);
        }
        return update.write().done();
    }

    /**
     * @param verification its {@link BotVersion#verification}, or what became of it when the sweep renewed it
     * @return false if this sweep or a later one has been recorded already, or the program has changed, or the bot was
     *     suspended or returned meanwhile
     */
    public boolean heal(BotRecord checked, Health health, Verification verification) {
        boolean before = checked.version().health().suspended();
        TableUpdate update = update(checked.id())
                .when(Condition.equal(TableLayout.NUMBER, checked.version().number()))
                .when(Condition.absent(TableLayout.CHECKED_AT)
                        .or(Condition.below(TableLayout.CHECKED_AT, health.checkedAt())))
                .when(Condition.equal(TableLayout.SUSPENDED, before))
                .set(TableLayout.SUSPENDED, health.suspended())
                .set(TableLayout.STREAK, health.streak())
                .set(TableLayout.REASON, health.reason())
                .set(TableLayout.CHECKED_AT, health.checkedAt());
        if (health.suspended() != before) {
            update.set(TableLayout.CHANGED_AT, clock.instant());
        }
        if (!verification.equals(checked.version().verification())) {
            update.set(verification);
        }
        return update.write().done();
    }

    /**
     * Suspends a bot because of two matches that it lost by failing.
     *
     * @param version which played them
     * @param earlier when the earlier of them ended; failures before the last suspension do not count again
     * @param why in sentences for its owner
     * @return false if it is suspended already, its program has changed, or a match does not count
     */
    public boolean suspend(String bot, int version, Instant earlier, String why) {
        return update(bot)
                .when(Condition.equal(TableLayout.NUMBER, version))
                .when(Condition.equal(TableLayout.SUSPENDED, false))
                .when(Condition.absent(TableLayout.CHANGED_AT).or(Condition.below(TableLayout.CHANGED_AT, earlier)))
                .set(TableLayout.SUSPENDED, true)
                .set(TableLayout.STREAK, 0)
                .set(TableLayout.REASON, why)
                .set(TableLayout.CHANGED_AT, clock.instant())
                .write()
                .done();
    }

    /**
     * Counts a publication of code; false if it would be one too many for its owner on this day, and then it is not
     * counted. Code is kept forever, so without a limit one token could fill the bucket.
     *
     * <p>{@code pk} = {@code publications#OWNER#DAY}, {@code sk} = {@code publications}, with {@code count}.
     */
    public boolean countPublication(String owner) {
        Instant now = clock.instant();
        return table.update(TableLayout.publicationsKey(owner, Quota.day(now)))
                .when(Condition.absent(TableLayout.COUNT).or(Condition.below(TableLayout.COUNT, MOST_PUBLICATIONS)))
                .add(TableLayout.COUNT, 1)
                // Longer than the day, for clocks that differ.
                .set(TableLayout.EXPIRES, now.plus(Duration.ofDays(2)).getEpochSecond())
                .write()
                .done();
    }

    public void prime() {
        table.item(TableLayout.botKey("none"));
    }

    private TableUpdate update(String id) {
        return table.update(TableLayout.botKey(id));
    }

    public sealed interface BotChange {

        record Done(BotRecord bot) implements BotChange {}

        /** Another request changed the bot after it was read; nothing was written. */
        record Outdated() implements BotChange {}

        record Gone() implements BotChange {}
    }
}
