package bout.store.journal;

import static bout.store.table.TableLayout.number;

import bout.competition.journal.Subject;
import bout.store.replay.Replays;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import bout.wire.DocumentFile;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * The state of each ladder after a given number of journal entries, so that the journal need not be read from the
 * beginning: one file per game, named in the head of its journal. A snapshot depends on the entries alone, so two of
 * the same number of entries are equal, and snapshots are needed only for speed.
 *
 * <p>Safe for use by many threads. {@link #latest} needs the actions {@code GetItem} of the table, {@code GetObject} of
 * the bucket's objects and {@code ListBucket} of the bucket, as {@link Replays} do; {@link #save} {@code UpdateItem} of
 * the table, {@code PutObject} and {@code DeleteObject}.
 */
public final class LadderSnapshots {

    /** How often a newer snapshot may replace the one that is about to be read. */
    private static final int ATTEMPTS = 5;

    private static final String FOLDER = "ladders/";

    private final Table table;
    private final S3Client s3;
    private final String bucket;

    public LadderSnapshots(Table table, S3Client s3, String bucket) {
        this.table = table;
        this.s3 = s3;
        this.bucket = bucket;
    }

    /**
     * The newest snapshot of a game's ladder, if there is one.
     *
     * @param type of which {@link #save} saved it
     * @throws IllegalStateException if it is of another type
     */
    public <T> Optional<T> latest(String game, Class<T> type) {
        for (int attempt = 1; ; attempt++) {
            Optional<Long> sequence = table.item(head(game)).flatMap(LadderSnapshots::sequence);
            if (sequence.isEmpty()) {
                return Optional.empty();
            }
            String key = key(game, sequence.get());
            try {
                byte[] file = s3.getObjectAsBytes(GetObjectRequest.builder()
                                .bucket(bucket)
                                .key(key)
                                .build())
                        .asByteArray();
                return Optional.of(DocumentFile.read(file, type));
            } catch (NoSuchKeyException replaced) {
                if (attempt == ATTEMPTS) {
                    throw new IllegalStateException(
                            "The head of the journal of the ladder of " + game + " names the snapshot " + key
                                    + ", but it is not in the bucket",
                            replaced);
                }
            } catch (DocumentFile.NotADocument wrong) {
                throw new IllegalStateException("In the bucket, " + key + ": " + wrong.getMessage(), wrong);
            }
        }
    }

    /**
     * Saves a snapshot in place of the previous one.
     *
     * @param sequence how many entries it counts
     * @param snapshot a plain value or a record
     * @return false if there already is one of as many entries or more
     */
    public boolean save(String game, long sequence, Object snapshot) {
        String key = key(game, sequence);
        s3.putObject(
                put -> put.bucket(bucket)
                        .key(key)
                        .contentType("application/json")
                        .contentEncoding("gzip"),
                RequestBody.fromBytes(DocumentFile.write(snapshot)));
        Map<String, AttributeValue> before;
        try {
            before = table.update(head(game))
                    .when("attribute_exists(#pk) AND (attribute_not_exists(#snapshot) OR #snapshot < :snapshot)")
                    .set(TableLayout.SNAPSHOT, sequence)
                    .itemIfRefused()
                    .writeAndReadBefore();
        } catch (ConditionalCheckFailedException refused) {
            // Unless it is this very file, named by our own write whose answer was lost, or by another one of the same.
            if (!sequence(refused.item()).equals(Optional.of(sequence))) {
                s3.deleteObject(delete -> delete.bucket(bucket).key(key));
            }
            return false;
        }
        sequence(before)
                .ifPresent(
                        old -> s3.deleteObject(delete -> delete.bucket(bucket).key(key(game, old))));
        return true;
    }

    /** Loads and warms what the other methods need, with a read that finds nothing. */
    public void prime() {
        try {
            s3.getObjectAsBytes(get -> get.bucket(bucket).key(FOLDER + "none"));
        } catch (NoSuchKeyException asExpected) {
            // Nothing is there.
        }
    }

    private static Optional<Long> sequence(Map<String, AttributeValue> head) {
        return Optional.ofNullable(head.get(TableLayout.SNAPSHOT)).map(number -> Long.parseLong(number.n()));
    }

    private static Map<String, AttributeValue> head(String game) {
        return TableLayout.journalHeadKey(new Subject.Ladder(game).text());
    }

    private static String key(String game, long sequence) {
        return FOLDER + game + "/" + String.format(Locale.ROOT, "%012d", sequence) + ".json";
    }
}
