package bout.store.journal;

import bout.competition.journal.Subject;
import bout.store.bucket.Bucket;
import bout.store.table.Condition;
import bout.store.table.ConditionalWrite.Written;
import bout.store.table.Item;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.wire.DocumentFile;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The state of each ladder after a given number of journal entries, so that the journal need not be read from the
 * beginning: one file per game, named in the head of its journal. A snapshot depends on the entries alone, so two of
 * the same number of entries are equal, and snapshots are needed only for speed.
 */
public record LadderSnapshots(Table table, Bucket bucket) {

    /** How often a newer snapshot may replace the one that is about to be read. */
    private static final int ATTEMPTS = 5;

    private static final String FOLDER = "ladders/";

    /**
     * The newest snapshot of a game's ladder, if there is one.
     *
     * @throws IllegalStateException if it is of another type
     */
    public <T> Optional<T> latest(String game, Class<T> type) {
        for (int attempt = 1; ; attempt++) {
            Optional<Long> sequence = table.item(head(game)).flatMap(LadderSnapshots::sequence);
            if (sequence.isEmpty()) {
                return Optional.empty();
            }
            String key = key(game, sequence.get());
            Optional<byte[]> file = bucket.get(key);
            if (file.isPresent()) {
                return Optional.of(read(key, file.get(), type));
            }
            if (attempt == ATTEMPTS) {
                throw new IllegalStateException("The head of the journal of the ladder of " + game
                        + " names the snapshot " + key + ", but it is not in the bucket");
            }
        }
    }

    private static <T> T read(String key, byte[] file, Class<T> type) {
        try {
            return DocumentFile.read(file, type);
        } catch (DocumentFile.NotADocument wrong) {
            throw Bucket.broken(key, wrong);
        }
    }

    /**
     * Saves a snapshot in place of the previous one.
     *
     * @return false if there already is one of as many entries or more
     */
    public boolean save(String game, long sequence, Object snapshot) {
        String key = key(game, sequence);
        bucket.put(key, DocumentFile.write(snapshot), Bucket.Served.GZIPPED_JSON);
        Written written = table.update(head(game))
                .when(Condition.there(TableLayout.PK))
                .when(Condition.absent(TableLayout.SNAPSHOT).or(Condition.below(TableLayout.SNAPSHOT, sequence)))
                .set(TableLayout.SNAPSHOT, sequence)
                .writeAndReadBefore();
        Optional<Long> there = sequence(written.item());
        if (written.done()) {
            there.ifPresent(old -> bucket.delete(key(game, old)));
        } else if (!there.equals(Optional.of(sequence))) {
            // Unless it is this very file, named by our own write whose answer was lost, or by another one of the same.
            bucket.delete(key);
        }
        return written.done();
    }

    public void prime() {
        bucket.get(FOLDER + "none");
    }

    private static Optional<Long> sequence(Item head) {
        return head.has(TableLayout.SNAPSHOT) ? Optional.of(head.whole(TableLayout.SNAPSHOT)) : Optional.empty();
    }

    private static Map<String, AttributeValue> head(String game) {
        return TableLayout.journalHeadKey(new Subject.Ladder(game).text());
    }

    private static String key(String game, long sequence) {
        return FOLDER + game + "/" + String.format(Locale.ROOT, "%012d", sequence) + ".json";
    }
}
