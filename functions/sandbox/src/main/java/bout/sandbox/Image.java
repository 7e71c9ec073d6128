package bout.sandbox;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import run.endive.runtime.Memory;

/**
 * An engine at rest: only the pages in which it differs from the template, compressed. A bot without large tables takes
 * some 100 KB instead of the 1.5 MB of an engine.
 */
final class Image {

    private final int pages;
    private final BitSet changed;
    private final byte[] deflated;
    private final long[] globals;

    private Image(int pages, BitSet changed, byte[] deflated, long[] globals) {
        this.pages = pages;
        this.changed = changed;
        this.deflated = deflated;
        this.globals = globals;
    }

    static Image of(Engine engine, Engine.Template template) {
        BitSet changed = new BitSet();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            byte[] buffer = new byte[Memory.PAGE_SIZE];
            for (int i = 0; i < engine.pageCount(); i++) {
                byte[] page = engine.page(i);
                if (i < template.pages().length && Arrays.equals(page, template.pages()[i])) {
                    continue;
                }
                changed.set(i);
                deflater.setInput(page);
                while (!deflater.needsInput()) {
                    out.write(buffer, 0, deflater.deflate(buffer));
                }
            }
            deflater.finish();
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
        } finally {
            deflater.end();
        }
        return new Image(engine.pageCount(), changed, out.toByteArray(), engine.globals());
    }

    /** An engine in the same state. */
    Engine engine(Engine.Template template) {
        Engine engine = new Engine(template);
        byte[][] written = new byte[pages][];
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(deflated);
            for (int i = changed.nextSetBit(0); i >= 0; i = changed.nextSetBit(i + 1)) {
                byte[] page = new byte[Memory.PAGE_SIZE];
                int filled = 0;
                while (filled < page.length) {
                    filled += inflater.inflate(page, filled, page.length - filled);
                }
                written[i] = page;
            }
        } catch (DataFormatException impossible) {
            throw new IllegalStateException("an image that this process wrote cannot be read", impossible);
        } finally {
            inflater.end();
        }
        engine.restore(written, globals);
        return engine;
    }

    long bytes() {
        return deflated.length;
    }
}
