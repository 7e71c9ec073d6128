package bout.stack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/** Waits until a stack answers: its site, and an API request that reads the table. */
final class Readiness {

    private static final int TIMEOUT_MS = 60_000;

    private Readiness() {}

    static void await(URI stack) throws StackNotStarted {
        for (String path : new String[] {"/", "/api/games", "/api/matches?limit=1"}) {
            URI address = stack.resolve(path);
            try {
                HttpURLConnection connection =
                        (HttpURLConnection) address.toURL().openConnection();
                connection.setConnectTimeout(TIMEOUT_MS);
                connection.setReadTimeout(TIMEOUT_MS);
                int status = connection.getResponseCode();
                if (status != 200) {
                    throw new StackNotStarted("the stack answers GET " + path + " with status " + status);
                }
                connection.getInputStream().readAllBytes();
            } catch (IOException failed) {
                throw new StackNotStarted(
                        "the stack does not answer GET " + path + ": " + FileProblem.text(failed), failed);
            }
        }
    }
}
