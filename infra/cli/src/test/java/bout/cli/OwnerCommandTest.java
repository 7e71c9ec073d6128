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

/** A stack that behaves like a deployment, and the commands for owners, their keys and invitations. */
@Tag("server")
class OwnerCommandTest {

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
    void an_owner_is_created_works_is_blocked_and_let_in_again() throws Exception {
        Ran created =
                owner("create", "--name", "Gary's bots", "--scope", "play").succeeds();
        assertEquals(1, created.lines().size(), "the token alone is on standard output");
        String token = created.lastLine();
        assertTrue(token.matches("bout_[0-9A-Za-z]{49}"), token);
        assertFalse(created.err().contains(token), created.err());
        assertEquals(202, post(token, HOUSE_BOTS).statusCode());

        String id = created.err().substring(created.err().indexOf("own_")).split("\\s")[0];
        Ran listed = owner("list").succeeds();
        String line = listed.lines().stream()
                .filter(each -> each.startsWith(id))
                .findFirst()
                .orElseThrow();
        assertTrue(line.matches("own_\\S+ +play +created \\S+ +active +Gary's bots"), line);
        assertFalse(listed.out().contains(token.substring(5, 48)), "the list shows a token");

        assertTrue(owner("block", id).succeeds().out().startsWith("The owner 'Gary's bots' is blocked."));
        assertTrue(owner("list").out().lines().anyMatch(each -> each.startsWith(id) && each.contains(" blocked 20")));
        assertTrue(owner("unblock", id).succeeds().out().startsWith("The owner 'Gary's bots' is not blocked."));
        owner("block", "own_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60")
                .fails(1, "answers 404)")
                .says("There is no owner with this id that you can see.");
    }

    @Test
    void an_owner_has_a_key_for_each_machine_and_comes_back_after_losing_all() throws Exception {
        Ran created = owner("create", "--name", "Ada", "--scope", "play").succeeds();
        String first = created.lastLine();
        String recovery = created.err().replaceAll("(?s).*other keys: (\\S+).*", "$1");
        String laptop = key(first, "create", "--name", "Laptop").succeeds().lastLine();
        String link = key(first, "link", "--name", "Team Blue").succeeds().lastLine();
        String ben = Ran.bout("join", link, "--name", "Ben").succeeds().lastLine();
        Ran listed = key(laptop, "list").succeeds();
        assertEquals(4, listed.lines().size(), listed.out());
        assertTrue(listed.out().lines().anyMatch(line -> line.matches("tok_\\w+ +used \\S+ +active +Laptop")));
        assertTrue(listed.out().lines().anyMatch(line -> line.matches("inv_\\w+ +link, 1 of 1 +active +Team Blue")));
        String id = listed.lines().stream()
                .filter(line -> line.endsWith("Laptop"))
                .findFirst()
                .orElseThrow()
                .split(" ")[0];
        assertTrue(key(first, "revoke", id).succeeds().out().startsWith("The key 'Laptop' was revoked at 20"));
        key(first, "revoke", "tok_00000000000000000000000000000000").fails(1, "The owner has no key with this id.");

        String back = Ran.bout("join", stack.address() + "/join.html#" + recovery, "--name", "New laptop")
                .succeeds()
                .lastLine();
        key(back, "revoke", "--others").succeeds();
        assertEquals(
                2,
                key(back, "list")
                                .out()
                                .lines()
                                .filter(line -> line.contains(" active "))
                                .count()
                        + key(back, "list")
                                .out()
                                .lines()
                                .filter(line -> line.endsWith("Ben"))
                                .count());
        assertFalse(ben.equals(back));
        String next = key(back, "recovery", "--code", recovery).succeeds().lastLine();
        key(back, "recovery", "--code", recovery).fails(1, "That is not the present recovery code.");
        Ran.bout("join", stack.address() + "/join.html#" + next, "--name", "Phone")
                .succeeds();
        key(ADMIN_TOKEN, "list").fails(1, "you are 'admin', who has no keys; name an owner with --owner");
    }

    @Test
    void people_are_invited_join_and_are_blocked() throws Exception {
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
        assertTrue(shown.out().lines().anyMatch(line -> line.matches("own_\\S+ +\\S+ +active +Ada")), shown.out());
        assertTrue(
                invite("list").out().lines().anyMatch(line -> line.matches(id + " +2 of 2 +until \\S+ +CS 101")),
                invite("list").out());

        invite("revoke", id, "--block").prints("2 people had joined; they are blocked.");
        assertTrue(invite("show", id).out().lines().anyMatch(line -> line.matches("own_\\S+ +\\S+ +blocked +Ada")));
        Ran.bout("join", link, "--name", "Dan").says("The invitation \"CS 101\" was revoked");
    }

    @Test
    void a_missing_or_too_small_token_is_explained() {
        Ran.bout("owner", "list", "--api", stack.address().toString(), "--token", "")
                .fails(1, "This needs a token with the scope admin")
                .says("Set BOUT_TOKEN to your token, or use --token.");

        String play = owner("create", "--name", "small", "--scope", "play").lastLine();
        Ran small = Ran.bout("owner", "list", "--api", stack.address().toString(), "--token", play)
                .fails(1, "needs the scope admin; your token has the scope play");
        assertFalse(small.err().contains(play), "the token is in the message");
    }

    private static Ran owner(String... arguments) {
        return Ran.api(stack.address(), ADMIN_TOKEN, "owner", arguments);
    }

    private static Ran key(String token, String... arguments) {
        return Ran.api(stack.address(), token, "key", arguments);
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
