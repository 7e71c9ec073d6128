package bout.runner;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.botclient.player.UnprovenHosts;
import bout.engine.Call;
import bout.engine.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A URL that has not been verified, at a seat of one match. Without a limit, one request for a match would send
 * hundreds to a host whose owner knows nothing of Bout. So it gets few calls until it has made a move.
 */
public final class UnprovenPlayer implements Player {

    /** If so many calls fail without one that succeeds, no more are made in the match. */
    public static final int FAILED_CALLS = 3;

    private final Player player;
    private final Player limited;
    private final String host;
    private final UnprovenHosts hosts;
    private boolean counted;

    UnprovenPlayer(Player player, String host, UnprovenHosts hosts) {
        this.player = player;
        this.limited = hosts.limited(player, host);
        this.host = host;
        this.hosts = hosts;
    }

    @Override
    public Supplier<Reply> call(MoveRequest request, List<Call> calls) {
        List<Failure> failures = new ArrayList<>();
        for (Call call : calls) {
            if (call.seat() == request.seat()) {
                if (call.failure() == null) {
                    return () -> player.ask(request);
                }
                failures.add(call.failure());
            }
        }
        if (failures.size() < FAILED_CALLS) {
            return () -> ask(request);
        }
        Failure last = failures.get(FAILED_CALLS - 1);
        Failure notCalled = new Failure(
                last.kind(),
                last.text() + " Not called again in this match, because its first " + FAILED_CALLS + " calls failed.");
        return () -> new Reply.Failed(notCalled, 0);
    }

    @Override
    public Reply ask(MoveRequest request) {
        Reply reply = limited.ask(request);
        counted = !(reply instanceof Reply.BrokenOff);
        return reply;
    }

    @Override
    public void inform(MoveRequest request) {
        limited.inform(request);
    }

    @Override
    public void moved() {
        if (counted) {
            counted = false;
            hosts.giveBack(host);
        }
    }
}
