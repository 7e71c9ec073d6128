package bout.stack;

import bout.bots.HttpAnswer;
import bout.engine.Plain;
import bout.stack.http.HttpRequest;
import bout.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The room on the disk of a data folder. While there is little, no matches and tournaments begin, so that running ones
 * can end; everything goes on by itself when there is more.
 */
final class DiskSpace {

    /** So much is kept for matches that run. */
    static final int MARGIN_MB = 16;

    private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);
    private static final List<String> BEGINNINGS = List.of("/api/matches", "/api/tournaments");

    private final Optional<Path> folder;
    private final AtomicBoolean toldLow = new AtomicBoolean();

    /** @param folder empty if everything is in memory */
    DiskSpace(Optional<Path> folder) {
        this.folder = folder;
    }

    /** Whether less than {@value #MARGIN_MB} MB are left. Says so in the log when that changes. */
    boolean low() {
        boolean low = folder.isPresent() && megabytes(folder.get()) < MARGIN_MB;
        if (toldLow.compareAndSet(!low, low)) {
            LOG.warn(low ? sentence() : "The disk has enough space again: new matches begin.");
        }
        return low;
    }

    private static long megabytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace() >> 20;
        } catch (IOException unknown) {
            // The next write there will report more.
            LOG.warn("Cannot tell how much space the disk of {} has: {}", folder, FileProblem.text(unknown));
            return MARGIN_MB;
        }
    }

    /** The answer to a request that would begin something while there is little room. */
    Optional<HttpAnswer> refusal(HttpRequest request) {
        return request.method().equals("POST") && BEGINNINGS.contains(request.rawPath()) && low()
                ? Optional.of(insufficient())
                : Optional.empty();
    }

    private HttpAnswer insufficient() {
        Map<String, Object> problem = Plain.object(
                "type", "about:blank", "title", "Insufficient Storage", "status", 507, "detail", sentence());
        return HttpAnswer.of(507, "application/problem+json", Json.bytes(problem));
    }

    private String sentence() {
        return "The disk of the folder " + folder.orElseThrow() + " is nearly full: less than " + MARGIN_MB
                + " MB are left. New matches begin when there is more space.";
    }
}
