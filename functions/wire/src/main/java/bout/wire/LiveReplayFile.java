package bout.wire;

import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import bout.engine.UnfinishedReplay;
import java.io.IOException;

/** The moves so far of a match that goes on, as those who watch it get them: a JSON document, compressed with gzip. */
public final class LiveReplayFile {

    private LiveReplayFile() {}

    /** The file is none; the message says why. */
    public static final class NotALiveReplay extends Exception {
        private NotALiveReplay(Exception cause) {
            super("Not a replay of a match that goes on: " + cause.getMessage(), cause);
        }
    }

    /** The gzipped document. */
    public static byte[] write(UnfinishedReplay soFar) {
        return GzippedJson.write(soFar.toPlain());
    }

    /** Reads what {@link #write} wrote, gzipped or not. */
    public static UnfinishedReplay read(byte[] file) throws NotALiveReplay {
        try {
            return UnfinishedReplay.read(Plain.of(GzippedJson.read(file, ReplayFile.MAX_BYTES)));
        } catch (IOException | GzippedJson.TooLarge | Json.NotJson | UnexpectedValue wrong) {
            throw new NotALiveReplay(wrong);
        }
    }
}
