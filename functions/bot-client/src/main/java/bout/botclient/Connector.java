package bout.botclient;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/** Opens connections to bots, and knows all that are open. */
final class Connector {

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

    private static final SocketConfig SOCKET = SocketConfig.custom()
            .setTcpNoDelay(true)
            .setSoTimeout(0, TimeUnit.MILLISECONDS)
            .build();

    private final ManagedHttpClientConnectionFactory factory = ManagedHttpClientConnectionFactory.builder()
            .http1Config(LIMITS)
            .requestWriterFactory(BotRequest.Writer::new)
            .responseParserFactory(limits -> new Answer.Parser(LIMITS))
            .build();

    /**
     * How many connections are kept open between calls, of all bots together. A process on Lambda may have 1,024 files
     * open, of which those in use need most; without a limit, someone with many short matches at many hosts could use
     * up the rest.
     */
    static final int MOST_IDLE = 256;

    private final HttpClientConnectionOperator operator;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final Semaphore idle = new Semaphore(MOST_IDLE);

    Connector(SSLContext tls) {
        this.operator = new DefaultHttpClientConnectionOperator(
                proxy -> socket(),
                null,
                new CheckedAddresses(),
                RegistryBuilder.<TlsSocketStrategy>create()
                        .register(URIScheme.HTTPS.id, tls(tls))
                        .build());
    }

    /** The socket of a channel, because only that can be read without waiting; see {@link Connection#silent}. */
    private static Socket socket() throws IOException {
        SocketChannel channel = SocketChannel.open();
        BotCall.CONNECTING.get().connection().opened(channel);
        return channel.socket();
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
            BotCall call = BotCall.CONNECTING.get();
            call.handshakeBegins();
            SSLSocket secured = strategy.upgrade(socket, name, port, attachment, httpContext);
            call.connection().secured(secured);
            return secured;
        };
    }

    /** Yet to be opened. */
    Connection create() throws IOException {
        return new Connection(factory.createConnection(null));
    }

    /** Opens the connection of the call that is bound to {@link BotCall#CONNECTING}. */
    void open(Connection connection, HttpHost host, Timeout timeout) throws IOException {
        open.add(connection);
        operator.connect(connection.http(), host, null, null, timeout, SOCKET, null, HttpClientContext.create());
    }

    boolean mayKeep() {
        return idle.tryAcquire();
    }

    /** A connection that was kept open is in use again, or about to be closed. */
    void keepsNoMore() {
        idle.release();
    }

    void close(Connection connection, CloseMode mode) {
        open.remove(connection);
        connection.close(mode);
    }

    void closeAll() {
        open.forEach(connection -> close(connection, CloseMode.GRACEFUL));
    }

    /**
     * Gives a connection the addresses that were looked up and checked for it, so that no second look-up can return
     * others.
     */
    private static final class CheckedAddresses implements DnsResolver {

        @Override
        public InetAddress[] resolve(String host) {
            return BotCall.CONNECTING.get().addresses();
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
