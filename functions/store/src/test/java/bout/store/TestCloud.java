package bout.store;

import java.util.Map;

/** The table, the bucket and the queue that template.yaml says, for the tests of this module. */
public final class TestCloud {

    private static final Map<String, String> SHARED = freshEnvironment();

    private TestCloud() {}

    /** The one that most tests share. */
    public static Map<String, String> environment() {
        return SHARED;
    }

    /** One with an empty queue. */
    public static Map<String, String> freshEnvironment() {
        return TestAws.application().environment();
    }
}
