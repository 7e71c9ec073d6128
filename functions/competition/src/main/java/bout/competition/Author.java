package bout.competition;

import bout.engine.Plain;
import java.util.Map;

/** Who has made a bot, as everyone may know it: the id of an owner, and the name that it has now. */
public record Author(String id, String name) {

    /** As published; {@code null} stays {@code null}. */
    public static Map<String, Object> toPlain(Author author) {
        return author == null ? null : Plain.object("id", author.id, "name", author.name);
    }
}
