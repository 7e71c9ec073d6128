package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.bot.BotRecord;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class FirstMatchesTest {

    private final TestApplication application = TestAws.application();
    private final Backend backend = new Backend(application.environment());
    private final Gateway api = new Gateway(application);

    private String registered(String game, String program) {
        return api.post(null, "/api/bots", "{\"game\":\"" + game + "\",\"name\":\"New\"," + program + "}")
                .text("id");
    }

    @Test
    void they_are_requested_for_a_public_bot_when_it_is_published_or_connects_while_it_is_new() {
        registered("tokens", "\"code\":\"() => 1\",\"visibility\":\"private\"");
        registered("tokens", "\"code\":\"() => 1\",\"active\":false");
        registered("tokens", "\"url\":\"https://bot.example/\"");
        registered("tokens", "\"connected\":true");
        String old = registered("ajax-tiles", "\"connected\":true");
        BotRecord known = backend.bots.find(old).orElseThrow();
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(11));
        new FirstMatches(backend.aws.updateQueue(Clock.systemUTC()), later).of(known);

        String connected = registered("ice-and-fire", "\"connected\":true");
        api.post(null, "/api/bots/" + connected + "/connect", "");
        registered("robotag", "\"code\":\"() => 1\"");
        assertEquals(
                Set.of("new-bots#ice-and-fire", "new-bots#robotag"),
                Set.copyOf(backend.queues.takeAll("BOUT_UPDATES_QUEUE")));
    }
}
