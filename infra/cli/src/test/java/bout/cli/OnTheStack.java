package bout.cli;

import bout.cli.api.ApiClient;
import bout.engine.Game;
import bout.engine.Plain;
import bout.games.Games;
import bout.stack.Stack;
import bout.standings.matchmaking.MatchmakerHandler;
import bout.store.Aws;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.BotRecord.Verification;
import bout.store.bot.Bots;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;

/** What tests wait for on a stack, and what they do not leave to its clock. */
public final class OnTheStack {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private OnTheStack() {}

    public static Plain await(Supplier<Optional<Plain>> wanted) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(end)) {
            Optional<Plain> found = wanted.get();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(50);
        }
        throw new AssertionError("not within " + PATIENCE);
    }

    /** Starts a match of up to so many turns, and waits for its end. */
    public static Plain played(ApiClient api, int turns, Map<String, String> first, Map<String, String> second)
            throws InterruptedException {
        Map<String, Object> wanted =
                Map.of("game", "ajax-tiles", "players", List.of(first, second), "options", Map.of("maxTurns", turns));
        String path = "/api/matches/" + api.post("/api/matches", wanted).text("id");
        return await(() -> Optional.of(api.get(path))
                .filter(match -> !List.of("queued", "running").contains(match.text("status"))));
    }

    /** Registers a bot at a URL, as if a check had seen that it is its owner's. */
    static String verified(Stack stack, String game, String name, String url) {
        try (ApiClient api = new ApiClient(stack.address(), null)) {
            String id = api.post("/api/bots", Map.of("game", game, "name", name, "url", url))
                    .text("id");
            Bots bots = new Bots(stack.aws().table(), Clock.systemUTC());
            BotRecord record = bots.find(id).orElseThrow();
            BotCheck check = BotCheck.asked(UUID.randomUUID().toString(), Instant.now());
            bots.ask(id, check);
            bots.finish(record, check.finished(Instant.now(), List.of()), Verification.seen(Instant.now()));
            return id;
        }
    }

    /**
     * Starts the ladder matches of these games that are due in a minute, which it returns.
     *
     * @param pairs how many pairs of matches each bot gets
     */
    static Instant startLadderMatches(Stack stack, int pairs, List<String> games) {
        Map<String, String> environment = new HashMap<>(stack.environment());
        environment.put("BOUT_LADDER_MATCHES_PER_BOT_AND_HOUR", Integer.toString(pairs * 2 * 60));
        Instant minute = Instant.now().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofMinutes(1));
        ScheduledEvent event = new ScheduledEvent();
        event.setTime(new DateTime(minute.toEpochMilli(), DateTimeZone.UTC));
        List<Game<?>> played = Games.ALL.stream()
                .filter(game -> games.contains(game.card().id()))
                .toList();
        new MatchmakerHandler(new Aws(environment, stack.clients()), played).handleRequest(event, null);
        return minute;
    }
}
