package bout.site;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a test does again and again: all of it with {@code ./bout test --full}, else a part of it, another in each run.
 * With {@code -Dbout.drawn=true}, as in {@code .ci/run}, also with {@code --full} only a part.
 */
final class Drawn {

    /** Surefire leaves tests with this tag out; see the root pom.xml. */
    static final boolean FULL = !System.getProperty("bout.excluded", "").contains("full");

    /** Whether all of it is done. */
    static final boolean ALL = FULL && !Boolean.getBoolean("bout.drawn");

    private Drawn() {}

    static <T> List<T> of(List<T> all, int count) {
        List<T> drawn = new ArrayList<>(all);
        Collections.shuffle(drawn);
        return ALL ? all : drawn.subList(0, count);
    }
}
