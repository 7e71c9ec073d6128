package bout.wire;

import bout.engine.Checkpoint;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import java.io.IOException;

/** A checkpoint as it is stored: its JSON document, compressed with gzip. */
public final class CheckpointFile {

    private CheckpointFile() {}

    /** The file is no checkpoint; the message says why. */
    public static final class NotACheckpoint extends Exception {
        private NotACheckpoint(Exception cause) {
            super("Not a checkpoint: " + cause.getMessage(), cause);
        }
    }

    /** The gzipped document; the same checkpoint gives the same bytes. */
    public static byte[] write(Checkpoint checkpoint) {
        return GzippedJson.write(checkpoint.toPlain());
    }

    /** Reads what {@link #write} wrote. */
    public static Checkpoint read(byte[] file) throws NotACheckpoint {
        try {
            return Checkpoint.read(Plain.of(GzippedJson.read(file, ReplayFile.MAX_BYTES)));
        } catch (IOException | GzippedJson.TooLarge | Json.NotJson | UnexpectedValue wrong) {
            throw new NotACheckpoint(wrong);
        }
    }
}
