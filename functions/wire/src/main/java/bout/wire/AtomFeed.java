package bout.wire;

import java.net.URI;
import java.time.Instant;
import java.util.List;

/**
 * A feed in the format Atom (RFC 4287), for feed readers.
 *
 * @param id never changes
 * @param self where the feed is
 * @param page the page that it belongs to
 * @param entries newest first, at least one
 */
public record AtomFeed(String id, String title, URI self, URI page, List<Entry> entries) {

    /** @param id never changes, wherever the entry appears */
    public record Entry(String id, String title, URI page, Instant updated) {}

    public AtomFeed {
        entries = List.copyOf(entries);
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("a feed says when its newest entry was updated, so it has one");
        }
    }

    /** The document. The same feed always gives the same text. */
    public String text() {
        StringBuilder xml = new StringBuilder();
        xml.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
        xml.append("  <id>").append(escaped(id)).append("</id>\n");
        xml.append("  <title>").append(escaped(title)).append("</title>\n");
        xml.append("  <author><name>Bout</name></author>\n");
        xml.append("  <link rel=\"self\" type=\"application/atom+xml\" href=\"")
                .append(escaped(self.toString()))
                .append("\"/>\n");
        xml.append("  <link rel=\"alternate\" type=\"text/html\" href=\"")
                .append(escaped(page.toString()))
                .append("\"/>\n");
        Instant newest =
                entries.stream().map(Entry::updated).max(Instant::compareTo).orElseThrow();
        xml.append("  <updated>").append(newest).append("</updated>\n");
        for (Entry entry : entries) {
            xml.append("  <entry>\n");
            xml.append("    <id>").append(escaped(entry.id())).append("</id>\n");
            xml.append("    <title>").append(escaped(entry.title())).append("</title>\n");
            xml.append("    <link rel=\"alternate\" type=\"text/html\" href=\"")
                    .append(escaped(entry.page().toString()))
                    .append("\"/>\n");
            xml.append("    <updated>").append(entry.updated()).append("</updated>\n");
            xml.append("  </entry>\n");
        }
        return xml.append("</feed>\n").toString();
    }

    /** For elements and attributes. What XML cannot contain becomes a replacement character. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(inXml(character) ? character : 0xFFFD);
            }
        });
        return escaped.toString();
    }

    private static boolean inXml(int character) {
        return character == '\t'
                || character == '\n'
                || character == '\r'
                || character >= 0x20 && character <= 0xD7FF
                || character >= 0xE000 && character <= 0xFFFD
                || character >= 0x10000;
    }
}
