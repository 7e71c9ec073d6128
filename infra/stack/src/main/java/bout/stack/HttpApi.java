package bout.stack;

import bout.bots.HttpAnswer;
import bout.stack.http.HttpRequest;
import bout.stack.http.RouteTable;
import bout.stack.http.RouteTable.Match;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Http;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** API Gateway's HTTP API: finds the route, invokes the function with payload format 2.0, and reads its answer. */
record HttpApi(RouteTable<LocalFunction> routes) {

    /** API Gateway's limit. */
    static final int MAX_BODY_BYTES = 10 * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

    HttpAnswer answer(HttpRequest request) {
        Optional<Match<LocalFunction>> match = routes.find(request.method(), request.rawPath());
        if (match.isEmpty()) {
            return HttpAnswer.message(404, "Not Found");
        }
        LocalFunction function = match.get().target();
        try {
            return answer(function.invoke(event(request, match.get()), APIGatewayV2HTTPResponse.class));
        } catch (LocalFunction.TooLarge refused) {
            LOG.warn("{} {}: {}", request.method(), request.rawPath(), refused.getMessage());
            return HttpAnswer.message(413, "Request Entity Too Large");
        } catch (RuntimeException fault) {
            LOG.error("{} failed for {} {}", function.name(), request.method(), request.rawPath(), fault);
            return HttpAnswer.message(500, "Internal Server Error");
        }
    }

    /** With the fields that the functions read. */
    private static APIGatewayV2HTTPEvent event(HttpRequest request, Match<LocalFunction> match) {
        Map<String, String> headers = new LinkedHashMap<>();
        List<String> cookies = new ArrayList<>();
        request.headers().forEach((name, values) -> {
            if (name.equals("cookie")) {
                values.forEach(value -> cookies.addAll(List.of(value.split("; ?"))));
            } else {
                headers.put(name, String.join(",", values));
            }
        });
        Optional<String> text = text(request);
        return APIGatewayV2HTTPEvent.builder()
                .withVersion("2.0")
                .withRouteKey(match.route().key())
                .withRawPath(request.rawPath())
                .withRawQueryString(request.rawQuery())
                .withCookies(cookies.isEmpty() ? null : cookies)
                .withHeaders(headers)
                .withPathParameters(match.pathParameters())
                .withRequestContext(RequestContext.builder()
                        .withApiId("local")
                        .withHttp(Http.builder()
                                .withMethod(request.method())
                                .withPath(request.rawPath())
                                .withSourceIp(request.sourceIp())
                                .build())
                        .build())
                .withBody(
                        request.body().length == 0
                                ? null
                                : text.orElseGet(() -> Base64.getEncoder().encodeToString(request.body())))
                .withIsBase64Encoded(request.body().length > 0 && text.isEmpty())
                .build();
    }

    /** The body as text, if API Gateway would pass it on as text because of its content type. */
    private static Optional<String> text(HttpRequest request) {
        String type = request.header("content-type").orElse("text/plain").toLowerCase(Locale.ROOT);
        String bare = type.split(";")[0].strip();
        boolean isText = bare.startsWith("text/")
                || bare.equals("application/json")
                || bare.equals("application/javascript")
                || bare.equals("application/xml")
                || bare.endsWith("+json")
                || bare.endsWith("+xml");
        if (!isText) {
            return Optional.empty();
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(request.body()))
                    .toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty(); // base64 keeps bytes that text would lose
        }
    }

    private static HttpAnswer answer(APIGatewayV2HTTPResponse answer) {
        if (answer == null) {
            throw new IllegalStateException("the function returned nothing");
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        if (answer.getHeaders() != null) {
            answer.getHeaders().forEach((name, value) -> headers.put(name, List.of(value)));
        }
        if (answer.getCookies() != null && !answer.getCookies().isEmpty()) {
            headers.put("Set-Cookie", answer.getCookies());
        }
        String text = answer.getBody() == null ? "" : answer.getBody();
        byte[] body =
                answer.getIsBase64Encoded() ? Base64.getDecoder().decode(text) : text.getBytes(StandardCharsets.UTF_8);
        return new HttpAnswer(answer.getStatusCode() == 0 ? 200 : answer.getStatusCode(), headers, body);
    }
}
