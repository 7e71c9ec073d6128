package bout.wire;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** A feed in the format Atom (RFC 4287); its id never changes, and its entries are newest first, at least one. */
public record AtomFeed(String id, String title, URI self, URI page, List<Entry> entries) {

    /** Characters that XML 1.0 cannot contain; a lone half of a surrogate pair among it. */
    private static final String NOT_IN_XML = "[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]";

    /**
     * @param id never changes, wherever the entry appears
     * @param authors the names of those whose it is; the feed's own author if there are none
     */
    public record Entry(String id, String title, URI page, Instant updated, List<String> authors) {

        public Entry {
            authors = List.copyOf(authors);
        }

        private String text() {
            return """
                      <entry>
                        <id>%s</id>
                        <title>%s</title>
                        <link rel="alternate" type="text/html" href="%s"/>
                        <updated>%s</updated>
                    %s  </entry>
                    """.formatted(
                            escaped(id),
                            escaped(title),
                            escaped(page),
                            updated,
                            authors.stream()
                                    .map(name -> "    <author><name>" + escaped(name) + "</name></author>\n")
                                    .collect(Collectors.joining()));
        }
    }

    public AtomFeed {
        entries = List.copyOf(entries);
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("a feed says when its newest entry was updated, so it has one");
        }
    }

    /** The document. The same feed always gives the same text. */
    public String text() {
        Instant newest =
                entries.stream().map(Entry::updated).max(Instant::compareTo).orElseThrow();
        return """
                <?xml version="1.0" encoding="utf-8"?>
                <feed xmlns="http://www.w3.org/2005/Atom">
                  <id>%s</id>
                  <title>%s</title>
                  <author><name>Bout</name></author>
                  <link rel="self" type="application/atom+xml" href="%s"/>
                  <link rel="alternate" type="text/html" href="%s"/>
                  <updated>%s</updated>
                %s</feed>
                """.formatted(
                        escaped(id),
                        escaped(title),
                        escaped(self),
                        escaped(page),
                        newest,
                        entries.stream().map(Entry::text).collect(Collectors.joining()));
    }

    private static String escaped(Object text) {
        return text.toString()
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replaceAll(NOT_IN_XML, "\uFFFD");
    }
}
