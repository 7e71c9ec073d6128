package bout.chaos;

import java.util.random.RandomGenerator;

/** What happens to a call of a function to a service, and in how many of a thousand calls. */
enum Fault {
    /** The service says that it failed, and did nothing. */
    ERROR("errors", 20),
    /** The service says that it is asked too much, and did nothing. */
    THROTTLED("throttled", 20),
    /** The call takes some hundred milliseconds longer, so that others overtake it. */
    SLOW("slow", 30),
    /** The connection is closed before the service hears of the call. */
    CUT_BEFORE("cut before", 15),
    /** The service does what it is asked, and the connection is closed before its answer comes. */
    CUT_AFTER("cut after", 25),
    /** The service does what it is asked, and nothing is wrong. */
    NONE("none", 890);

    private static final int THOUSAND = 1000;

    private final String title;
    private final int perThousand;

    Fault(String title, int perThousand) {
        this.title = title;
        this.perThousand = perThousand;
    }

    /** As people read it. */
    String title() {
        return title;
    }

    static Fault draw(RandomGenerator random) {
        int drawn = random.nextInt(THOUSAND);
        for (Fault fault : values()) {
            drawn -= fault.perThousand;
            if (drawn < 0) {
                return fault;
            }
        }
        throw new IllegalStateException("the shares of all faults and of none make a thousand");
    }
}
