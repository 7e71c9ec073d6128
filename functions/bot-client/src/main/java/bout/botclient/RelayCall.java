package bout.botclient;

import bout.botclient.BotClient.Relayed;
import bout.botclient.player.Reply;
import bout.engine.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;

/**
 * Passes a request on to a bot, and keeps its answer as it came: who made the request judges it. Only the URL is
 * removed from notes and error pages, because these are public.
 */
final class RelayCall extends BotCall {

    private final Map<String, String> headers;
    private final byte[] body;
    private final Map<String, String> answered = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private int status;

    RelayCall(BotClient client, CallTarget target, Map<String, String> headers, byte[] body, int timeLimit) {
        super(client, target, timeLimit);
        this.headers = headers;
        this.body = body;
    }

    Relayed relayed(Reply reply) {
        return switch (reply) {
            case Reply.Answered answer ->
                new Relayed(status, answered, (String) answer.answer(), answer.milliseconds(), null);
            case Reply.Failed failed
            when failed.failure().kind() == Failure.Kind.STATUS ->
                new Relayed(
                        status,
                        answered,
                        target().redacted(new String(arrived(), StandardCharsets.UTF_8)),
                        failed.milliseconds(),
                        null);
            case Reply.Failed failed -> new Relayed(0, Map.of(), "", failed.milliseconds(), failed.failure());
            case Reply.BrokenOff() -> null;
        };
    }

    @Override
    Message message() {
        return new RelayMessage(target().url(), target().line().host(), headers, body);
    }

    @Override
    AnswerBody.Read read(byte[] answer, String encoding) {
        return AnswerBody.readPacked(answer, encoding);
    }

    @Override
    void answered(HttpResponse answer) {
        status = answer.getCode();
        for (Header header : answer.getHeaders()) {
            // The library reads each byte as one character.
            answered.putIfAbsent(
                    header.getName(),
                    header.getValue() == null
                            ? ""
                            : target().redacted(new String(
                                            header.getValue().getBytes(StandardCharsets.ISO_8859_1),
                                            StandardCharsets.UTF_8)
                                    .strip()));
        }
    }
}
