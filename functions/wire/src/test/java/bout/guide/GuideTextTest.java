package bout.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.guide.GuideText.Chapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuideTextTest {

    private static final String WHOLE = """
            ## Rules

            ### The board

            Text.

            ## What your bot is sent
            a
            ## What it answers
            b
            ## An example
            c
            ## When no move comes
            d
            """;

    @Test
    void a_chapter_is_the_text_between_two_headings() {
        GuideText text = GuideText.read(WHOLE, "guide.md");
        assertEquals("### The board\n\nText.", text.of(Chapter.RULES));
        assertEquals("d", text.of(Chapter.FAILURES));
        assertFalse(text.has(Chapter.ORIGINALS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "## An example         | ## An exmaple        | guide.md has the unknown heading 'An exmaple'",
                "## An example         | ## Rules             | guide.md has the chapter 'Rules' twice",
                "## When no move comes | ### When             | guide.md has no chapter 'When no move comes'",
                "## Rules              | Words. ## Rules      | guide.md has text before its first chapter"
            })
    void a_guide_with_an_invalid_chapter_is_refused(String there, String instead, String message) {
        String wrong = WHOLE.replace(there, instead.replace(". ", ".\n"));
        assertEquals(
                message,
                assertThrows(IllegalStateException.class, () -> GuideText.read(wrong, "guide.md"))
                        .getMessage());
    }
}
