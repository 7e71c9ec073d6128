package bout.guide;

import bout.engine.Game;
import bout.wire.Resources;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** The hand-written part of a guide: the Markdown file {@code guide.md} beside the game's classes. */
record GuideText(Map<GuideText.Chapter, String> chapters) {

    private static final String FILE = "guide.md";
    private static final String HEADING = "## ";

    enum Chapter {
        SHORT("In short"),
        RULES("Rules"),
        REQUEST("What your bot is sent"),
        ANSWER("What it answers"),
        EXAMPLE("An example"),
        FAILURES("When no move comes"),
        /** Only of a game that has an original. */
        ORIGINALS("Programs for the original game");

        private final String title;

        Chapter(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        private static Chapter of(String title, String file) {
            return Stream.of(values())
                    .filter(chapter -> chapter.title.equals(title))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(file + " has the unknown heading '" + title + "'"));
        }
    }

    /** @throws IllegalStateException if the file is missing, or a chapter is missing, unknown or duplicated */
    static GuideText of(Game<?> game) {
        String file = game.getClass().getPackageName().replace('.', '/') + "/" + FILE;
        return read(Resources.text(game.getClass(), FILE), file);
    }

    static GuideText read(String markdown, String file) {
        Map<Chapter, String> chapters = new EnumMap<>(Chapter.class);
        Chapter chapter = null;
        StringBuilder text = new StringBuilder();
        for (String line : (markdown.strip() + "\n" + HEADING).split("\n", -1)) {
            if (!line.startsWith(HEADING)) {
                text.append(line).append('\n');
                continue;
            }
            String before = text.toString().strip();
            if (chapter != null && chapters.put(chapter, before) != null) {
                throw new IllegalStateException(file + " has the chapter '" + chapter.title + "' twice");
            }
            if (chapter == null && !before.isEmpty()) {
                throw new IllegalStateException(file + " has text before its first chapter");
            }
            text.setLength(0);
            String title = line.substring(HEADING.length()).strip();
            chapter = title.isEmpty() ? null : Chapter.of(title, file);
        }
        for (Chapter each : Chapter.values()) {
            if (each != Chapter.ORIGINALS && chapters.getOrDefault(each, "").isEmpty()) {
                throw new IllegalStateException(file + " has no chapter '" + each.title + "'");
            }
        }
        return new GuideText(chapters);
    }

    boolean has(Chapter chapter) {
        return chapters.containsKey(chapter);
    }

    String of(Chapter chapter) {
        return chapters.get(chapter);
    }
}
