package bout.pictures;

import java.awt.Color;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The colours of the site's dark theme: boards stand out there, and chats are dark or light. */
final class Colours {

    private static final Pattern LIGHT = Pattern.compile("(?ms)^:root \\{(.*?)\\}");
    private static final Pattern DARK =
            Pattern.compile("(?ms)^@media \\(prefers-color-scheme: dark\\) \\{\\s*:root \\{(.*?)\\}");
    private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+): (#[0-9a-f]{6,8});");

    private final Map<String, String> byName = new LinkedHashMap<>();

    /** @param sheets style sheets; what the dark theme does not change is as in the light one */
    Colours(String... sheets) {
        for (Pattern block : new Pattern[] {LIGHT, DARK}) {
            for (String sheet : sheets) {
                Matcher found = block.matcher(sheet);
                if (found.find()) {
                    COLOUR.matcher(found.group(1))
                            .results()
                            .forEach(colour -> byName.put(colour.group(1), colour.group(2)));
                }
            }
        }
    }

    Map<String, String> byName() {
        return byName;
    }

    /** @throws IllegalArgumentException if the style sheets have no such colour */
    Color colour(String name) {
        return read(byName.get(name));
    }

    static Color read(String text) {
        if (text == null || !text.matches("#[0-9a-f]{6}([0-9a-f]{2})?")) {
            throw new IllegalArgumentException("not a colour: " + text);
        }
        int[] parts = {0, 0, 0, 255};
        for (int i = 0; 2 * i + 1 < text.length(); i++) {
            parts[i] = Integer.parseInt(text, 2 * i + 1, 2 * i + 3, 16);
        }
        return new Color(parts[0], parts[1], parts[2], parts[3]);
    }
}
