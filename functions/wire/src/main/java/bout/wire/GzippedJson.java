package bout.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A plain value as JSON, compressed with gzip. */
final class GzippedJson {

    private GzippedJson() {}

    /** The file is larger than whoever reads it takes. */
    static final class TooLarge extends Exception {
        private TooLarge(int most) {
            super("The file is larger than " + most + " bytes.");
        }
    }

    /** The same value gives the same bytes. */
    static byte[] write(Object plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new SmallestGzip(bytes)) {
            gzip.write(Json.bytes(plain));
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads JSON, gzipped or not.
     *
     * @param most how many bytes the JSON may have
     * @throws IOException when it begins like gzip but is not, or unpacks to more
     */
    static Object read(byte[] file, int most) throws IOException, TooLarge, Json.NotJson {
        boolean gzipped = file.length > 2 && (file[0] & 0xFF) == 0x1F && (file[1] & 0xFF) == 0x8B;
        if (!gzipped) {
            if (file.length > most) {
                throw new TooLarge(most);
            }
            return Json.read(file);
        }
        try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(file))) {
            byte[] document = gzip.readNBytes(most + 1);
            if (document.length > most) {
                throw new IOException("it unpacks to more than " + most + " bytes");
            }
            return Json.read(document);
        }
    }

    private static final class SmallestGzip extends GZIPOutputStream {
        private SmallestGzip(ByteArrayOutputStream bytes) throws IOException {
            super(bytes);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
