package bout.runner;

import bout.address.BotUrl;
import java.util.concurrent.Semaphore;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;

/** A host and port that bots are called at, with its share of calls in flight. */
final class BotHost {

    private final HttpRoute route;
    private final Semaphore slots;

    BotHost(BotUrl url, int callsAtOnce) {
        this.route = new HttpRoute(new HttpHost(url.scheme(), url.host(), url.port()), null, url.secure());
        // Fair: with a queue of matches at one host, none of them waits for ever.
        this.slots = new Semaphore(callsAtOnce, true);
    }

    HttpRoute route() {
        return route;
    }

    Semaphore slots() {
        return slots;
    }
}
