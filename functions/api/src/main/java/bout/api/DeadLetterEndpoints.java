package bout.api;

import bout.ledger.Redrive;
import java.util.LinkedHashMap;
import java.util.Map;

/** Puts matches back that were given up for a reason of ours. */
final class DeadLetterEndpoints {

    private final Redrive redrive;

    DeadLetterEndpoints(Redrive redrive) {
        this.redrive = redrive;
    }

    /** Works for some seconds at most; whoever asks goes on asking while there is more. */
    Response redrive(Caller caller, Request request, Map<String, String> place) {
        Redrive.Done done = redrive.run();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("putBack", done.putBack());
        plain.put("removed", done.removed());
        plain.put("left", done.left());
        plain.put("more", done.more());
        return Response.fresh(200, plain);
    }
}
