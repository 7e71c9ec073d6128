package bout.site;

import org.junit.jupiter.api.Tag;

/** So many matches of each game that rare moves and endings are among them. */
@Tag("full")
class ParityOfManyMatchesTest extends ParityTest {

    private static final int MATCHES = 200;

    @Override
    protected int matches() {
        return MATCHES;
    }
}
