package bout.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.store.journal.StandingsFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class PrimingTest {

    @Test
    void priming_is_one_call_to_each_service_and_changes_nothing() {
        Wire wire = new Wire();
        Aws aws = TestAws.aws(TestCloud.freshEnvironment(), wire);
        prime(aws.matches(Clock.systemUTC())::prime, new StandingsFiles(aws.bucket())::prime, aws.matchQueue()::prime);
        assertEquals(List.of("GetItem", "GetObject", "SendMessageBatch"), wire.operations());
        assertEquals(0, wire.writeUnits());
    }

    @Test
    void a_step_that_fails_stops_neither_the_others_nor_the_deployment() {
        List<String> done = new ArrayList<>();
        Primed function = new Primed() {
            {
                prime(
                        () -> done.add("first"),
                        () -> {
                            throw new UncheckedIOException(new IOException("no loopback"));
                        },
                        () -> {
                            throw new UnsatisfiedLinkError("no fonts");
                        },
                        () -> done.add("last"));
            }
        };
        function.beforeCheckpoint(null);
        assertEquals(List.of("first", "last"), done);
    }

    @Test
    void a_cloud_that_cannot_be_reached_does_not_keep_a_snapshot_from_being_taken() {
        Wire wire = new Wire();
        Map<String, String> environment = new HashMap<>(TestCloud.freshEnvironment());
        environment.merge("BOUT_MATCHES_QUEUE", "-that-is-not-there", String::concat);
        prime(TestAws.aws(environment, wire).matchQueue()::prime);
        assertEquals(List.of("SendMessageBatch"), wire.operations());
    }

    private static void prime(Runnable... calls) {
        Primed function = new Primed() {};
        function.prime(calls);
        function.beforeCheckpoint(null);
    }
}
