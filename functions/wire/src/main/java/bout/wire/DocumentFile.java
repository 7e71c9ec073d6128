package bout.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Stores a plain value or a record as a JSON document, compressed with gzip. */
public final class DocumentFile {

    public static final int MAX_BYTES = 128 << 20;

    private DocumentFile() {}

    public static final class NotADocument extends Exception {
        private NotADocument(Exception cause) {
            super("Not a JSON document: " + cause.getMessage(), cause);
        }
    }

    /** Compresses text. The same text always gives the same bytes. */
    public static byte[] writeText(String text) {
        return zipped(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes the gzipped document. The same value always gives the same bytes, and every number reads back bit for bit.
     */
    public static byte[] write(Object value) {
        return zipped(Json.bytes(value));
    }

    public static <T> T read(byte[] file, Class<T> type) throws NotADocument {
        try {
            byte[] document = unzipped(file, MAX_BYTES);
            return type == Object.class ? type.cast(Json.read(document)) : Json.read(document, type);
        } catch (IOException | Json.NotJson wrong) {
            throw new NotADocument(wrong);
        }
    }

    static byte[] zipped(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new SmallestGzip(bytes)) {
            gzip.write(content);
        } catch (IOException impossible) {
            throw new UncheckedIOException("cannot write to memory", impossible);
        }
        return bytes.toByteArray();
    }

    private static final class SmallestGzip extends GZIPOutputStream {
        private SmallestGzip(ByteArrayOutputStream bytes) throws IOException {
            super(bytes);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }

    /** The JSON of a file, gzipped or not, of at most so many bytes. */
    static byte[] unzipped(byte[] file, int maxBytes) throws IOException {
        if (!isGzipped(file)) {
            if (file.length > maxBytes) {
                throw new IOException("The file is larger than " + maxBytes + " bytes.");
            }
            return file;
        }
        try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(file))) {
            byte[] document = gzip.readNBytes(maxBytes + 1);
            if (document.length > maxBytes) {
                throw new IOException("it decompresses to more than " + maxBytes + " bytes");
            }
            return document;
        } catch (IOException broken) {
            String reason = broken instanceof EOFException ? "it ends too early" : broken.getMessage();
            throw new IOException("Invalid gzip data: " + reason, broken);
        }
    }

    public static boolean isGzipped(byte[] file) {
        return file.length > 2 && (file[0] & 0xFF) == 0x1F && (file[1] & 0xFF) == 0x8B;
    }
}
