package bout.wire;

import java.io.IOException;

/** Stores a plain value as a JSON document, compressed with gzip. */
public final class DocumentFile {

    /** The largest document that is read, in bytes before compression. */
    public static final int MAX_BYTES = 128 << 20;

    private DocumentFile() {}

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
    public static byte[] write(Object plain) {
        return GzippedJson.write(plain);
    }

    /** Reads a document that {@link #write} wrote. */
    public static Object read(byte[] file) throws NotADocument {
        try {
            return GzippedJson.read(file, MAX_BYTES);
        } catch (IOException | GzippedJson.TooLarge | Json.NotJson wrong) {
            throw new NotADocument(wrong);
        }
    }
}
