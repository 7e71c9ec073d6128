package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.StringReader;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class AtomFeedTest {

    private static final String ATOM = "http://www.w3.org/2005/Atom";
    private static final URI PAGE = URI.create("https://bout.example/bot.html?key=a&b=c");
    private static final Instant OLD = Instant.parse("2026-01-02T03:04:05Z");
    private static final Instant NEW = Instant.parse("2026-02-02T03:04:05.678Z");

    private static AtomFeed feed(String title) {
        return new AtomFeed(
                "urn:bout:feed",
                title,
                PAGE.resolve("/feed.atom"),
                PAGE,
                List.of(
                        new AtomFeed.Entry("urn:uuid:1", title, PAGE, NEW, List.of()),
                        new AtomFeed.Entry("urn:uuid:2", "other", PAGE, OLD, List.of())));
    }

    private static Element read(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }

    private static String text(Element in, String name, int index) {
        return in.getElementsByTagNameNS(ATOM, name).item(index).getTextContent();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\u0001',
            value = {
                "plain",
                "]]> <script>alert(1)</script>",
                "a & b &lt; \" '",
                "<!DOCTYPE x [<!ENTITY y SYSTEM \"file:///etc/passwd\">]>&y;",
                "\uD83D\uDE00"
            })
    void whatever_a_title_says_stays_text(String title) throws Exception {
        Element feed = read(feed(title).text());
        assertEquals("feed", feed.getLocalName());
        assertEquals(title, text(feed, "title", 0));
        assertEquals(title, text(feed, "title", 1));
        assertEquals(2, feed.getElementsByTagNameNS(ATOM, "entry").getLength());
    }

    @Test
    void what_xml_cannot_contain_is_replaced() throws Exception {
        assertEquals(
                "a\uFFFD\uFFFD\uFFFDb", text(read(feed("a\u0000\u001B\uD83Db").text()), "title", 0));
    }

    @Test
    void an_entry_names_its_authors_as_text() throws Exception {
        List<String> names = List.of("Ada & co", "</name><script>");
        AtomFeed.Entry entry = new AtomFeed.Entry("urn:uuid:1", "A match", PAGE, NEW, names);
        Element feed = read(new AtomFeed("urn:bout:feed", "A bot", PAGE, PAGE, List.of(entry)).text());
        Element told = (Element) feed.getElementsByTagNameNS(ATOM, "entry").item(0);
        assertEquals(2, told.getElementsByTagNameNS(ATOM, "author").getLength());
        assertEquals(names, List.of(text(told, "name", 0), text(told, "name", 1)));
    }

    @Test
    void a_feed_has_what_atom_demands() throws Exception {
        Element feed = read(feed("A bot").text());
        assertEquals("urn:bout:feed", text(feed, "id", 0));
        assertEquals(NEW.toString(), text(feed, "updated", 0));
        assertEquals("Bout", text(feed, "author", 0));
        Element link = (Element) feed.getElementsByTagNameNS(ATOM, "link").item(1);
        assertEquals("alternate", link.getAttribute("rel"));
        assertEquals(PAGE.toString(), link.getAttribute("href"));
        assertEquals(OLD.toString(), text(feed, "updated", 2));
        assertEquals("urn:uuid:2", text(feed, "id", 2));
    }

    @Test
    void a_feed_has_an_entry() {
        assertThrows(IllegalArgumentException.class, () -> new AtomFeed("a", "b", PAGE, PAGE, List.of()));
    }
}
