package bout.store.journal;

import bout.engine.Plain;
import bout.store.bucket.Bucket;
import bout.store.tournament.TournamentRecord;
import bout.telemetry.Parallel;
import bout.wire.AtomFeed;
import bout.wire.DocumentFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The published standings, which the site and others read by URL: ladders, tables, bots' pages. A file is rewritten
 * when its content changes. The CDN may cache it for {@value #KEPT_SECONDS} seconds, so that many readers cost few
 * reads, and S3's {@code ETag} says whether it has changed.
 */
public record StandingsFiles(Bucket bucket) {

    /** How long a reader may see outdated content. */
    public static final int KEPT_SECONDS = 2;

    private static final Bucket.Served JSON =
            Bucket.Served.gzipped("application/json", "public, max-age=" + KEPT_SECONDS);

    /** Readers of feeds come back after minutes. */
    private static final Bucket.Served FEED = Bucket.Served.gzipped("application/atom+xml", "public, max-age=300");

    private static final String FOLDER = "standings/";

    /** Files there cannot be read by URL. */
    private static final String PRIVATE = "private/";

    /** The API shows them to those who may see the contest. */
    private static final String CONTESTS = "contests/";

    private static final Pattern NAME = Pattern.compile("[a-z]+(/[A-Za-z0-9_.-]+)?\\.(json|atom)");

    public static String ladder(String game) {
        return "ladders/" + game + ".json";
    }

    /** @param page {@code bot_ID} or {@code GAME.house.NAME} */
    public static String bot(String page) {
        return "bots/" + page + ".json";
    }

    public static String ladderFeed(String game) {
        return "ladders/" + game + ".atom";
    }

    public static String botFeed(String page) {
        return "bots/" + page + ".atom";
    }

    public static String tournamentFeed(String id) {
        return "tournaments/" + id + ".atom";
    }

    public static String contestLadder(String contest) {
        return CONTESTS + contest + ".json";
    }

    /** The key of the standings of a tournament; for a public one, a slash and the key are the path on the site. */
    public static String key(TournamentRecord tournament) {
        return (tournament.isPublic() ? FOLDER : PRIVATE) + "tournaments/" + tournament.id() + ".json";
    }

    /** The list of what is published of a ladder, with a digest of each. */
    public static String pages(String ladder) {
        return "pages/" + ladder + ".json";
    }

    /** The key of a file; a slash and the key are its path on the site, if it is not for the API alone. */
    public static String key(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not the name of a file of standings: " + name);
        }
        return (name.startsWith(CONTESTS) ? PRIVATE : FOLDER) + name;
    }

    /** @param content a plain value or a feed */
    public void put(String name, Object content) {
        if (content instanceof AtomFeed feed) {
            bucket.put(key(name), DocumentFile.writeText(feed.text()), FEED);
        } else {
            bucket.put(key(name), DocumentFile.write(content), JSON);
        }
    }

    public void put(TournamentRecord tournament, Object plain) {
        bucket.put(key(tournament), DocumentFile.write(plain), JSON);
    }

    /** @param files what {@link #put(String, Object)} takes, by name */
    public void putAll(Map<String, Object> files) {
        Parallel.call(List.copyOf(files.entrySet()), file -> {
            put(file.getKey(), file.getValue());
            return file;
        });
    }

    /**
     * The content of a file, if it exists.
     *
     * @throws IllegalStateException if {@link #put} did not write it
     */
    public Optional<Plain> get(String name) {
        return read(key(name));
    }

    /** The standings of a tournament, if they exist; throws as {@link #get(String)}. */
    public Optional<Plain> get(TournamentRecord tournament) {
        Optional<Plain> found = read(key(tournament));
        // One that has just been revealed is still where only its owner reads.
        return found.isPresent() || tournament.progress().revealedAt() == null
                ? found
                : read(key(tournament.asAccepted()));
    }

    public void prime() {
        read(FOLDER + "none");
    }

    private Optional<Plain> read(String key) {
        return bucket.get(key).map(file -> {
            try {
                return Plain.of(DocumentFile.read(file, Object.class));
            } catch (DocumentFile.NotADocument wrong) {
                throw Bucket.broken(key, wrong);
            }
        });
    }

    public void delete(String name) {
        bucket.delete(key(name));
    }
}
