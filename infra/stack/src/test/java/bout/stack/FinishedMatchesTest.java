package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bout.games.Games;
import bout.store.id.MatchIds;
import bout.store.match.GameSettings;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchOutcome;
import bout.store.match.MatchProgress;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.table.Listing;
import bout.store.table.PageRequest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FinishedMatchesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final MatchIds ids = new MatchIds(Clock.systemUTC(), new SecureRandom());
    private final String a = ids.next();
    private final String b = ids.next();
    private final String c = ids.next();
    private final Listed matches = new Listed();
    private final BlockingQueue<String> reported = new LinkedBlockingQueue<>();
    private final FinishedMatches watch =
            new FinishedMatches(matches::find, matches::list, match -> reported.add(match.id()));

    @BeforeEach
    void start() {
        watch.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        watch.stop(TIMEOUT);
    }

    @Test
    void a_match_is_reported_while_others_of_its_batch_go_on() throws Exception {
        watch.taken(List.of(a, b));
        matches.end(a, Status.FINISHED);
        assertEquals(a, next());
    }

    @Test
    void a_match_that_the_runner_received_by_itself_is_reported_after_those_of_its_batch() throws Exception {
        watch.taken(List.of(a));
        matches.end(a, Status.FINISHED);
        assertEquals(a, next());
        matches.end(b, Status.FINISHED);
        assertEquals(b, next());
        matches.end(c, Status.FAILED);
        assertEquals(c, next());
    }

    @Test
    void matches_that_the_runner_received_by_itself_are_reported_when_its_batch_is_done() throws Exception {
        watch.taken(List.of(a));
        matches.end(a, Status.FINISHED);
        matches.end(b, Status.FINISHED);
        watch.done(List.of(a));
        assertEquals(Set.of(a, b), Set.of(next(), next()));
    }

    @Test
    void more_matches_than_a_page_holds_are_all_reported_once() throws Exception {
        int many = 3 * PageRequest.MAX_LIMIT + 1;
        Set<String> ended = new HashSet<>(Set.of(a));
        watch.taken(List.of(a));
        for (int i = 0; i < many; i++) {
            String id = ids.next();
            ended.add(id);
            matches.end(id, Status.FINISHED);
        }
        matches.end(a, Status.FINISHED);
        watch.done(List.of(a));
        Set<String> seen = new HashSet<>();
        while (seen.size() < ended.size()) {
            seen.add(next());
        }
        assertEquals(ended, seen);
        watch.stop(TIMEOUT);
        assertNull(reported.poll(), "reported twice");
    }

    private String next() throws InterruptedException {
        return reported.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Matches that the test ends. */
    private static final class Listed {

        private final Map<String, MatchRecord> ended = new ConcurrentSkipListMap<>(Comparator.reverseOrder());

        void end(String id, Status status) {
            PlayerRecord player = PlayerRecord.house("Ada", "random");
            Instant now = Instant.now();
            ended.put(
                    id,
                    new MatchRecord(
                            id,
                            new MatchSettings(
                                    GameSettings.of(Games.ALL.getFirst().card().id())
                                            .withTimeLimit(1000),
                                    List.of(player, player),
                                    "7"),
                            MatchOrigin.UNKNOWN,
                            now,
                            new MatchProgress(status, 0, now),
                            new MatchOutcome(null, List.of(), 0, List.of(), null, now.plusMillis(1), null)));
        }

        List<MatchRecord> find(List<String> ids) {
            return ids.stream().filter(ended::containsKey).map(ended::get).toList();
        }

        Listing<MatchRecord> list(PageRequest<Status> query) {
            List<MatchRecord> found = new ArrayList<>(ended.values());
            found.removeIf(match -> match.status() != query.filter()
                    || query.cursor() != null && match.id().compareTo(query.cursor()) >= 0);
            List<MatchRecord> page = found.stream().limit(query.limit()).toList();
            return new Listing.Page<>(
                    page, page.size() < found.size() ? page.getLast().id() : null);
        }
    }
}
