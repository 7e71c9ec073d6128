package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.stack.Stack;
import bout.stack.StackOptions;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stack that behaves like a deployment, and the commands that give and revoke its tokens. */
@Tag("server")
class TokenCommandTest {

    private static final String ADMIN_TOKEN = "an-admin-token-that-nobody-guesses";
    private static final String HOUSE_BOTS =
            "{\"game\":\"ajax-tiles\",\"players\":[{\"house\":\"expand\"},{\"house\":\"random\"}]}";

    @AutoClose
    private static Stack stack;

    @AutoClose
    private static HttpClient http;

    @BeforeAll
    static void start() throws Exception {
        stack = Stack.start(StackOptions.ofThisRepository().strict(ADMIN_TOKEN));
        http = HttpClient.newHttpClient();
    }

    @Test
    void a_token_is_created_works_and_is_revoked() throws Exception {
        Ran created = bout("create", "--name", "Gary's bots", "--scope", "play").succeeds();
        assertEquals(1, created.lines().size(), "the token alone is on standard output");
        String token = created.lastLine();
        assertTrue(token.matches("bout_[0-9A-Za-z]{49}"), token);
        assertFalse(created.err().contains(token), created.err());
        assertEquals(202, post(token, HOUSE_BOTS).statusCode());

        String id = created.err().substring(created.err().indexOf("tok_")).split("\\s")[0];
        Ran listed = bout("list").succeeds();
        String line = listed.lines().stream()
                .filter(each -> each.startsWith(id))
                .findFirst()
                .orElseThrow();
        assertTrue(line.matches("tok_\\w+ +play +created \\S+ +active +Gary's bots"), line);
        assertFalse(listed.out().contains(token.substring(5, 48)), "the list shows a token");

        Ran revoked = bout("revoke", id).succeeds();
        assertTrue(revoked.out().contains("'Gary's bots' was revoked at 20"), revoked.out());
        assertTrue(bout("list").out().lines().anyMatch(each -> each.startsWith(id) && each.contains(" revoked 20")));
        Ran unknown = bout("revoke", "tok_00000000000000000000000000000000").fails(1, "answers 404)");
        assertTrue(unknown.err().contains("No token has this id."), unknown.err());
    }

    @Test
    void people_are_invited_join_and_are_revoked() throws Exception {
        Ran created = invite("create", "--uses", "2", "--days", "7", "--name", "CS 101", "--matches-per-day", "1")
                .succeeds();
        assertEquals(1, created.lines().size(), "the link alone is on standard output");
        String link = created.lastLine();
        assertTrue(link.startsWith(stack.address() + "/join.html#"), link);
        String secret = link.substring(link.indexOf('#') + 1);
        assertFalse(created.err().contains(secret), created.err());
        String id = created.err().substring(created.err().indexOf("inv_")).split("\\s")[0];

        Ran joined = Ran.bout("join", link, "--name", "Ada").succeeds();
        String token = joined.lastLine();
        assertTrue(token.matches("bout_[0-9A-Za-z]{49}"), token);
        assertTrue(joined.err().startsWith("Welcome, Ada."), joined.err());
        assertFalse(joined.err().contains(token), joined.err());
        assertEquals(202, post(token, HOUSE_BOTS).statusCode());
        assertEquals(429, post(token, HOUSE_BOTS).statusCode(), "the quota of the invitation");
        Ran.bout("join", link, "--name", "Ben").succeeds();
        Ran.bout("join", link, "--name", "Cid").fails(1, "The invitation \"CS 101\" has been used 2 times");

        Ran shown = invite("show", id);
        assertTrue(shown.out().startsWith("CS 101: 2 of 2 joined, until 20"), shown.out());
        assertTrue(shown.out().lines().anyMatch(line -> line.matches("tok_\\w+ +\\S+ +active +Ada")), shown.out());
        assertTrue(
                invite("list").out().lines().anyMatch(line -> line.matches(id + " +2 of 2 +until \\S+ +CS 101")),
                invite("list").out());

        Ran revoked = invite("revoke", id, "--tokens");
        assertTrue(revoked.out().contains("2 people had joined; their tokens are revoked."), revoked.out());
        assertTrue(invite("show", id).out().lines().anyMatch(line -> line.matches("tok_\\w+ +\\S+ +revoked +Ada")));
        Ran late = Ran.bout("join", link, "--name", "Dan");
        assertTrue(late.err().contains("The invitation \"CS 101\" was revoked"), late.err());
    }

    @Test
    void a_missing_or_too_small_token_is_explained() {
        Ran none = Ran.bout("token", "list", "--api", stack.address().toString(), "--token", "")
                .fails(1, "This needs a token with the scope admin");
        assertTrue(none.err().contains("Set BOUT_TOKEN to your token, or use --token."), none.err());

        String play = bout("create", "--name", "small", "--scope", "play").lastLine();
        Ran small = Ran.bout("token", "list", "--api", stack.address().toString(), "--token", play)
                .fails(1, "needs the scope admin; your token has the scope play");
        assertFalse(small.err().contains(play), "the token is in the message");
    }

    private static Ran bout(String... arguments) {
        return Ran.api(stack.address(), ADMIN_TOKEN, "token", arguments);
    }

    private static Ran invite(String... arguments) {
        return Ran.api(stack.address(), ADMIN_TOKEN, "invite", arguments);
    }

    private static HttpResponse<String> post(String token, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(stack.address().resolve("/api/matches"))
                        .POST(BodyPublishers.ofString(body))
                        .header("Content-Type", "application/json")
                        .header("Authorization", "Bearer " + token)
                        .build(),
                BodyHandlers.ofString());
    }
}
