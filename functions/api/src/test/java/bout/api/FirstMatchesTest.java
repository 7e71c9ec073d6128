package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.store.Aws;
import bout.store.TestAws;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

@Tag("aws")
class FirstMatchesTest {

    private static final int LONG_POLL_S = 5;

    private final TestAws.TestApplication cloud = TestAws.application();
    private final Aws aws = TestAws.aws(cloud.environment());
    private final Gateway api = new Gateway(cloud.environment("ApiFunction"));

    private String registered(String game, String program) {
        return api.call(
                        "POST",
                        "/api/bots",
                        "",
                        Map.of("content-type", "application/json"),
                        "{\"game\":\"" + game + "\",\"name\":\"New\"," + program + "}")
                .text("id");
    }

    private Set<String> requested(int count) {
        Set<String> requested = new TreeSet<>();
        try (SqsClient sqs = aws.sqs()) {
            for (int poll = 0; poll < 10 && requested.size() < count; poll++) {
                for (Message message : sqs.receiveMessage(
                                receive -> receive.queueUrl(cloud.environment().get("BOUT_UPDATES_QUEUE"))
                                        .maxNumberOfMessages(10)
                                        .waitTimeSeconds(LONG_POLL_S))
                        .messages()) {
                    requested.add(message.body());
                }
            }
        }
        return requested;
    }

    @Test
    void they_are_requested_for_a_public_bot_when_it_is_published_or_connects_while_it_is_new() {
        registered("tokens", "\"code\":\"() => 1\",\"visibility\":\"private\"");
        registered("tokens", "\"code\":\"() => 1\",\"active\":false");
        registered("tokens", "\"url\":\"https://bot.example/\"");
        registered("tokens", "\"connected\":true");
        String old = registered("ajax-tiles", "\"connected\":true");
        BotRecord known = new Bots(aws.table(), Clock.systemUTC()).find(old).orElseThrow();
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(11));
        new FirstMatches(aws.updateQueue(Clock.systemUTC()), later).of(known);

        String connected = registered("ice-and-fire", "\"connected\":true");
        api.call("POST", "/api/bots/" + connected + "/connect", "", Map.of(), "");
        registered("robotag", "\"code\":\"() => 1\"");
        assertEquals(Set.of("new-bots#ice-and-fire", "new-bots#robotag"), requested(2));
    }
}
