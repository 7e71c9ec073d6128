package bout.wire;

import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.UnexpectedValue;
import java.io.IOException;

/** Stores a replay as a JSON document, compressed with gzip. */
public final class ReplayFile {

    public static final int MAX_BYTES = 16 << 20;

    private ReplayFile() {}

    public static final class NotAReplay extends Exception {
        private NotAReplay(String message, Exception cause) {
            super(message, cause);
        }
    }

    /** Writes the gzipped document. The same replay always gives the same bytes. */
    public static byte[] write(Replay replay) {
        return DocumentFile.write(replay.toPlain());
    }

    public static Replay read(byte[] file) throws NotAReplay {
        try {
            return Replay.read(Plain.of(Json.read(DocumentFile.unzipped(file, MAX_BYTES))));
        } catch (IOException unreadable) {
            throw new NotAReplay(unreadable.getMessage(), unreadable);
        } catch (Json.NotJson notJson) {
            throw new NotAReplay("The replay is not JSON: " + notJson.getMessage(), notJson);
        } catch (UnexpectedValue unexpected) {
            throw new NotAReplay("Not a replay. " + unexpected.getMessage(), unexpected);
        }
    }
}
