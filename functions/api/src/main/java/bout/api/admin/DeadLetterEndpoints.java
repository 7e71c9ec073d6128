package bout.api.admin;

import bout.api.access.Caller;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.queue.Redrive;
import java.util.Map;

/** Redrives matches that failed because of a server error. */
public record DeadLetterEndpoints(Redrive redrive) {

    /** Works for a few seconds at most; callers repeat the request while there is more. */
    public Response redrive(Caller caller, Request request, Map<String, String> place) {
        return Response.fresh(200, redrive.run());
    }
}
