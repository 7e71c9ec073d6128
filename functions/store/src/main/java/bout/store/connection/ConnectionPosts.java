package bout.store.connection;

import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;

/**
 * Sends messages to connections, and closes them: signed requests to API Gateway, as its management client would make
 * them. Safe for use by many threads.
 *
 * @param api the stage's address, such as {@code https://a1b2.execute-api.eu-central-1.amazonaws.com/live}
 */
public record ConnectionPosts(SdkHttpClient http, Supplier<AwsCredentials> credentials, String region, URI api) {

    private static final int NO_ANSWER = 0;
    private static final int OK = 200;
    private static final int REDIRECTED = 300;
    private static final int GONE = 410;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;

    private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();

    public enum Sent {
        /** API Gateway has it. Whether it arrives is another question: a connection may have broken unnoticed. */
        SENT,
        GONE,
        /** API Gateway did not take it now: too many requests, an error of its own, or no answer. */
        NOT_TAKEN
    }

    /** Makes one request, to no connection: the first one in a process takes longest. */
    public void prime() {
        status(SdkHttpMethod.POST, "priming", "{}");
    }

    /** @throws IllegalStateException when API Gateway refuses it for another reason than its load: a bug of ours */
    public Sent send(String connection, ConnectionMessage message) {
        for (String text : ConnectionText.write(message)) {
            Sent sent = send(connection, text);
            if (sent != Sent.SENT) {
                return sent;
            }
        }
        return Sent.SENT;
    }

    public Sent send(String connection, String text) {
        int status = status(SdkHttpMethod.POST, connection, text);
        if (status >= OK && status < REDIRECTED) {
            return Sent.SENT;
        }
        if (status == GONE) {
            return Sent.GONE;
        }
        if (status == NO_ANSWER || status == TOO_MANY || status >= SERVER_ERROR) {
            return Sent.NOT_TAKEN;
        }
        throw new IllegalStateException("API Gateway answers " + status + " to a message for a connection");
    }

    /** Closes a connection. It may be closed already. */
    public void close(String connection) {
        status(SdkHttpMethod.DELETE, connection, null);
    }

    /** The status of the answer, or {@link #NO_ANSWER}. */
    private int status(SdkHttpMethod method, String connection, String text) {
        SdkHttpRequest.Builder request = SdkHttpRequest.builder()
                .method(method)
                .uri(api)
                .encodedPath(api.getPath() + "/@connections/" + URLEncoder.encode(connection, StandardCharsets.UTF_8));
        if (text != null) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            request.putHeader("Content-Type", "text/plain; charset=UTF-8")
                    .putHeader("Content-Length", String.valueOf(bytes.length));
        }
        SignedRequest signed = SIGNER.sign(sign -> sign.identity(credentials.get())
                .request(request.build())
                .payload(text == null ? null : ContentStreamProvider.fromUtf8String(text))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "execute-api")
                .putProperty(AwsV4HttpSigner.REGION_NAME, region));
        HttpExecuteRequest execute = HttpExecuteRequest.builder()
                .request(signed.request())
                .contentStreamProvider(signed.payload().orElse(null))
                .build();
        try {
            HttpExecuteResponse answer = http.prepareRequest(execute).call();
            Optional<? extends InputStream> body = answer.responseBody();
            if (body.isPresent()) {
                // To its end, or the connection could not be used again.
                try (InputStream rest = body.get()) {
                    rest.readAllBytes();
                }
            }
            return answer.httpResponse().statusCode();
        } catch (IOException unreachable) {
            return NO_ANSWER;
        }
    }
}
