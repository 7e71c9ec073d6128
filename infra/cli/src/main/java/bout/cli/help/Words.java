package bout.cli.help;

import java.util.Iterator;
import java.util.List;

/** The words that a shell may complete an argument with. */
public abstract class Words implements Iterable<String> {

    private final List<String> words;

    protected Words(List<String> words) {
        this.words = words;
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }
}
