package bout.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A plain value as JSON, compressed with gzip. */
final class GzippedJson {

    private GzippedJson() {}

    /** The file exceeds the size limit. */
    static final class TooLarge extends Exception {
        private TooLarge(int maxBytes) {
            super("The file is larger than " + maxBytes + " bytes.");
        }
    }

    /** The same value always gives the same bytes. */
    static byte[] write(Object plain) {
        return zipped(Json.bytes(plain));
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

    /**
     * The JSON of a file, gzipped or not.
     *
     * @param maxBytes the largest JSON that is accepted, in bytes
     * @throws IOException if the gzip data is broken, or decompresses to more
     */
    static byte[] unpack(byte[] file, int maxBytes) throws IOException, TooLarge {
        boolean gzipped = file.length > 2 && (file[0] & 0xFF) == 0x1F && (file[1] & 0xFF) == 0x8B;
        if (!gzipped) {
            if (file.length > maxBytes) {
                throw new TooLarge(maxBytes);
            }
            return file;
        }
        try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(file))) {
            byte[] document = gzip.readNBytes(maxBytes + 1);
            if (document.length > maxBytes) {
                throw new IOException("it decompresses to more than " + maxBytes + " bytes");
            }
            return document;
        } catch (EOFException early) {
            throw new IOException("it ends too early", early);
        }
    }

    private static final class SmallestGzip extends GZIPOutputStream {
        private SmallestGzip(ByteArrayOutputStream bytes) throws IOException {
            super(bytes);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
