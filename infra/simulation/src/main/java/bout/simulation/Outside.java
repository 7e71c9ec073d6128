package bout.simulation;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.Callee;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Failure;
import bout.engine.HouseBot;
import bout.games.Games;
import bout.simulation.Scheduler.Actor;
import bout.telemetry.Machine;
import bout.wire.WebhookSecret;
import java.time.Duration;

/** Bots and receivers of webhooks, which answer without a network. */
final class Outside extends BotClient {

    /** Of all runs: it knows nothing of any. */
    static final Outside BOTS = new Outside();

    private static final int USUAL_MILLIS = 1_000;
    private static final int SLOW_MILLIS = 40_000;
    private static final int LONGEST_ID = 36;

    private static final Reply NO_ANSWER =
            new Reply.Failed(new Failure(Failure.Kind.TIME_OUT, "No answer arrived within 10000 ms."), 10_000);

    /** Receives the webhook of a match. */
    @FunctionalInterface
    interface Receiver {
        /** @return the status of its answer, or 0 for none */
        int status(Actor sender, String match);
    }

    private Outside() {
        super(AddressPolicy.LOOPBACK, 1);
    }

    /**
     * A bot that takes its time, and answers differently each time it is asked: so do the results differ of two runners
     * that play the same match.
     */
    @Override
    public Player player(Callee callee) {
        return request -> {
            Actor self = (Actor) Machine.current();
            self.sleep(Duration.ofMillis(self.random(self.random(24) == 0 ? SLOW_MILLIS : USUAL_MILLIS)));
            if (self.random(3) == 0) {
                return new Reply.Failed(new Failure(Failure.Kind.STATUS, "It answered with status 500."), 1);
            }
            HouseBot.Bot bot = Games.byId(request.game().id())
                    .flatMap(game -> game.houseBot("random"))
                    .orElseThrow()
                    .at(request.seat(), Integer.toString(self.random(Integer.MAX_VALUE)));
            return new Reply.Answered(bot.answer(request.fields()), 1);
        };
    }

    @Override
    public Posted postSigned(
            BotUrl url, WebhookSecret secret, String id, byte[] body, int timeLimit, long startBefore) {
        Actor self = (Actor) Machine.current();
        int status = self.receiver().status(self, id.substring(0, LONGEST_ID));
        // It was posted: without an answer it is no call that was never begun.
        return new Posted(status, status == 0 ? NO_ANSWER : new Reply.Answered("", 1));
    }
}
