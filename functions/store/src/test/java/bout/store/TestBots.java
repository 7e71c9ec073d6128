package bout.store;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.Verification;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

/** Registers bots without the API. */
public final class TestBots {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Bots bots;
    private final Clock clock;
    private final MatchIds ids;

    public TestBots(Bots bots, Clock clock) {
        this.bots = bots;
        this.clock = clock;
        ids = new MatchIds(clock, RANDOM);
    }

    /** A public, active bot; if it has a URL, its owner has not proved control of it. */
    public BotRecord registered(String owner, String game, String name, Program program) {
        return registered(owner, game, name, program, Visibility.PUBLIC);
    }

    public BotRecord registered(String owner, String game, String name, Program program, Visibility visibility) {
        BotRecord bot = BotRecord.registered(
                IdKind.BOT.next(ids),
                owner,
                game,
                new BotSettings(name, program, WebhookSecret.draw(RANDOM), visibility, true),
                clock.instant());
        bots.register(bot, null, 0);
        return bot;
    }

    /** A check has seen that the owner controls the URL. */
    public BotRecord proven(BotRecord bot) {
        BotCheck check = BotCheck.asked(UUID.randomUUID().toString(), clock.instant());
        bots.ask(bot.id(), check);
        assertTrue(bots.finish(bot, check.finished(clock.instant(), List.of()), Verification.seen(clock.instant())));
        return bots.find(bot.id()).orElseThrow();
    }
}
