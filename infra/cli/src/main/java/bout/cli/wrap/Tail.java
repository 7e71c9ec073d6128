package bout.cli.wrap;

/** The last 64 Ki characters of a text that grows line by line. */
final class Tail {

    static final int KEPT = 64 << 10;

    private final StringBuilder text = new StringBuilder();

    synchronized void add(String line) {
        text.append(line).append('\n');
        if (text.length() > KEPT) {
            text.delete(0, text.length() - KEPT);
        }
    }

    synchronized String text() {
        return text.toString();
    }
}
