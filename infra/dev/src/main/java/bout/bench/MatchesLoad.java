package bout.bench;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.TimeLimits;
import bout.games.ajaxtiles.AjaxTiles;
import bout.runner.MatchLoop;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Whole matches of Ajax Tiles, played by the runner's match loop and bot client. */
final class MatchesLoad implements AutoCloseable {

    static final int TURNS = 100;

    private static final AjaxTiles GAME = new AjaxTiles();
    private static final TimeLimits LIMITS = TimeLimits.same(10_000);

    private final BotClient client;
    private final BotUrl url;
    private final LongAdder calls = new LongAdder();
    private final Options options = options();

    /** @param callsAtOnce at least the number of parallel matches: the limit per host is not what is measured here */
    MatchesLoad(String url, int callsAtOnce) {
        this.client = new BotClient(AddressPolicy.LOOPBACK, callsAtOnce);
        this.url = switch (BotUrl.read(url, AddressPolicy.LOOPBACK)) {
            case BotUrl.Allowed allowed -> allowed.url();
            case BotUrl.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
    }

    private static Options options() {
        return switch (Options.read(GAME.card().options(), Map.of("maxTurns", TURNS))) {
            case Options.Valid valid -> valid.options();
            case Options.Invalid invalid ->
                throw new IllegalStateException(invalid.violations().toString());
        };
    }

    Load load() {
        return new Load(calls, () -> new Load.Unit() {
            private int played;

            @Override
            public void run() throws InterruptedException {
                play(Integer.toString(played++));
            }
        });
    }

    private void play(String seed) throws InterruptedException {
        var match = Match.draw(GAME, seed, options);
        new MatchLoop(List.of("seat_1", "seat_2"), client.player(url), client.player(url), LIMITS, played -> {
                    calls.increment();
                    return true;
                })
                .play(match);
        if (match.calls().size() != TURNS) {
            throw new IllegalStateException("a match ended after "
                    + match.calls().size() + " of " + TURNS + " calls: "
                    + match.result().reason() + ", " + match.calls().getLast().failure());
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
