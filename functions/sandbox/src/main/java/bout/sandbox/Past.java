package bout.sandbox;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * What a bot was sent since its code was last loaded, to bring a lost engine back. Each request is compressed with the
 * one before it as the dictionary: a turn changes little of a board, so a request of 4.7 KB takes a few hundred bytes.
 */
final class Past {

    private record Kept(byte[] deflated, int length) {}

    private final List<Kept> kept = new ArrayList<>();
    private byte[] last = new byte[0];
    private long bytes;

    void add(String request) {
        byte[] text = request.getBytes(StandardCharsets.UTF_8);
        Deflater deflater = new Deflater();
        try {
            deflater.setDictionary(last);
            deflater.setInput(text);
            deflater.finish();
            byte[] buffer = new byte[text.length + 64];
            int length = deflater.deflate(buffer);
            while (!deflater.finished()) {
                buffer = Arrays.copyOf(buffer, buffer.length * 2);
                length += deflater.deflate(buffer, length, buffer.length - length);
            }
            kept.add(new Kept(Arrays.copyOf(buffer, length), text.length));
            bytes += length;
        } finally {
            deflater.end();
        }
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

    /** Calls the consumer with every request, in order. */
    void forEach(Consumer<String> consumer) {
        byte[] before = new byte[0];
        for (Kept each : kept) {
            byte[] text = new byte[each.length()];
            Inflater inflater = new Inflater();
            try {
                inflater.setInput(each.deflated());
                int filled = 0;
                while (!inflater.finished()) {
                    int more = inflater.inflate(text, filled, text.length - filled);
                    if (inflater.needsDictionary()) {
                        inflater.setDictionary(before);
                    }
                    filled += more;
                }
            } catch (DataFormatException impossible) {
                throw new IllegalStateException("a request that this process kept cannot be read", impossible);
            } finally {
                inflater.end();
            }
            consumer.accept(new String(text, StandardCharsets.UTF_8));
            before = text;
        }
    }
}
