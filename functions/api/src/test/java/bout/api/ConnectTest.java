package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.store.TestAws;
import bout.store.connection.Connections;
import bout.wire.connection.ConnectionTickets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class ConnectTest {

    private static final String CONNECTED = "{\"game\":\"robotag\",\"name\":\"R\",\"connected\":true}";

    private static final TestAws.TestApplication AWS = Gateway.deployed();
    private static final Gateway API = new Gateway(AWS.environment("ApiFunction"));

    private static Answer issued(String name) {
        return API.issue(name, "play");
    }

    private static String register(String token) {
        return API.post(token, "/api/bots", CONNECTED).text("id");
    }

    @Test
    void its_owner_gets_a_ticket_for_a_minute_and_nobody_else_does_not_even_an_admin() {
        Answer owner = issued("owner");
        String bot = register(owner.text("token"));
        String path = "/api/bots/" + bot + "/connect";
        Instant before = Instant.now();
        Answer answer = API.post(owner.text("token"), path, "").is(200);
        assertEquals(AWS.environment("ApiFunction").get("BOUT_LINES"), answer.text("url"));
        ConnectionTickets tickets =
                new Connections(TestAws.aws(AWS.environment()).table(), Clock.systemUTC()).tickets();
        ConnectionTickets.ForBot ticket = (ConnectionTickets.ForBot)
                tickets.read(answer.text("ticket"), Instant.now()).orElseThrow();
        assertEquals(bot, ticket.bot());
        assertEquals(owner.get("owner").get("id").text(), ticket.owner());
        assertEquals("robotag", ticket.game());
        Duration lasts = Duration.between(before, ticket.expires());
        assertTrue(lasts.compareTo(Duration.ofSeconds(60)) >= 0 && lasts.compareTo(Duration.ofSeconds(70)) < 0);

        API.post(Gateway.ADMIN, path, "").isProblem(404, "unknown-bot");
        String another = API.post(owner.text("token"), path, "").text("ticket");
        assertNotEquals(answer.text("ticket"), another, "each opens one line");
        API.post(issued("other").text("token"), path, "").isProblem(404, "unknown-bot");
    }

    /** As the bot itself and the list of its game say. */
    private static void assertOnline(boolean online, String bot) {
        assertEquals(
                online,
                API.call("GET", "/api/bots/" + bot, "", Map.of(), "")
                        .get("online")
                        .bool());
        List<Boolean> listed =
                API.call("GET", "/api/bots", "game=robotag&limit=100", Map.of(), "").get("bots").entries().stream()
                        .filter(each -> each.get("id").text().equals(bot))
                        .map(each -> each.get("online").bool())
                        .toList();
        assertEquals(List.of(online), listed);
    }

    @Test
    void everyone_sees_whether_a_connected_bot_is_online() {
        Answer owner = issued("online");
        String bot = register(owner.text("token"));
        assertOnline(false, bot);
        Connections connections = new Connections(TestAws.aws(AWS.environment()).table(), Clock.systemUTC());
        connections.open(bot, owner.get("owner").get("id").text(), "robotag", "on=");
        assertOnline(true, bot);
        connections.close("on=");
        assertOnline(false, bot);
        Answer published =
                API.post(owner.text("token"), "/api/bots", CONNECTED.replace("connected\":true", "code\":\"() => 1\""));
        assertFalse(published.has("online"), "it always is");
    }

    @Test
    void the_lines_of_an_owners_bots_are_limited_except_an_admins() {
        Map<String, String> environment = new HashMap<>(AWS.environment("ApiFunction"));
        environment.put("BOUT_LINES_PER_OWNER", "2");
        Gateway api = new Gateway(environment);
        Answer owner = issued("many");
        String path = "/api/bots/" + register(owner.text("token")) + "/connect";
        Connections connections = new Connections(TestAws.aws(AWS.environment()).table(), Clock.systemUTC());
        connections.open("bot_1", owner.get("owner").get("id").text(), "robotag", "a=");
        api.post(owner.text("token"), path, "").is(200);
        connections.open("bot_2", owner.get("owner").get("id").text(), "robotag", "b=");
        api.post(owner.text("token"), path, "").isProblem(429, "too-many-connections");
        String adminsOwn = "/api/bots/" + register(Gateway.ADMIN) + "/connect";
        connections.open("bot_3", "admin", "robotag", "c=");
        connections.open("bot_4", "admin", "robotag", "d=");
        api.post(Gateway.ADMIN, adminsOwn, "").is(200);
        connections.close("a=");
        api.post(owner.text("token"), path, "").is(200);
    }

    @Test
    void an_owner_gets_a_few_tickets_a_minute() {
        Answer owner = issued("hasty");
        String path = "/api/bots/" + register(owner.text("token")) + "/connect";
        int got = 0;
        Answer answer = API.post(owner.text("token"), path, "");
        // A minute may begin meanwhile, so twice as many are needed to be sure.
        for (; answer.status() == 200 && got < 100; got++) {
            answer = API.post(owner.text("token"), path, "");
        }
        answer.isProblem(429, "too-many-requests");
        int seconds = Integer.parseInt(answer.headers().get("Retry-After"));
        assertTrue(seconds >= 1 && seconds <= 60, answer.toString());
        assertTrue(got >= 30, "after " + got);
        Answer other = issued("calm");
        API.post(other.text("token"), "/api/bots/" + register(other.text("token")) + "/connect", "")
                .is(200);
    }
}
