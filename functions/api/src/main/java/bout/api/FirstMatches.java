package bout.api;

import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Visibility;
import bout.store.queue.UpdateQueue;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/** Requests the first ladder matches of a new bot at once: its author waits for them. */
public record FirstMatches(UpdateQueue updates, Clock clock) {

    private static final Logger LOG = LoggerFactory.getLogger(FirstMatches.class);

    /** Afterwards the bot has played, or its author no longer waits: the matchmaker looks for it once a minute. */
    private static final Duration NEW = Duration.ofMinutes(10);

    public void of(BotRecord bot) {
        if (!bot.settings().active()
                || bot.settings().visibility() != Visibility.PUBLIC
                || clock.instant().isAfter(bot.createdAt().plus(NEW))) {
            return;
        }
        try {
            updates.send(new UpdateQueue.Task.NewBots(bot.game()));
        } catch (SdkException notSent) {
            LOG.atWarn()
                    .addKeyValue("bot", bot.id())
                    .setCause(notSent)
                    .log("Could not request the first matches of a new bot; the matchmaker's next run will start them");
        }
    }
}
