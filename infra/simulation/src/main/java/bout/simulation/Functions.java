package bout.simulation;

import bout.cloud.Invocation;
import bout.cloud.template.Application;
import bout.engine.Game;
import bout.games.Games;
import bout.runner.MatchPlayers;
import bout.runner.RunnerHandler;
import bout.runner.SweeperHandler;
import bout.sandbox.Sandbox;
import bout.simulation.Scheduler.Actor;
import bout.simulation.Scheduler.Process;
import bout.standings.journal.JournalHandler;
import bout.standings.matchmaking.MatchmakerHandler;
import bout.standings.update.StandingsHandler;
import bout.store.Aws;
import bout.store.Clients;
import bout.store.queue.Inbox;
import bout.telemetry.Machine;
import bout.webhooks.WebhooksHandler;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.joda.time.DateTime;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * The functions that ship, as Lambda runs them: an invocation for a batch of messages or for each minute, in a process
 * that serves the next invocation unless it is killed. Messages that an invocation does not report as handled come
 * again.
 */
final class Functions {

    /** Between runs of the functions that run each minute, once only work that takes hours is left. */
    static final Duration RARELY = Duration.ofHours(4);

    /** Of the ladder, and of what counts for none. */
    private static final List<Game<?>> GAMES = Stream.of(
                    Games.byId(Callers.GAME).orElseThrow(), Callers.LARGEST)
            .distinct()
            .toList();

    private final Scheduler scheduler;
    private final Network network;
    private final Application application;
    private final Clients clients;
    private final Bug bug;

    Functions(Scheduler scheduler, Network network, Application application, Clients clients, Bug bug) {
        this.scheduler = scheduler;
        this.network = network;
        this.application = application;
        this.clients = clients;
        this.bug = bug;
    }

    /** @param standings whether results reach published standings */
    void start(boolean standings) {
        for (int i = 1; i <= 3; i++) {
            onMessages(
                    "runner " + i,
                    "MatchesQueue",
                    aws -> new RunnerHandler(aws, new MatchPlayers(aws, Outside.BOTS, Sandbox.ofThisProcess())),
                    RunnerHandler.class);
        }
        for (int i = 1; i <= 2; i++) {
            onMessages("journal " + i, "ResultsQueue", JournalHandler::new, JournalHandler.class);
            onMessages(
                    "webhooks " + i,
                    "WebhooksQueue",
                    aws -> new WebhooksHandler(aws, Outside.BOTS),
                    WebhooksHandler.class);
        }
        if (standings) {
            onMessages("standings", "UpdatesQueue", StandingsHandler::new, StandingsHandler.class);
            everyMinute("matchmaker", aws -> new MatchmakerHandler(aws, GAMES), MatchmakerHandler.class);
        }
        everyMinute("sweeper", aws -> new SweeperHandler(aws, Machine.systemClock(), GAMES), SweeperHandler.class);
    }

    /** Where one invocation at a time of a function runs. */
    private final class Place<I, O> {

        private final String name;
        private final Function<Aws, ? extends RequestHandler<I, O>> maker;
        private final Aws aws;
        private RequestHandler<I, O> handler;
        private Process process;
        private int lives;

        private Place(String name, Function<Aws, ? extends RequestHandler<I, O>> maker, Class<?> handler) {
            this.name = name;
            this.maker = maker;
            Map<String, String> environment =
                    new HashMap<>(application.function(handler.getName()).environment());
            // Its matches would be of the usual length: it only has standings updated.
            environment.put("BOUT_LADDER_MATCHES_PER_BOT_AND_HOUR", "0");
            this.aws = new Aws(environment, clients);
        }

        /** @return {@code null} if the invocation fails or its process dies */
        O invoke(Actor caller, I event, Duration time) {
            if (process == null || process.killed) {
                process = scheduler.new Process(name + "." + ++lives, network.skew(), true, true);
                handler = null;
            }
            AtomicReference<O> answer = new AtomicReference<>();
            caller.join(process.start(self -> answer.set(handle(self, event, time))));
            return answer.get();
        }

        private O handle(Actor self, I event, Duration time) {
            try {
                if (handler == null) {
                    handler = maker.apply(aws);
                }
                return handler.handleRequest(event, Invocation.lasting(time, self::nanoTime));
            } catch (RuntimeException failed) {
                self.step(() -> "fails: " + failed);
                return null;
            }
        }
    }

    private <H extends RequestHandler<SQSEvent, SQSBatchResponse>> void onMessages(
            String name, String queueId, Function<Aws, H> maker, Class<H> type) {
        Application.Queue queue = application.queue(queueId);
        Place<SQSEvent, SQSBatchResponse> place = new Place<>(name, maker, type);
        scheduler.new Process("queue of " + name, Duration.ZERO, false, true).start(self -> {
            while (true) {
                // Few messages at a time, as Lambda often gets them: so several functions work beside each other.
                List<Message> messages = network.take(self, queue, self.random(2) == 0 ? 1 : 10);
                if (bug == Bug.WEBHOOK_DELETED_EARLY && queueId.equals("WebhooksQueue")) {
                    messages.forEach(message -> network.delete(self, queue, message));
                }
                SQSBatchResponse answer =
                        place.invoke(self, Inbox.event(messages), Duration.ofSeconds(75L + self.random(180)));
                if (answer != null) {
                    Set<String> again = answer.getBatchItemFailures().stream()
                            .map(SQSBatchResponse.BatchItemFailure::getItemIdentifier)
                            .collect(Collectors.toSet());
                    messages.stream()
                            .filter(message -> !again.contains(message.messageId()))
                            .forEach(message -> network.delete(self, queue, message));
                }
            }
        });
    }

    private <H extends RequestHandler<ScheduledEvent, Void>> void everyMinute(
            String name, Function<Aws, H> maker, Class<H> type) {
        Place<ScheduledEvent, Void> place = new Place<>(name, maker, type);
        scheduler.new Process("minute of " + name, Duration.ZERO, false, true).start(self -> {
            while (true) {
                self.sleep(scheduler.busy() ? Duration.ofMinutes(1) : RARELY);
                ScheduledEvent event = new ScheduledEvent();
                event.setTime(new DateTime(scheduler.now().toEpochMilli()));
                place.invoke(self, event, Duration.ofSeconds(55));
            }
        });
    }
}
