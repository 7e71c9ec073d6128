package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.api.Gateway.Person;
import bout.store.TestAws;
import bout.store.connection.Connections;
import bout.wire.connection.ConnectionTickets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class ConnectTest {

    private static final String CONNECTED = "{\"game\":\"robotag\",\"name\":\"R\",\"connected\":true}";

    private static final TestAws.TestApplication AWS = Gateway.deployed();
    private static final Gateway API = new Gateway(AWS);

    private static final Connections CONNECTIONS =
            new Connections(TestAws.aws(AWS.environment()).table(), Clock.systemUTC());

    private static String register(String token) {
        return API.post(token, "/api/bots", CONNECTED).text("id");
    }

    @Test
    void its_owner_gets_a_ticket_for_a_minute_and_nobody_else_does_not_even_an_admin() {
        Person owner = API.person("owner");
        String bot = register(owner.token());
        String path = "/api/bots/" + bot + "/connect";
        Instant before = Instant.now();
        Answer answer = API.post(owner.token(), path, "").is(200);
        assertEquals(AWS.environment("ApiFunction").get("BOUT_LINES"), answer.text("url"));
        ConnectionTickets.ForBot ticket = (ConnectionTickets.ForBot)
                CONNECTIONS.tickets().read(answer.text("ticket"), Instant.now()).orElseThrow();
        assertEquals(bot, ticket.bot());
        assertEquals(owner.id(), ticket.owner());
        assertEquals("robotag", ticket.game());
        Duration lasts = Duration.between(before, ticket.expires());
        assertTrue(lasts.compareTo(Duration.ofSeconds(60)) >= 0 && lasts.compareTo(Duration.ofSeconds(70)) < 0);

        API.post(Gateway.ADMIN, path, "").isProblem(404, "unknown-bot");
        String another = API.post(owner.token(), path, "").text("ticket");
        assertNotEquals(answer.text("ticket"), another, "each opens one line");
        API.post(API.person("other").token(), path, "").isProblem(404, "unknown-bot");
    }

    /** As the bot itself and the list of its game say. */
    private static void assertOnline(boolean online, String bot) {
        assertEquals(online, API.get("/api/bots/" + bot).get("online").bool());
        List<Boolean> listed = API.get("/api/bots?game=robotag&limit=100").get("bots").entries().stream()
                .filter(each -> each.text("id").equals(bot))
                .map(each -> each.get("online").bool())
                .toList();
        assertEquals(List.of(online), listed);
    }

    @Test
    void everyone_sees_whether_a_connected_bot_is_online() {
        Person owner = API.person("online");
        String bot = register(owner.token());
        assertOnline(false, bot);
        CONNECTIONS.open(bot, owner.id(), null, "robotag", "on=");
        assertOnline(true, bot);
        CONNECTIONS.close("on=");
        assertOnline(false, bot);
        Answer published =
                API.post(owner.token(), "/api/bots", CONNECTED.replace("connected\":true", "code\":\"() => 1\""));
        assertFalse(published.has("online"), "it always is");
    }

    @Test
    void the_lines_of_an_owners_bots_are_limited_except_an_admins() {
        Person owner = API.person("many");
        String path = "/api/bots/" + register(owner.token()) + "/connect";
        for (int i = 1; i < ConnectEndpoint.LINES_OF_OWNER; i++) {
            CONNECTIONS.open("bot_" + i, owner.id(), null, "robotag", i + "=");
        }
        API.post(owner.token(), path, "").is(200);
        CONNECTIONS.open("bot_0", owner.id(), null, "robotag", "b=");
        API.post(owner.token(), path, "").isProblem(429, "too-many-connections");
        String adminsOwn = "/api/bots/" + register(Gateway.ADMIN) + "/connect";
        for (int i = 0; i < ConnectEndpoint.LINES_OF_OWNER; i++) {
            CONNECTIONS.open("bot_a" + i, "admin", null, "robotag", "a" + i + "=");
        }
        API.post(Gateway.ADMIN, adminsOwn, "").is(200);
        CONNECTIONS.close("b=");
        API.post(owner.token(), path, "").is(200);
    }

    @Test
    void an_owner_gets_a_few_tickets_a_minute() {
        Person owner = API.person("hasty");
        String path = "/api/bots/" + register(owner.token()) + "/connect";
        int got = 0;
        Answer answer = API.post(owner.token(), path, "");
        // A minute may begin meanwhile, so twice as many are needed to be sure.
        for (; answer.status() == 200 && got < 100; got++) {
            answer = API.post(owner.token(), path, "");
        }
        answer.isProblem(429, "too-many-requests");
        int seconds = Integer.parseInt(answer.headers().get("Retry-After"));
        assertTrue(seconds >= 1 && seconds <= 60, answer.toString());
        assertTrue(got >= 30, "after " + got);
        Person other = API.person("calm");
        API.post(other.token(), "/api/bots/" + register(other.token()) + "/connect", "")
                .is(200);
    }
}
