package bout.sandbox;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * The requests that a bot was sent since its code was last loaded, to bring a lost engine back. Each request is
 * compressed with the one before it as the dictionary: a turn changes little of a board, so a request of 4.7 KB takes a
 * few hundred bytes.
 */
final class Past {

    private final List<byte[]> kept = new ArrayList<>();
    private byte[] last = new byte[0];
    private long bytes;

    void add(String request) {
        byte[] text = request.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        deflater.setDictionary(last);
        try (OutputStream out = new DeflaterOutputStream(deflated, deflater)) {
            out.write(text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } finally {
            deflater.end();
        }
        kept.add(deflated.toByteArray());
        bytes += deflated.size();
        last = text;
    }

    void clear() {
        kept.clear();
        last = new byte[0];
        bytes = 0;
    }

    int size() {
        return kept.size();
    }

    long bytes() {
        return bytes + last.length;
    }

    void forEach(Consumer<String> consumer) {
        byte[] before = new byte[0];
        for (byte[] each : kept) {
            Inflater inflater = new Inflater(true);
            inflater.setDictionary(before);
            try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(each), inflater)) {
                before = in.readAllBytes();
            } catch (IOException impossible) {
                throw new UncheckedIOException("a request that this process kept cannot be read", impossible);
            } finally {
                inflater.end();
            }
            consumer.accept(new String(before, StandardCharsets.UTF_8));
        }
    }
}
