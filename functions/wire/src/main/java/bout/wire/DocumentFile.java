package bout.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Stores a plain value or a record as a JSON document, compressed with gzip. */
public final class DocumentFile {

    /** The largest document that is read, in bytes before compression. */
    public static final int MAX_BYTES = 128 << 20;

    private DocumentFile() {}

    /** Compresses text. The same text always gives the same bytes. */
    public static byte[] writeText(String text) {
        return GzippedJson.zipped(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The file is not a document; the message says why. */
    public static final class NotADocument extends Exception {
        private static final long serialVersionUID = 1L;

        private NotADocument(Exception cause) {
            super("Not a JSON document: " + cause.getMessage(), cause);
        }
    }

    /**
     * Writes the gzipped document. The same value always gives the same bytes, and every number reads back bit for bit.
     */
    public static byte[] write(Object value) {
        return GzippedJson.write(value);
    }

    /** Reads a plain value that {@link #write} wrote. */
    public static Object read(byte[] file) throws NotADocument {
        try {
            return Json.read(GzippedJson.unpack(file, MAX_BYTES));
        } catch (IOException | GzippedJson.TooLarge | Json.NotJson wrong) {
            throw new NotADocument(wrong);
        }
    }

    /** Reads a record that {@link #write} wrote. */
    public static <T> T read(byte[] file, Class<T> type) throws NotADocument {
        try {
            return Json.read(GzippedJson.unpack(file, MAX_BYTES), type);
        } catch (IOException | GzippedJson.TooLarge | Json.NotJson wrong) {
            throw new NotADocument(wrong);
        }
    }
}
