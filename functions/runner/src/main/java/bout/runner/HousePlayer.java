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

public record HousePlayer(HouseBot.Bot bot) implements Player {

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
