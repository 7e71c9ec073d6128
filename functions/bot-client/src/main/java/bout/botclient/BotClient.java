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
 * Calls bots: one for a process, used by any number of virtual threads at once.
 *
 * <p>It stands on the connections and the pool of Apache HttpClient and not on its client: there, redirects, cookies,
 * authentication, retries and unpacking come built in and would all have to be switched off, and the time that a bot
 * takes, whether a byte of an answer came, and how far a call got cannot be seen from outside.
 */
public final class BotClient implements AutoCloseable {

    /** How many calls may be in flight at one host and port when nobody says otherwise. */
    public static final int DEFAULT_CALLS_PER_HOST = 16;

    /** Servers close connections that were idle for long; Node's after 5 s. */
    static final TimeValue MAX_IDLE = TimeValue.ofSeconds(15);

    private static final long CHORES_EVERY = TimeUnit.SECONDS.toNanos(5);

    /**
     * What the head of an answer may have. One buffer holds a whole request of any game so far, so that a request is one
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
     * @param callsPerHost how many calls may be in flight at one host and port; more wait, which does not count as the
     *     bot's time
     */
    public BotClient(AddressPolicy policy, int callsPerHost) {
        this(policy, callsPerHost, defaultTls(), NameLookup.SYSTEM);
    }

    BotClient(AddressPolicy policy, int callsPerHost, SSLContext tls, NameLookup names) {
        this.policy = policy;
        this.callsPerHost = callsPerHost;
        this.connections = connections(callsPerHost, tls);
        this.timer = new DeadlineTimer(connections::closeExpired, CHORES_EVERY);
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
                // The connection that was used last is the least likely to have been closed at the other end.
                .setConnPoolPolicy(PoolReusePolicy.LIFO)
                .setMaxConnPerRoute(callsPerHost)
                .setDefaultSocketConfig(SocketConfig.custom()
                        .setTcpNoDelay(true)
                        .setSoTimeout(0, TimeUnit.MILLISECONDS)
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        // A look at the connection before each use costs more than the rare second try.
                        .setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND)
                        .build())
                .build();
        return connections;
    }

    /**
     * TLS 1.2 and 1.3 only, said here because the runtime of the function takes older ones off the JDK's list of disabled
     * algorithms. The certificate's name is verified within the handshake.
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

    /** The bot behind a URL at a seat of one match, whose calls are not signed. */
    public Player player(BotUrl url) {
        return player(url, null);
    }

    /**
     * The bot behind a URL at a seat of one match.
     *
     * @param secret what its calls are signed with, or {@code null}
     */
    public Player player(BotUrl url, WebhookSecret secret) {
        return new UrlPlayer(this, target(url, secret), answer -> {});
    }

    /**
     * The bot behind a URL at a seat of one match, one header of whose answers is of interest.
     *
     * @param secret what its calls are signed with, or {@code null}
     * @param header its name
     * @param values takes the header's value, without blanks around it, of each answer that has it
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
     * Fetches a small file of text from a bot's host: the text, or why there is none.
     *
     * @param secret what must not appear in a failure's text, or {@code null}
     * @param path of visible ASCII characters, from the first slash
     * @param timeLimit in milliseconds
     * @param startBefore as in {@link MoveRequest}
     */
    public Reply fetchText(BotUrl url, WebhookSecret secret, String path, int timeLimit, long startBefore) {
        return make(new FileCall(this, target(url, secret), path, timeLimit), startBefore);
    }

    /** What came of {@link #postSigned}: the status of the answer (0 where none came), and why it failed if it did. */
    public record Posted(int status, Reply reply) {}

    /**
     * Posts a message that is signed as Standard Webhooks say.
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
     * Waits for a slot at the host and makes the call.
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

    /** Closes all connections; calls in flight fail. */
    @Override
    public void close() {
        timer.close();
        lookups.close();
        connections.close(CloseMode.GRACEFUL);
    }
}
