package bout.cli.text;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Optional;

/** Standard output that knows why it could not be written to, which a {@link PrintWriter} alone keeps to itself. */
public final class StandardOutput extends FileOutputStream {

    private final PrintWriter writer = new PrintWriter(new OutputStreamWriter(this, System.out.charset()), true);
    private volatile IOException failure;

    public StandardOutput() {
        super(FileDescriptor.out);
    }

    public PrintWriter writer() {
        return writer;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            super.write(bytes, offset, length);
        } catch (IOException refused) {
            failure = refused;
            throw refused;
        }
    }

    /**
     * Writes the rest. Returns why something is missing; a reader that wanted no more, as {@code head}, misses nothing.
     */
    public Optional<IOException> finish() {
        writer.flush();
        return Optional.ofNullable(failure)
                .filter(refused -> !String.valueOf(refused.getMessage()).contains("Broken pipe"));
    }
}
