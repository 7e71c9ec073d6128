package bout.botclient;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.address.Lookups;
import bout.address.NameLookup;
import bout.wire.WebhookSecret;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;

/**
 * Calls bots. One instance per process, shared by any number of virtual threads.
 *
 * <p>It uses the connections and the pool of Apache HttpClient, but not its client. The client has redirects, cookies,
 * authentication, retries and decompression built in, which would all have to be switched off. It also hides how long a
 * bot took, whether a byte of an answer arrived, and how far a call got.
 */
public final class BotClient implements AutoCloseable {

    /** The default limit of concurrent calls to one host and port. */
    public static final int DEFAULT_CALLS_PER_HOST = 16;

    /** Servers close idle connections; Node does so after 5 s. */
    static final TimeValue MAX_IDLE = TimeValue.ofSeconds(15);

    private static final long CHORES_INTERVAL = TimeUnit.SECONDS.toNanos(5);

    /**
     * Limits for the head of an answer. The buffer holds a whole request of every game so far, so that a request is one
     * write.
     */
    private static final Http1Config LIMITS = Http1Config.custom()
            .setBufferSize(8 << 10)
            .setMaxLineLength(8 << 10)
            .setMaxHeaderCount(100)
            .setMaxEmptyLineCount(10)
            .build();

    private final AddressPolicy policy;
    private final int callsPerHost;
    private final Map<String, BotHost> hosts = new ConcurrentHashMap<>();
    private final PoolingHttpClientConnectionManager connections;
    private final DeadlineTimer timer;

    private final Lookups lookups;

    /**
     * @param policy where bot URLs may lead
     * @param callsPerHost limit of concurrent calls to one host and port; further calls wait, which does not use the
     *     bot's time
     */
    public BotClient(AddressPolicy policy, int callsPerHost) {
        this(policy, callsPerHost, defaultTls(), NameLookup.SYSTEM);
    }

    BotClient(AddressPolicy policy, int callsPerHost, SSLContext tls, NameLookup names) {
        this.policy = policy;
        this.callsPerHost = callsPerHost;
        this.connections = connections(callsPerHost, tls);
        this.timer = new DeadlineTimer(connections::closeExpired, CHORES_INTERVAL);
        this.lookups = new Lookups(names);
    }

    private static PoolingHttpClientConnectionManager connections(int callsPerHost, SSLContext tls) {
        PoolingHttpClientConnectionManager connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(LIMITS)
                        .requestWriterFactory(Message.Writer::new)
                        .responseParserFactory(limits -> new Answer.Parser(LIMITS))
                        .build())
                .setDnsResolver(new CheckedAddresses())
                .setTlsSocketStrategy(tls(tls))
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                // The connection used last is the least likely to have been closed by the server.
                .setConnPoolPolicy(PoolReusePolicy.LIFO)
                .setMaxConnPerRoute(callsPerHost)
                .setDefaultSocketConfig(SocketConfig.custom()
                        .setTcpNoDelay(true)
                        .setSoTimeout(0, TimeUnit.MILLISECONDS)
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        // Testing a connection before each use costs more than a rare second try.
                        .setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND)
                        .build())
                .build();
        return connections;
    }

    /**
     * TLS 1.2 and 1.3 only. Set explicitly, because the function's runtime removes older versions from the JDK's list
     * of disabled algorithms. The handshake verifies the name in the certificate.
     */
    private static TlsSocketStrategy tls(SSLContext context) {
        TlsSocketStrategy strategy = ClientTlsStrategyBuilder.create()
                .setSslContext(context)
                .setTlsVersions(TLS.V_1_3, TLS.V_1_2)
                .setHostVerificationPolicy(HostnameVerificationPolicy.BUILTIN)
                .buildClassic();
        return (socket, name, port, attachment, httpContext) -> {
            BotCall.CONNECTING.get().handshakeBegins();
            return strategy.upgrade(socket, name, port, attachment, httpContext);
        };
    }

    private static SSLContext defaultTls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException broken) {
            throw new IllegalStateException("the JDK has no TLS", broken);
        }
    }

    /** A bot with a URL at a seat of one match; its calls are not signed. */
    public Player player(BotUrl url) {
        return player(url, null);
    }

    /**
     * A bot with a URL at a seat of one match.
     *
     * @param secret signs the calls, or {@code null}
     */
    public Player player(BotUrl url, WebhookSecret secret) {
        return new UrlPlayer(this, target(url, secret), answer -> {});
    }

    /**
     * A bot with a URL at a seat of one match. Reports one header of its answers.
     *
     * @param secret signs the calls, or {@code null}
     * @param header the name of the header
     * @param values receives the stripped value of the header from each answer that has it
     */
    public Player player(BotUrl url, WebhookSecret secret, String header, Consumer<String> values) {
        return new UrlPlayer(this, target(url, secret), answer -> {
            Header found = answer.getFirstHeader(header);
            if (found != null) {
                values.accept(found.getValue().strip());
            }
        });
    }

    /**
     * Fetches a small text file from a bot's host: the text, or a failure.
     *
     * @param secret kept out of the texts of failures, or {@code null}
     * @param path visible ASCII characters, from the first slash
     * @param timeLimit in milliseconds
     * @param startBefore as in {@link MoveRequest}
     */
    public Reply fetchText(BotUrl url, WebhookSecret secret, String path, int timeLimit, long startBefore) {
        return make(new FileCall(this, target(url, secret), path, timeLimit), startBefore);
    }

    /**
     * The result of {@link #postSigned}: the status of the answer (0 if there was none), and the failure if it failed.
     */
    public record Posted(int status, Reply reply) {}

    /**
     * Posts a message signed according to Standard Webhooks.
     *
     * @param id the same for each attempt to post one message
     * @param body JSON, as UTF-8
     * @param timeLimit in milliseconds
     * @param startBefore as in {@link MoveRequest}
     */
    public Posted postSigned(
            BotUrl url, WebhookSecret secret, String id, byte[] body, int timeLimit, long startBefore) {
        PostCall call = new PostCall(this, target(url, secret), id, body, timeLimit);
        Reply reply = make(call, startBefore);
        return new Posted(call.status(), reply);
    }

    private CallTarget target(BotUrl url, WebhookSecret secret) {
        return new CallTarget(url, host(url), secret);
    }

    private BotHost host(BotUrl url) {
        return hosts.computeIfAbsent(url.scheme() + "://" + url.authority(), host -> new BotHost(url, callsPerHost));
    }

    /**
     * Waits for a slot at the host, then makes the call.
     *
     * @param startBefore as in {@link MoveRequest}
     */
    Reply make(BotCall call, long startBefore) {
        Semaphore slots = call.target().host().slots();
        try {
            if (!slots.tryAcquire(startBefore - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return new Reply.BrokenOff();
            }
            try {
                return call.make();
            } finally {
                slots.release();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Reply.BrokenOff();
        }
    }

    public AddressPolicy policy() {
        return policy;
    }

    Lookups lookups() {
        return lookups;
    }

    PoolingHttpClientConnectionManager connections() {
        return connections;
    }

    DeadlineTimer timer() {
        return timer;
    }

    /** Closes all connections; calls in progress fail. */
    @Override
    public void close() {
        timer.close();
        lookups.close();
        connections.close(CloseMode.GRACEFUL);
    }
}
