package bout.pages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page of the documentation: its HTML, and its texts in lists and in the search. Headings have the anchors that
 * GitHub gives them, so that links work in both places.
 */
final class DocText extends AbstractVisitor {

    /** Of a section, so much can be searched. */
    private static final int SEARCHED = 400;

    private static final int SUMMARY = 160;

    /** A section in the search index. */
    record Searched(String address, String page, String title, String text) {}

    private record Section(String anchor, String title, StringBuilder text) {}

    private final String path;
    private final Map<String, String> titles;
    private final Map<String, Integer> used = new HashMap<>();
    private final Map<Heading, String> anchors = new HashMap<>();
    private final List<Section> sections = new ArrayList<>();
    private final Map<String, String> headings = new LinkedHashMap<>();
    private String html;

    private DocText(String path, Map<String, String> titles) {
        this.path = path;
        this.titles = titles;
    }

    /** @param titles of all pages, by their paths in the repository */
    static DocText of(String path, String markdown, Map<String, String> titles) {
        DocText text = new DocText(path, titles);
        Node document = GamePages.PARSER.parse(markdown);
        document.accept(text);
        text.html = HtmlRenderer.builder()
                .extensions(GamePages.EXTENSIONS)
                .escapeHtml(true)
                .attributeProviderFactory(context -> text::attributes)
                .build()
                .render(document)
                .replace("<table>", "<div class=\"doc-table\" tabindex=\"0\"><table>")
                .replace("</table>", "</table></div>");
        return text;
    }

    /** The path to which a link of a file leads, in the repository. */
    static String resolved(String path, String link) {
        return Path.of(path).resolveSibling(link).normalize().toString().replace('\\', '/');
    }

    /** The name of a file's page. */
    static String page(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return (name.equals("readme.md") ? "index.md" : name).replaceFirst("\\.md$", ".html");
    }

    String html() {
        return html;
    }

    String title() {
        return sections.getFirst().title();
    }

    String beginning() {
        return cut(sections.getFirst().text().toString(), SUMMARY);
    }

    /** The titles of the page's sections, by their anchors. */
    Map<String, String> headings() {
        return headings;
    }

    List<Searched> sections() {
        return sections.stream()
                .map(section -> new Searched(
                        page(path) + (section == sections.getFirst() ? "" : "#" + section.anchor()),
                        title(),
                        section.title(),
                        cut(section.text().toString(), SEARCHED)))
                .toList();
    }

    private static String cut(String text, int most) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= most ? line : line.substring(0, line.lastIndexOf(' ', most)) + " …";
    }

    @Override
    public void visit(Heading heading) {
        String title = plain(heading);
        String name = title.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        int times = used.merge(name, 1, Integer::sum);
        String anchor = times == 1 ? name : name + "-" + (times - 1);
        anchors.put(heading, anchor);
        sections.add(new Section(anchor, title, new StringBuilder()));
        if (heading.getLevel() == 2) {
            headings.put(anchor, title);
        }
        visitChildren(heading);
        if (heading.getLevel() > 1) {
            Link link = new Link("#" + anchor, "Link to this section");
            link.appendChild(new Text("#"));
            heading.appendChild(link);
        }
    }

    private static String plain(Node node) {
        Words words = new Words();
        node.accept(words);
        return words.text.toString();
    }

    private static final class Words extends AbstractVisitor {

        private final StringBuilder text = new StringBuilder();

        @Override
        public void visit(Text part) {
            text.append(part.getLiteral());
        }

        @Override
        public void visit(Code part) {
            text.append(part.getLiteral());
        }
    }

    /** Remarks for who edits a page are not for its readers. Other HTML is shown as it is written. */
    @Override
    public void visit(HtmlBlock block) {
        if (block.getLiteral().startsWith("<!--")) {
            block.unlink();
        }
    }

    @Override
    public void visit(HtmlInline inline) {
        if (inline.getLiteral().startsWith("<!--")) {
            inline.unlink();
        }
    }

    /** Links to files that are not on the site become their names. */
    @Override
    public void visit(Link link) {
        String destination = link.getDestination();
        if (destination.matches("[a-z]+:.*|[#/].*")) {
            visitChildren(link);
            return;
        }
        String[] parts = destination.split("#", 2);
        String target = resolved(path, parts[0]);
        String anchor = parts.length > 1 ? "#" + parts[1] : "";
        if (titles.containsKey(target)) {
            link.setDestination(page(target) + anchor);
            if (plain(link).endsWith(".md")) {
                link.getFirstChild().unlink();
                link.appendChild(new Text(titles.get(target)));
            }
        } else if (target.startsWith("docs/starters/")) {
            link.setDestination(target.replaceFirst("docs", ".."));
        } else if (!target.matches("docs/.*\\.(png|svg|json)")) {
            String text = plain(link);
            if (!text.equals(target)) {
                link.insertAfter(new Text(")"));
                link.insertAfter(new Code(target));
                link.insertAfter(new Text(text + " ("));
            } else {
                link.insertAfter(new Code(target));
            }
            link.unlink();
        }
        visitChildren(link);
    }

    @Override
    public void visit(Text text) {
        said(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
        said(code.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak end) {
        said(" ");
    }

    @Override
    public void visit(Paragraph paragraph) {
        visitChildren(paragraph);
        said(" ");
    }

    @Override
    public void visit(CustomNode node) {
        visitChildren(node);
        if (node instanceof TableCell) {
            said(" ");
        }
    }

    private void said(String words) {
        if (!sections.isEmpty()) {
            sections.getLast().text().append(words);
        }
    }

    private void attributes(Node node, String tag, Map<String, String> attributes) {
        switch (node) {
            case Heading heading -> attributes.put("id", anchors.get(heading));
            case Link link
            when plain(link).equals("#") -> {
                attributes.put("class", "anchor");
                attributes.put("aria-label", link.getTitle());
            }
            default -> GamePages.attributes(node, tag, attributes);
        }
    }
}
