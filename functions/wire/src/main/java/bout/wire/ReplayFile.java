package bout.wire;

import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.UnexpectedValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A replay as it is stored: its JSON document, compressed with gzip. */
public final class ReplayFile {

    /** The largest document that is read, in bytes before compression. */
    public static final int MAX_BYTES = 16 << 20;

    private ReplayFile() {}

    /** The file is no replay; the message says why. */
    public static final class NotAReplay extends Exception {
        private NotAReplay(String message, Exception cause) {
            super(message, cause);
        }
    }

    /** The gzipped document; the same replay gives the same bytes. */
    public static byte[] write(Replay replay) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new SmallestGzip(bytes)) {
            gzip.write(Json.bytes(replay.toPlain()));
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    /** Reads a document, gzipped or not. */
    public static Replay read(byte[] file) throws NotAReplay {
        try {
            return Replay.read(Plain.of(Json.read(unzipped(file))));
        } catch (IOException brokenGzip) {
            throw new NotAReplay("The gzip data is broken: " + brokenGzip.getMessage(), brokenGzip);
        } catch (Json.NotJson notJson) {
            throw new NotAReplay("The replay is not JSON: " + notJson.getMessage(), notJson);
        } catch (UnexpectedValue unexpected) {
            throw new NotAReplay("Not a replay. " + unexpected.getMessage(), unexpected);
        }
    }

    private static byte[] unzipped(byte[] file) throws IOException, NotAReplay {
        boolean gzipped = file.length > 2 && (file[0] & 0xFF) == 0x1F && (file[1] & 0xFF) == 0x8B;
        if (!gzipped) {
            if (file.length > MAX_BYTES) {
                throw new NotAReplay("The file is larger than " + MAX_BYTES + " bytes.", null);
            }
            return file;
        }
        try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(file))) {
            byte[] document = gzip.readNBytes(MAX_BYTES + 1);
            if (document.length > MAX_BYTES) {
                throw new IOException("it unpacks to more than " + MAX_BYTES + " bytes");
            }
            return document;
        }
    }

    private static final class SmallestGzip extends GZIPOutputStream {
        private SmallestGzip(ByteArrayOutputStream bytes) throws IOException {
            super(bytes);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
