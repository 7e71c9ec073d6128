package bout.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommentsTest {

    @Test
    void lines_of_comment_become_empty_and_code_keeps_its_line() {
        assertEquals("""


                import { a } from "./a.js";

                  const address = "https://a"; // kept, with its code
                  const glob = "/* no comment */";


                """, Comments.without("""
                /** What it is for:
                 *  this. */
                import { a } from "./a.js";
                // why
                  const address = "https://a"; // kept, with its code
                  const glob = "/* no comment */";
                  /* one line */

                """));
    }

    @Test
    void what_looks_like_a_comment_in_a_text_is_kept() {
        String text = "const code = `\n// says the bot\n/* and this */\n`;\n";
        assertEquals(text, Comments.without(text));
    }

    @Test
    void code_behind_a_comment_is_refused_instead_of_lost() {
        assertThrows(IllegalArgumentException.class, () -> Comments.without("/* a\n b */ const code = 1;\n"));
    }

    @Test
    void samples_and_libraries_keep_their_comments(@TempDir Path site) throws IOException {
        for (String path :
                new String[] {"a.js", "viewer/b.css", "games/x/samples/c.js", "viewer/gifenc/d.js", "engine.js"}) {
            Files.createDirectories(site.resolve(path).getParent());
            Files.writeString(site.resolve(path), "/* comment */\ncode\n");
        }

        Files.writeString(site.resolve("viewer/gifenc/LICENSES.txt"), "MIT");

        Comments.removeFrom(site);

        assertEquals("\ncode\n", Files.readString(site.resolve("a.js")));
        assertEquals("\ncode\n", Files.readString(site.resolve("viewer/b.css")));
        for (String path : new String[] {"games/x/samples/c.js", "viewer/gifenc/d.js", "engine.js"}) {
            assertEquals("/* comment */\ncode\n", Files.readString(site.resolve(path)), path);
        }
    }
}
