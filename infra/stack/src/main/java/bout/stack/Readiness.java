package bout.stack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/** Whether a stack answers: its site, and an API request that goes to the table. */
final class Readiness {

    private static final int PATIENCE_MS = 60_000;

    private Readiness() {}

    static void await(URI stack) throws StackNotStarted {
        for (String path : new String[] {"/", "/api/games", "/api/matches?limit=1"}) {
            URI asked = stack.resolve(path);
            try {
                HttpURLConnection connection = (HttpURLConnection) asked.toURL().openConnection();
                connection.setConnectTimeout(PATIENCE_MS);
                connection.setReadTimeout(PATIENCE_MS);
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
