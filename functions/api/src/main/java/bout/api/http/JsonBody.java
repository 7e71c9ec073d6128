package bout.api.http;

import bout.engine.Plain;
import bout.wire.Json;
import bout.wire.Problem;
import bout.wire.ProblemType;

/** The result of reading a request's body as JSON. */
public sealed interface JsonBody {

    int MAX_BYTES = 64 << 10;

    String CONTENT_TYPE = "application/json";

    /** @param value any plain value */
    record Read(Object value) implements JsonBody {}

    /** The body has the wrong media type, is too large or is not JSON; the response says which. */
    record Unreadable(Response response) implements JsonBody {}

    static JsonBody read(Request request) {
        return read(request, MAX_BYTES);
    }

    /** @param most the maximum size in bytes */
    static JsonBody read(Request request, int most) {
        String contentType = request.header("Content-Type");
        if (!isJson(contentType)) {
            return unreadable(
                    ProblemType.WRONG_MEDIA_TYPE,
                    "Expected Content-Type: " + CONTENT_TYPE + ", got " + Plain.describe(contentType) + ".");
        }
        if (request.body().length > most) {
            return unreadable(
                    ProblemType.TOO_LARGE,
                    "The body has " + request.body().length + " bytes; the maximum is " + most + ".");
        }
        if (request.body().length == 0) {
            return unreadable(ProblemType.NOT_JSON, "The body is empty; expected a JSON object.");
        }
        try {
            return new Read(Json.read(request.body()));
        } catch (Json.NotJson notJson) {
            return unreadable(ProblemType.NOT_JSON, notJson.getMessage());
        }
    }

    private static boolean isJson(String contentType) {
        if (contentType == null) {
            return false;
        }
        int parameters = contentType.indexOf(';');
        String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
        return type.strip().equalsIgnoreCase(CONTENT_TYPE);
    }

    private static Unreadable unreadable(ProblemType type, String detail) {
        return new Unreadable(Response.problem(Problem.of(type, detail)));
    }
}
