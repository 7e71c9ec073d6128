package bout.bench;

import bout.cli.text.CommandFailed;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.nio.support.BasicServerExchangeHandler;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.http2.ssl.H2ServerTlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.ListenerEndpoint;

/**
 * Serves a stack over HTTPS, with HTTP/2 like the CDN, or HTTP/1.1 for browsers that ask for it. Passes on GET requests
 * only. The certificate is its own, so browsers have to be told to ignore that.
 */
final class HttpsFront implements AutoCloseable, AsyncServerRequestHandler<Message<HttpRequest, byte[]>> {

    private static final String PASSWORD = "bench-only";

    /** Those of the browser that decide about the answer, besides the path. */
    private static final List<String> PASSED_ON =
            List.of("Accept", "Accept-Encoding", "Authorization", "If-None-Match");

    /** Those of the stack that concern its own connection. */
    private static final Set<String> OWN =
            Set.of("connection", "content-length", "date", "keep-alive", "transfer-encoding");

    private final URI stack;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpAsyncServer server;
    private final int port;

    private HttpsFront(URI stack, SSLContext keys) throws InterruptedException {
        this.stack = stack;
        server = H2ServerBootstrap.bootstrap()
                .setVersionPolicy(HttpVersionPolicy.NEGOTIATE)
                .setTlsStrategy(new H2ServerTlsStrategy(keys))
                .setRequestRouter((request, context) -> () -> new BasicServerExchangeHandler<>(this))
                .create();
        server.start();
        try {
            ListenerEndpoint endpoint = server.listen(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), URIScheme.HTTPS)
                    .get();
            port = ((InetSocketAddress) endpoint.getAddress()).getPort();
        } catch (ExecutionException noPort) {
            throw new CommandFailed("cannot serve HTTPS: " + noPort.getCause().getMessage(), noPort);
        }
    }

    static HttpsFront before(URI stack) throws IOException, InterruptedException {
        return new HttpsFront(stack, keys());
    }

    String url(String path) {
        return "https://127.0.0.1:" + port + path;
    }

    /** A key that is made for this run by the JDK's keytool: the JDK has no other way to make a certificate. */
    private static SSLContext keys() throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create("bout-bench-keys")) {
            Path file = folder.path().resolve("keys.p12");
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=127.0.0.1",
                            "-keystore",
                            file.toString(),
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD)
                    .redirectErrorStream(true)
                    .start();
            String said = new String(keytool.getInputStream().readAllBytes());
            if (keytool.waitFor() != 0) {
                throw new CommandFailed("keytool failed: " + said);
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, PASSWORD.toCharArray());
            }
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException unusable) {
            throw new CommandFailed("the key cannot be used: " + unusable.getMessage(), unusable);
        }
    }

    @Override
    public AsyncRequestConsumer<Message<HttpRequest, byte[]>> prepare(
            HttpRequest request, EntityDetails entity, HttpContext context) {
        return new BasicRequestConsumer<>(entity == null ? null : new BasicAsyncEntityConsumer());
    }

    @Override
    public void handle(Message<HttpRequest, byte[]> request, ResponseTrigger response, HttpContext context) {
        threads.execute(() -> {
            try {
                response.submitResponse(answer(request.getHead()).build(), context);
            } catch (IOException | HttpException | IllegalStateException gone) {
                // The browser closed the connection or the stream, as it does at the end of a visit.
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private AsyncResponseBuilder answer(HttpRequest request) throws IOException, InterruptedException {
        java.net.http.HttpRequest.Builder asked =
                java.net.http.HttpRequest.newBuilder(stack.resolve(request.getPath()));
        for (String name : PASSED_ON) {
            if (request.containsHeader(name)) {
                asked.header(name, request.getFirstHeader(name).getValue());
            }
        }
        HttpResponse<byte[]> answer = client.send(asked.build(), HttpResponse.BodyHandlers.ofByteArray());
        AsyncResponseBuilder response = AsyncResponseBuilder.create(answer.statusCode());
        answer.headers().map().forEach((name, values) -> {
            if (!OWN.contains(name)) {
                values.forEach(value -> response.addHeader(name, value));
            }
        });
        if (answer.body().length > 0) {
            response.setEntity(new BasicAsyncEntityProducer(answer.body(), null));
        }
        return response;
    }

    @Override
    public void close() {
        server.close(CloseMode.IMMEDIATE);
        threads.shutdownNow();
        client.shutdownNow();
    }
}
