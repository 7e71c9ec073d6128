package bout.runner;

import bout.address.BotUrl;
import bout.wire.WebhookSecret;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;

/**
 * A registered bot that is to be checked: played like any other, and looked at for what its owner shows there to prove
 * that it is theirs. For one thread.
 */
final class Candidate extends UrlPlayer {

    /** The header of an answer, and the folder of the host, where the challenge may be shown. */
    static final String HEADER = "Bout-Challenge";

    static final String FOLDER = "/.well-known/bout/";

    private static final int FILE_TIME_LIMIT = 5000;

    private final BotClient client;
    private String shown;

    Candidate(BotClient client, BotUrl url, WebhookSecret secret, BotHost host) {
        super(client, url, secret, host);
        this.client = client;
    }

    @Override
    void answered(HttpResponse answer) {
        Header challenge = answer.getFirstHeader(HEADER);
        if (challenge != null) {
            shown = challenge.getValue().strip();
        }
    }

    /** The last challenge that an answer had in its head, or {@code null}. */
    String shown() {
        return shown;
    }

    /**
     * Fetches the file in which the challenge may be shown: a text, or why there is none.
     *
     * @param startBefore as in {@link MoveRequest}
     */
    Reply file(String bot, long startBefore) {
        return client.make(new FileCall(client, this, FOLDER + bot, FILE_TIME_LIMIT), startBefore);
    }
}
