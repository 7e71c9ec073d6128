package bout.sandbox;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import run.endive.runtime.Memory;

/**
 * An engine at rest: only the pages in which it differs from the template, compressed. A bot without large tables takes
 * some 100 KB instead of the 1.5 MB of an engine.
 */
record Image(int pages, BitSet changed, byte[] deflated, long[] globals) {

    static Image of(Engine engine, Engine.Template template) {
        BitSet changed = new BitSet();
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        Deflater fast = new Deflater(Deflater.BEST_SPEED);
        try (OutputStream out = new DeflaterOutputStream(deflated, fast, Memory.PAGE_SIZE)) {
            for (int i = 0; i < engine.pageCount(); i++) {
                byte[] page = engine.page(i);
                if (i >= template.pages().length || !Arrays.equals(page, template.pages()[i])) {
                    changed.set(i);
                    out.write(page);
                }
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } finally {
            fast.end();
        }
        return new Image(engine.pageCount(), changed, deflated.toByteArray(), engine.globals());
    }

    Engine engine(Engine.Template template) {
        byte[][] written = new byte[pages][];
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            for (int i = changed.nextSetBit(0); i >= 0; i = changed.nextSetBit(i + 1)) {
                written[i] = in.readNBytes(Memory.PAGE_SIZE);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException("an image that this process wrote cannot be read", impossible);
        }
        Engine engine = new Engine(template);
        engine.restore(written, globals);
        return engine;
    }
}
