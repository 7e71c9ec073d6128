package bout.stack.function;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class RuntimeApiTest {

    @Test
    void a_page_in_a_browser_takes_no_invocation_from_the_process() throws Exception {
        try (RuntimeApi api = new RuntimeApi("Work")) {
            api.invoke("{}".getBytes(StandardCharsets.UTF_8), Duration.ofSeconds(1), Lineage.NONE);
            String own = "Host: " + api.hostAndPort();
            for (String foreign : new String[] {
                own + "\r\nOrigin: https://evil.example", own + "\r\nSec-Fetch-Site: cross-site", "Host: evil.example"
            }) {
                String refused = next(api, foreign);
                assertTrue(refused.startsWith("HTTP/1.1 403 "), refused);
            }
            String taken = next(api, own);
            assertTrue(taken.startsWith("HTTP/1.1 200 ") && taken.endsWith("{}"), taken);
        }
    }

    private static String next(RuntimeApi api, String headers) throws IOException {
        String[] address = api.hostAndPort().split(":");
        try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
            socket.getOutputStream()
                    .write(("GET /2018-06-01/runtime/invocation/next HTTP/1.1\r\n" + headers
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
