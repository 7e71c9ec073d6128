package bout.botclient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.BotUrl;
import bout.engine.Failure;
import bout.engine.Failure.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.stream.IntStream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallFailedTest {

    private static void assertRedirect(String where, String location, BotUrl url) {
        assertEquals(
                new Failure(
                        Kind.REDIRECT,
                        "Answered with redirect 301 " + where
                                + "; Bout does not follow redirects, so use the final URL."),
                CallFailed.redirect(301, location, url));
    }

    @ParameterizedTest
    @CsvSource({
        ", without a Location header",
        "http://[, with an invalid Location",
        "https://my_bot.example/bot, to https on the same host",
        "https://MY_BOT.example:8443/bot, to https on the same host",
        "HTTP://my_bot.example/bot/, to the same path with a trailing slash",
        "/bot/, to the same path with a trailing slash",
        "' /bot/ ', to the same path with a trailing slash",
        "/login, 'to another path, query or port of the same host'",
        "?key=2, 'to another path, query or port of the same host'",
        "http://my_bot.example:81/bot, 'to another path, query or port of the same host'",
        "https://elsewhere.example/bot, to another host",
        "mailto:bot@my_bot.example, to another host",
    })
    void a_redirect_is_described_by_how_it_differs_from_the_bots_url(String location, String where) {
        assertRedirect(where, location, new BotUrl("http", "my_bot.example", 80, "/bot?key=1"));
    }

    @Test
    void the_port_of_an_address_is_not_part_of_it() {
        BotUrl url = new BotUrl("http", "2001:db8::1", 8080, "/bot");
        assertRedirect("to the same path with a trailing slash", "/bot/", url);
        assertRedirect("to another path, query or port of the same host", "http://[2001:db8::1]/bot", url);
        assertRedirect("to another host", "http://[2001:db8::2]:8080/bot", url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/b[o]t", "/b%zzt", "/?a=[b]", "/a?%"})
    void a_redirect_from_an_unusual_url_is_reported(String target) {
        BotUrl url = new BotUrl("http", "bot.example", 80, target);
        assertRedirect("to another path, query or port of the same host", "/c", url);
        assertRedirect("to another path, query or port of the same host", "/", url);
    }

    @Test
    void some_statuses_are_redirects() {
        assertEquals(
                List.of(301, 302, 303, 307, 308),
                IntStream.range(100, 600).filter(CallFailed::isRedirect).boxed().toList());
    }

    @Test
    void a_host_that_refuses_is_told_from_one_that_cannot_be_reached() {
        assertEquals(
                Kind.REFUSED,
                CallFailed.noConnection(new ConnectException("Connection refused"))
                        .kind());
        for (Exception broken : List.of(
                new ConnectException("Connection timed out"), new ConnectException(), new IOException("refused"))) {
            assertEquals(Kind.UNREACHABLE, CallFailed.noConnection(broken).kind(), broken.toString());
        }
    }

    private static void assertNoTls(String reason, Exception broken) {
        Failure failure = CallFailed.noTls(broken);
        assertEquals(Kind.TLS, failure.kind());
        assertTrue(failure.text().startsWith("No TLS connection: " + reason), failure.text());
    }

    private static Exception causedBy(Exception cause) {
        return new SSLHandshakeException("PKIX path validation failed", new IOException(cause));
    }

    @Test
    void why_there_is_no_tls_is_explained() {
        assertNoTls("the certificate has expired", causedBy(new CertificateExpiredException()));
        assertNoTls("the certificate is not valid yet", causedBy(new CertificateNotYetValidException()));
        assertNoTls("the certificate is self-signed", new SSLHandshakeException("PKIX path building failed"));
        assertNoTls("the certificate is for another", new SSLPeerUnverifiedException("bot.example"));
        assertNoTls("the certificate is for another", new SSLHandshakeException("No subject alternative names"));
        assertNoTls("the host did not answer with TLS", new SSLException("Unsupported or unrecognized SSL message"));
        assertNoTls("the handshake failed", new SSLHandshakeException("handshake_failure"));
        assertNoTls("the host closed", new SSLHandshakeException("Remote host terminated the handshake"));
        assertNoTls("the host closed", new EOFException());
    }
}
