package bout.checks;

import bout.games.Games;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.queue.CheckQueue;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Runs on a schedule and asks the checker to check the health of all active bots. It only sends a message for each
 * game; the checker goes through the bots. A second run for the same event asks for the same sweep, which checks each
 * bot once.
 */
public final class HealthSweepHandler extends Primed implements RequestHandler<ScheduledEvent, Void> {

    private final CheckQueue queue;

    public HealthSweepHandler() {
        this(new Aws(System.getenv()));
    }

    public HealthSweepHandler(Aws aws) {
        queue = aws.checkQueue();
        prime(queue::prime);
    }

    @Override
    public Void handleRequest(ScheduledEvent event, Context context) {
        Instant sweep = Instant.ofEpochMilli(event.getTime().getMillis());
        List<CheckQueue.Task> sweeps = Games.ALL.stream()
                .<CheckQueue.Task>map(
                        game -> new CheckQueue.Task.Sweep(game.card().id(), sweep, null))
                .toList();
        queue.send(sweeps, Duration.ZERO);
        return null;
    }
}
