package bout.runner;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Call;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Seat;
import java.util.List;
import java.util.Map;

public final class HousePlayer implements Player {

    private final HouseBot.Bot bot;

    public HousePlayer(HouseBot house, Seat seat, String seed) {
        this.bot = house.at(seat, seed);
    }

    @Override
    public Reply ask(MoveRequest request) {
        return new Reply.Answered(bot.answer(request.fields()), 0);
    }

    @Override
    public Map<String, Object> fields(Match<?> match, Seat seat, String seatId, int timeLimit, List<String> names) {
        return match.request(seat);
    }

    @Override
    public void remember(Map<String, Object> request, Call call) {
        bot.answer(request);
    }
}
