package bout.chaos;

import java.util.random.RandomGenerator;

/** A fault injected into calls from functions to services, with its share per thousand calls. */
enum Fault {
    /** The service reports an error and does nothing. */
    ERROR("errors", 20),
    /** The service reports throttling and does nothing. */
    THROTTLED("throttled", 20),
    /** The call is delayed by some hundred milliseconds, so that others overtake it. */
    SLOW("slow", 30),
    /** The connection closes before the request reaches the service. */
    CUT_BEFORE("cut before", 15),
    /** The service carries out the request, but the connection closes before the answer. */
    CUT_AFTER("cut after", 25),
    /** No fault. */
    NONE("none", 890);

    private static final int THOUSAND = 1000;

    private final String title;
    private final int perThousand;

    Fault(String title, int perThousand) {
        this.title = title;
        this.perThousand = perThousand;
    }

    /** The display name. */
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
        throw new IllegalStateException("the shares of all faults must add up to a thousand");
    }
}
