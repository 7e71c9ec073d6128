package bout.store.contest;

import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent;
import bout.competition.contest.ContestEvent.Again;
import bout.competition.contest.ContestEvent.Cancelled;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.tournament.JournalledTournament;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.store.contest.ContestRecord.ContestSettings;
import bout.store.journal.Journals;
import bout.store.match.MatchRecord;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.tournament.Tournaments;
import bout.table.Condition;
import bout.table.ConditionalWrite;
import bout.table.Creation;
import bout.table.Creator;
import bout.table.Creator.IdempotencyKey;
import bout.table.Item;
import bout.table.Partition;
import bout.table.Table;
import bout.table.TableDelete;
import bout.table.TableLayout;
import bout.table.TablePut;
import bout.table.TableUpdate;
import bout.telemetry.Machine;
import bout.wire.id.IdKind;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The contests and their journals. An entry is written together with the number of entries, and only if no other was
 * written since the contest was read: so each entry was checked against all those before it, also when others write at
 * the same moment, and the deadline parts entries exactly.
 *
 * <p>{@code pk} = {@code contest#ID}, {@code sk} = {@code contest}: a {@link Listed} with {@code list} =
 * {@code contests#public} or {@code contests#private}, {@code change} and, with a webhook, {@code told}. {@code sk} =
 * {@code event#NNNNNN}: an entry of the journal as JSON, in {@code event}. {@code sk} = {@code open}, until it is over
 * and its webhooks are sent: {@code id} and {@code list} = {@code contests-open}.
 */
public record Contests(Table table) {

    /** A thousand who enter in the last minute wait for each other: pauses grow, and add up to half a minute. */
    private static final int ATTEMPTS = 60;

    private static final int HEAD = 0;

    /**
     * The item of a contest: what can be said of it without its journal.
     *
     * @param count how many entries the journal has
     * @param podium the first three, as {@link Contest#podium} says
     */
    public record Listed(
            String id,
            ContestSettings settings,
            Instant createdAt,
            String state,
            Instant deadline,
            int count,
            List<Prize> podium) {}

    /** Of one of the first three of a contest that is over and hides nothing. */
    public record Prize(String bot, String name) {

        public static List<Prize> of(Contest contest) {
            return contest.podium().stream()
                    .map(entry -> new Prize(entry.bot(), entry.name()))
                    .toList();
        }
    }

    /**
     * @param contest a new one, without a journal, with an id that was never used
     * @param key the idempotency key, or {@code null}
     */
    public Creation<ContestRecord> create(ContestRecord contest, IdempotencyKey key, Clock clock) {
        return creator(clock)
                .create(
                        contest.id(),
                        key,
                        List.of(),
                        place -> store(
                                new ContestRecord(place.id(), contest.settings(), contest.createdAt(), List.of()),
                                place));
    }

    /** As {@link Creator#earlier}, for requests that would no longer be accepted. */
    public Optional<ContestRecord> earlier(IdempotencyKey key, Clock clock) {
        return creator(clock).earlier(key);
    }

    private Creator<ContestRecord> creator(Clock clock) {
        return new Creator<>(table, clock, TableLayout.CONTEST, this::find, (_, _) -> Set.of());
    }

    private Optional<Creation<ContestRecord>> store(ContestRecord contest, Creator.Place place) {
        List<ConditionalWrite<?>> parts = new ArrayList<>(List.of(
                table.put(TableLayout.contestKey(contest.id()))
                        .set(new Listed(
                                contest.id(),
                                contest.settings(),
                                contest.createdAt(),
                                contest.contest().state().code(),
                                contest.settings().plan().deadline(),
                                0,
                                List.of()))
                        .set(
                                TableLayout.LIST,
                                TableLayout.contests(contest.settings().isPublic()))
                        .ifAbsent(),
                opened(contest.id())));
        if (place.key() != null) {
            parts.add(place.stored(contest.id()));
        }
        Map<Integer, Item> refused = table.transact(parts);
        if (refused.isEmpty()) {
            return Optional.of(new Creation.New<>(contest));
        }
        // Stored by an equal request; or the key has another id by now.
        return refused.containsKey(HEAD) ? find(contest.id()).map(Creation.Repeated::new) : Optional.empty();
    }

    private TablePut opened(String id) {
        return table.listed(TableLayout.openContestKey(id), id, TableLayout.CONTESTS_OPEN);
    }

    private TableDelete closed(String id) {
        return table.delete(TableLayout.openContestKey(id));
    }

    /** The numbers of the entries of which a webhook tells, and is not known to be in its queue. */
    public List<Integer> untold(ContestRecord contest) {
        if (contest.settings().webhook() == null) {
            return List.of();
        }
        int told = table.item(TableLayout.contestKey(contest.id()))
                .filter(head -> head.has(TableLayout.TOLD))
                .map(head -> (int) head.whole(TableLayout.TOLD))
                .orElse(0);
        return IntStream.rangeClosed(told + 1, contest.journal().size())
                .filter(number -> contest.journal().get(number - 1).told())
                .boxed()
                .toList();
    }

    /** Records that the webhooks are in their queue; has no effect if the contest has gone on since it was read. */
    public void told(ContestRecord contest) {
        TableUpdate head = table.update(TableLayout.contestKey(contest.id()))
                .when(Condition.equal(TableLayout.COUNT, contest.journal().size()))
                .set(TableLayout.TOLD, contest.journal().size());
        table.transact(contest.contest().state().over() ? List.of(head, closed(contest.id())) : List.of(head));
    }

    public void withoutWebhook(ContestRecord contest) {
        table.update(TableLayout.contestKey(contest.id()))
                .set(TableLayout.SETTINGS, contest.settings().withoutWebhook())
                .write();
    }

    public Optional<ContestRecord> find(String id) {
        if (!IdKind.CONTEST.is(id)) {
            return Optional.empty();
        }
        // All in one read, so that head and journal belong together.
        List<Item> items = new Partition(table, TableLayout.contestKey(id)).items();
        List<ContestEvent> journal = items.stream()
                .filter(item -> item.has(TableLayout.EVENT))
                .map(item -> item.json(TableLayout.EVENT, ContestEvent.class))
                .toList();
        return items.stream()
                .filter(item -> item.has(TableLayout.STATE))
                .map(item -> item.as(Listed.class))
                .map(head -> new ContestRecord(head.id(), head.settings(), head.createdAt(), journal))
                .findFirst();
    }

    /** The newest contests that everybody may see, or all others. The index follows within a fraction of a second. */
    public List<Listed> newest(boolean isPublic, int most) {
        return table.newest(TableLayout.contests(isPublic), null, most).stream()
                .map(item -> item.as(Listed.class))
                .toList();
    }

    /** The ids of those that are not over, or have webhooks to send. */
    public List<String> open() {
        return table.ids(TableLayout.CONTESTS_OPEN);
    }

    /**
     * Replaces the names of bots in the journal of a contest.
     *
     * @param bots the ids of the bots
     * @return whether a name was left
     */
    public boolean rename(String id, Set<String> bots, String name) {
        boolean found = false;
        for (Item item : new Partition(table, TableLayout.contestKey(id)).items(TableLayout.EVENT)) {
            ContestEvent before = item.json(TableLayout.EVENT, ContestEvent.class);
            ContestEvent after = before.renamed(bots, name);
            if (!after.equals(before)) {
                found = true;
                table.update(item.key()).set(TableLayout.EVENT, after).write();
            }
        }
        // Also if no entry was left: a crash may have come in between.
        find(id).map(ContestRecord::contest)
                .filter(contest -> !contest.podium().isEmpty())
                .ifPresent(contest -> table.update(TableLayout.contestKey(id))
                        .set(TableLayout.PODIUM, Prize.of(contest))
                        .write());
        return found;
    }

    public sealed interface Added {

        record Done(ContestRecord contest) implements Added {}

        /** @param why as {@link bout.competition.contest.Contest#refusal} says */
        record Refused(String why) implements Added {}

        record Unknown() implements Added {}
    }

    /**
     * Adds an entry to the journal of a contest, checked against the contest as it is at that moment.
     *
     * @param entry makes it from the contest; {@code null} if there is nothing to add any more
     */
    public Added add(String id, Function<ContestRecord, ContestEvent> entry) {
        return add(id, entry, (_, _) -> Optional.empty());
    }

    /**
     * Has a match of a stage played again: adds the entries to the journals of the contest and of its tournament, which
     * goes on, all or nothing. Repeated, it changes nothing.
     */
    public Added again(String id, MatchRecord match, String reason, Clock clock) {
        return add(
                id,
                record -> {
                    Contest contest = record.contest();
                    int stage = contest.stages().size() - 1;
                    return contest.takenBack(stage).contains(match.id())
                            ? null
                            : new Again(clock.instant(), stage, match.id(), reason);
                },
                (record, parts) -> takingBack(record, match, new Tournaments(table, clock), parts));
    }

    /** Cancels a contest and the stage that is being played, all or nothing. */
    public Added cancel(String id, String reason, Clock clock) {
        Tournaments tournaments = new Tournaments(table, clock);
        return add(id, _ -> new Cancelled(clock.instant(), reason), (record, parts) -> {
            record.contest().stages().stream()
                    .flatMap(stage -> tournaments.find(stage.tournament()).stream())
                    .flatMap(tournament -> tournaments.cancelling(tournament).stream())
                    .forEach(parts::add);
            return Optional.empty();
        });
    }

    private Optional<String> takingBack(
            ContestRecord record, MatchRecord match, Tournaments tournaments, List<ConditionalWrite<?>> parts) {
        String id = record.tournament(record.contest().stages().size() - 1);
        Subject subject = new Subject.Tournament(id);
        Optional<TournamentRecord> found = tournaments.find(id);
        if (found.isEmpty() || !match.subject().equals(Optional.of(subject))) {
            return Optional.of("the stage that began last has no such match");
        }
        TournamentRecord tournament = found.get();
        if (match.outcome().journalled() == null) {
            return Optional.of("the match has no result yet that counts");
        }
        if (tournament.state() != TournamentState.RUNNING && tournament.state() != TournamentState.FINISHED) {
            return Optional.of("the stage is " + tournament.state().code());
        }
        Journals journals = new Journals(table);
        long length = journals.length(subject);
        if (tournament.settings().plan().format().isKnockout()) {
            JournalledTournament played =
                    new JournalledTournament(tournament.settings().plan(), OpenLimits.NONE, tournament.createdAt());
            journals.read(subject, 0, (int) length).forEach(played::add);
            JournalEntry result = Journals.entry(match.outcome().journalled(), match);
            if (!played.tournament().mayTakeBack(JournalledTournament.fixture(result))) {
                return Optional.of("the next round of the knockout has begun");
            }
        }
        parts.addAll(journals.takingBack(subject, length, match));
        parts.addAll(tournaments.goingOn(tournament));
        return Optional.empty();
    }

    /** @param together adds what is written together with the entry, or not at all, or says why it is refused */
    private Added add(
            String id,
            Function<ContestRecord, ContestEvent> entry,
            BiFunction<ContestRecord, List<ConditionalWrite<?>>, Optional<String>> together) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<ContestRecord> found = find(id);
            if (found.isEmpty()) {
                return new Added.Unknown();
            }
            ContestRecord before = found.get();
            ContestEvent event = entry.apply(before);
            if (event == null) {
                return new Added.Done(before);
            }
            List<ConditionalWrite<?>> parts = new ArrayList<>();
            Optional<String> refusal = before.contest().refusal(event).or(() -> together.apply(before, parts));
            if (refusal.isPresent()) {
                return new Added.Refused(refusal.get());
            }
            Optional<ContestRecord> after = write(before, event, parts);
            if (after.isPresent()) {
                return new Added.Done(after.get());
            }
            Machine.backOff(Math.min(attempt, 5));
        }
        throw new IllegalStateException("the contest " + id + " was changed " + ATTEMPTS + " times in the meantime");
    }

    private Optional<ContestRecord> write(
            ContestRecord before, ContestEvent event, List<ConditionalWrite<?>> together) {
        List<ContestEvent> journal =
                Stream.concat(before.journal().stream(), Stream.of(event)).toList();
        ContestRecord after = new ContestRecord(before.id(), before.settings(), before.createdAt(), journal);
        Contest now = after.contest();
        TableUpdate head = table.update(TableLayout.contestKey(before.id()))
                .named()
                .when(Condition.equal(TableLayout.COUNT, before.journal().size()))
                .set(TableLayout.COUNT, journal.size())
                .set(TableLayout.STATE, now.state().code())
                .set(TableLayout.DEADLINE, now.deadline())
                .set(TableLayout.PODIUM, Prize.of(now));
        TablePut put = table.put(TableLayout.contestEventKey(before.id(), journal.size()))
                .set(TableLayout.EVENT, event);
        List<ConditionalWrite<?>> parts = new ArrayList<>(List.of(head, put));
        boolean goesOn = !now.state().over() || before.settings().webhook() != null;
        if (!goesOn) {
            parts.add(closed(before.id()));
        } else if (before.contest().state().over()) {
            parts.add(opened(before.id()));
        }
        parts.addAll(together);
        return table.transact(parts).isEmpty() ? Optional.of(after) : Optional.empty();
    }
}
