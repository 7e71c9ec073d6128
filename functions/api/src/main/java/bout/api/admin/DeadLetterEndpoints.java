package bout.api.admin;

import bout.api.access.Caller;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.queue.Redrive;
import java.util.LinkedHashMap;
import java.util.Map;

/** Redrives matches that failed because of a server error. */
public final class DeadLetterEndpoints {

    private final Redrive redrive;

    public DeadLetterEndpoints(Redrive redrive) {
        this.redrive = redrive;
    }

    /** Works for a few seconds at most; callers repeat the request while there is more. */
    public Response redrive(Caller caller, Request request, Map<String, String> place) {
        Redrive.Done done = redrive.run();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("putBack", done.putBack());
        plain.put("removed", done.removed());
        plain.put("left", done.left());
        plain.put("more", done.more());
        return Response.fresh(200, plain);
    }
}
