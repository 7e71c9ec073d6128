package bout.bench;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** A floor: Apache HttpClient as it comes, sending the same body and reading the answer's bytes, with no game around. */
final class BareClientLoad implements AutoCloseable {

    private final CloseableHttpClient client;
    private final String url;
    private final byte[] body;
    private final LongAdder calls = new LongAdder();

    BareClientLoad(String url, byte[] body, int callsAtOnce) {
        this.url = url;
        this.body = body;
        this.client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(callsAtOnce)
                        .setMaxConnPerRoute(callsAtOnce)
                        .build())
                .build();
    }

    Load load() {
        return new Load(calls, () -> () -> {
            HttpPost request = new HttpPost(url);
            request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_FORM_URLENCODED));
            byte[] answer = client.execute(request, response -> EntityUtils.toByteArray(response.getEntity()));
            if (answer.length != InstantBots.ANSWER.length()) {
                throw new IOException("an answer of " + answer.length + " bytes");
            }
            calls.increment();
        });
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
