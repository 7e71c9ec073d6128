package bout.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files on the class path: each is named as seen from a class. */
public final class Resources {

    private Resources() {}

    /** @throws IllegalStateException if there is no such file */
    public static byte[] bytes(Class<?> from, String name) {
        try (InputStream file = from.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the package " + from.getPackageName() + " has no resource " + name);
            }
            return file.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException("reading " + name + " from the class path", broken);
        }
    }

    public static String text(Class<?> from, String name) {
        return new String(bytes(from, name), StandardCharsets.UTF_8);
    }
}
