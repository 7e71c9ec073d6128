package bout.store.journal;

import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.engine.Forfeit;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.table.Condition;
import bout.table.ConditionalWrite;
import bout.table.Due;
import bout.table.Item;
import bout.table.Partition;
import bout.table.Table;
import bout.table.TableLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The journals: all results of each tournament and each ladder, each once, numbered from 1 without gaps. They only
 * grow; nothing in them changes but the name of a person who was erased. Standings are computed from them alone, so
 * recomputing gives the same standings.
 *
 * <p>However many callers append the same matches, concurrently or repeatedly, each match gets one entry. Safe for use
 * by many threads. Errors of the cloud are the SDK's exceptions.
 *
 * <p>{@code pk} = {@code journal#SUBJECT}, where SUBJECT is {@code Subject.text}. {@code sk} = {@code head} has
 * {@code length}, the number of its last entry; it is missing before the first. {@code sk} = {@code entries#LAST} has
 * {@code entries}, up to {@value #TOGETHER} in order, of which the last has the number LAST, in twelve digits. So
 * exactly the items after {@code entries#N} hold entries with numbers above N.
 */
public record Journals(Table table) {

    static final int TOGETHER = 10;

    /** About ten seconds, including pauses. */
    private static final int ATTEMPTS = 25;

    /** The parts of a transaction: the head, the entries, and each match. */
    private static final int OF_MATCHES = 2;

    private record Entries(List<JournalEntry> entries) {}

    /**
     * Appends the results of matches in this order, without those that are already in the journal.
     *
     * @throws IllegalArgumentException when a match is not finished, or its result counts for something else
     */
    public int append(Subject subject, List<MatchRecord> finished) {
        for (MatchRecord match : finished) {
            if (match.status() != Status.FINISHED
                    || !match.subject().map(subject::equals).orElse(false)) {
                throw new IllegalArgumentException("no result for the journal of " + subject.text() + ": the match "
                        + match.id() + " is " + match.status().code() + " and counts for "
                        + match.subject().map(Subject::text).orElse("nothing"));
            }
        }
        Set<String> seen = new HashSet<>();
        List<MatchRecord> missing = finished.stream()
                .filter(match -> match.outcome().journalled() == null && seen.add(match.id()))
                .toList();
        int appended = 0;
        for (int from = 0; from < missing.size(); from += TOGETHER) {
            appended += appendTogether(subject, missing.subList(from, Math.min(from + TOGETHER, missing.size())));
        }
        return appended;
    }

    /** If another caller was faster, a new transaction is made for what is still missing. */
    private int appendTogether(Subject subject, List<MatchRecord> missing) {
        List<MatchRecord> left = missing;
        for (int attempt = 1; !left.isEmpty(); attempt++) {
            Map<Integer, Item> refused = table.transact(parts(subject, length(subject), left), ATTEMPTS);
            if (refused.isEmpty()) {
                return left.size();
            }
            if (attempt == ATTEMPTS) {
                throw new IllegalStateException(
                        "others have lengthened the journal of " + subject.text() + " " + attempt + " times");
            }
            left = stillMissing(left, refused);
        }
        return 0;
    }

    /**
     * Parts of a transaction: the entry that takes a result back, if the journal has this length.
     *
     * @param match with a result in the journal
     */
    public List<ConditionalWrite<?>> takingBack(Subject subject, long length, MatchRecord match) {
        return lengthening(
                subject,
                length,
                List.of(entry(match.outcome().journalled(), match).takenBack(length + 1)));
    }

    private List<ConditionalWrite<?>> lengthening(Subject subject, long length, List<JournalEntry> entries) {
        return List.of(
                table.update(TableLayout.journalHeadKey(subject.text()))
                        .when(
                                length == 0
                                        ? Condition.absent(TableLayout.LENGTH)
                                        : Condition.equal(TableLayout.LENGTH, length))
                        .set(TableLayout.LENGTH, length + entries.size()),
                table.put(TableLayout.journalEntriesKey(subject.text(), length + entries.size()))
                        .set(new Entries(entries))
                        .ifAbsent());
    }

    private static List<MatchRecord> stillMissing(List<MatchRecord> matches, Map<Integer, Item> refused) {
        List<MatchRecord> still = new ArrayList<>();
        for (int i = 0; i < matches.size(); i++) {
            Item found = refused.get(OF_MATCHES + i);
            if (found == null) {
                still.add(matches.get(i));
            } else if (!found.has(TableLayout.JOURNALLED)) {
                throw new IllegalStateException("the result of the match "
                        + matches.get(i).id() + " is neither to be written into its journal nor there");
            }
        }
        return List.copyOf(still);
    }

    private List<ConditionalWrite<?>> parts(Subject subject, long length, List<MatchRecord> matches) {
        List<JournalEntry> entries = new ArrayList<>();
        for (MatchRecord match : matches) {
            entries.add(entry(length + 1 + entries.size(), match));
        }
        List<ConditionalWrite<?>> parts = new ArrayList<>(lengthening(subject, length, entries));
        for (JournalEntry entry : entries) {
            parts.add(table.update(TableLayout.matchKey(entry.match()))
                    .when(Condition.equal(TableLayout.DUE, Due.Work.RESULTS))
                    .set(TableLayout.JOURNALLED, entry.sequence())
                    .nothingDue());
        }
        return parts;
    }

    public static JournalEntry entry(long sequence, MatchRecord match) {
        return new JournalEntry(
                sequence,
                match.id(),
                match.origin().competition(),
                match.players().stream().map(PlayerRecord::key).toList(),
                match.outcome().result(),
                match.failedSeat().orElse(null),
                match.forfeit().map(Forfeit::kind).orElse(null),
                match.outcome().tallies(),
                match.outcome().finishedAt(),
                match.worthShowing(),
                false);
    }

    /**
     * Entries in order, from a consistent read.
     *
     * @param after entries with greater numbers are read; 0 for the first ones
     * @param most how many at most, at least 1. Items of the table hold up to {@value #TOGETHER} entries and are read
     *     whole
     * @return fewer than {@code most} only if there are no more
     */
    public List<JournalEntry> read(Subject subject, long after, int most) {
        if (after < 0 || most < 1) {
            throw new IllegalArgumentException("no entries of a journal: at most " + most + " after " + after);
        }
        return new Partition(table, TableLayout.journalHeadKey(subject.text()))
                .first(
                        TableLayout.entriesSk(after + 1),
                        TableLayout.entriesSk(TableLayout.LONGEST_JOURNAL),
                        most,
                        item -> item.as(Entries.class).entries().stream()
                                .filter(entry -> entry.sequence() > after)
                                .toList());
    }

    /** Replaces keys of players, where these are names; see {@link PlayerRecord#key}. */
    public void rename(Subject subject, UnaryOperator<String> keys) {
        for (Item item : new Partition(table, TableLayout.journalHeadKey(subject.text())).items(TableLayout.ENTRIES)) {
            List<JournalEntry> before = item.as(Entries.class).entries();
            List<JournalEntry> after =
                    before.stream().map(entry -> entry.renamed(keys)).toList();
            if (!after.equals(before)) {
                table.update(item.key()).set(new Entries(after)).write();
            }
        }
    }

    /** How many entries there are: the number of the last one, or 0. */
    public long length(Subject subject) {
        return table.item(TableLayout.journalHeadKey(subject.text()))
                .filter(head -> head.has(TableLayout.LENGTH))
                .map(head -> head.whole(TableLayout.LENGTH))
                .orElse(0L);
    }
}
