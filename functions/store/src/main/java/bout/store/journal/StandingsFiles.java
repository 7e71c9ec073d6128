package bout.store.journal;

import bout.engine.Plain;
import bout.store.match.Replays;
import bout.store.table.Parallel;
import bout.store.tournament.TournamentRecord;
import bout.wire.DocumentFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Standings as the site and everybody else read them by their URL: ladders, tables, the pages of bots. A file is written
 * again when what it says has changed; the CDN may keep one for {@value #KEPT_SECONDS} seconds, so that any number of
 * readers costs a read every now and then, and S3's {@code ETag} says whether it has changed.
 *
 * <p>Safe for use by many threads. Needs the actions {@code PutObject}, {@code GetObject} and {@code DeleteObject} of the
 * bucket's objects, and {@code ListBucket} of the bucket, as {@link Replays} do.
 */
public final class StandingsFiles {

    /** How long a reader may see what was there before. */
    public static final int KEPT_SECONDS = 2;

    private static final String FOLDER = "standings/";

    /** What lies there nobody reads by a URL. */
    private static final String PRIVATE = "private/";

    private static final Pattern NAME = Pattern.compile("[a-z]+(/[A-Za-z0-9_.-]+)?\\.json");

    private final S3Client s3;
    private final String bucket;

    public StandingsFiles(S3Client s3, String bucket) {
        this.s3 = s3;
        this.bucket = bucket;
    }

    /** The name of a game's ladder. */
    public static String ladder(String game) {
        return "ladders/" + game + ".json";
    }

    /**
     * The name of a bot's page.
     *
     * @param page {@code bot_ID} or {@code GAME.house.NAME}
     */
    public static String bot(String page) {
        return "bots/" + page + ".json";
    }

    /** Where the standings of a tournament lie; of a public one, with a slash before it, their path on the site. */
    public static String key(TournamentRecord tournament) {
        return (tournament.isPublic() ? FOLDER : PRIVATE) + "tournaments/" + tournament.id() + ".json";
    }

    /** The name of the list of a game's pages of bots, with a digest of each. */
    public static String pages(String game) {
        return "pages/" + game + ".json";
    }

    /** Where a file lies in the bucket; with a slash before it, its path on the site. */
    public static String key(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not the name of a file of standings: " + name);
        }
        return FOLDER + name;
    }

    /**
     * Writes a file in place of what was there.
     *
     * @param name such as {@link #ladder}
     * @param plain a plain value
     */
    public void put(String name, Object plain) {
        write(key(name), plain);
    }

    /** Writes the standings of a tournament in place of what was there. */
    public void put(TournamentRecord tournament, Object plain) {
        write(key(tournament), plain);
    }

    private void write(String key, Object plain) {
        s3.putObject(
                put -> put.bucket(bucket)
                        .key(key)
                        .contentType("application/json")
                        .contentEncoding("gzip")
                        .cacheControl("public, max-age=" + KEPT_SECONDS),
                RequestBody.fromBytes(DocumentFile.write(plain)));
    }

    /** Writes files side by side, each in place of what was there; see {@link #put}. */
    public void putAll(Map<String, Object> files) {
        Parallel.call(List.copyOf(files.keySet()), name -> {
            put(name, files.get(name));
            return name;
        });
    }

    /**
     * What a file says, if it is there.
     *
     * @throws IllegalStateException when it is none that {@link #put} wrote
     */
    public Optional<Plain> get(String name) {
        return read(key(name));
    }

    /** What the standings of a tournament say, if they are there; throws as {@link #get(String)}. */
    public Optional<Plain> get(TournamentRecord tournament) {
        return read(key(tournament));
    }

    /** Loads and warms what the other methods need, by a read that finds nothing. */
    public void prime() {
        read(FOLDER + "none");
    }

    private Optional<Plain> read(String key) {
        byte[] file;
        try {
            file = s3.getObjectAsBytes(
                            GetObjectRequest.builder().bucket(bucket).key(key).build())
                    .asByteArray();
        } catch (NoSuchKeyException none) {
            return Optional.empty();
        }
        try {
            return Optional.of(Plain.of(DocumentFile.read(file)));
        } catch (DocumentFile.NotADocument wrong) {
            throw new IllegalStateException("In the bucket, " + key + ": " + wrong.getMessage(), wrong);
        }
    }

    /** Removes a file; no harm where it is not there. */
    public void delete(String name) {
        s3.deleteObject(delete -> delete.bucket(bucket).key(key(name)));
    }
}
