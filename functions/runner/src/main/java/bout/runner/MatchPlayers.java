package bout.runner;

import bout.botclient.player.Player;
import bout.competition.journal.Subject;
import bout.engine.Forfeit;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.wire.line.LineMessage;
import java.util.List;

/** The players of a match: who answers at a seat, and as whom they are shown. */
record MatchPlayers(RegisteredBots registered, SeatKey seatKey) {

    /** The players of a rated match, while it is running. */
    private static final List<Replay.Player> UNNAMED =
            List.of(new Replay.Player("Player 1", null), new Replay.Player("Player 2", null));

    Player at(Game<?> game, MatchRecord record, Seat seat) {
        PlayerRecord player = record.players().get(seat.index());
        if (player.house() != null) {
            HouseBot house = game.houseBot(player.house())
                    .orElseThrow(() -> new IllegalStateException("there is no house bot " + player.house()));
            return new HousePlayer(house, seat, record.settings().seed());
        }
        if (player.bot() != null) {
            String randomSeed = seatKey.ids().randomSeed(record.id(), seat, player.bot());
            return registered.player(player.bot(), record.origin(), new PublishedSeat(player.code(), randomSeed, seat));
        }
        return registered.playerAt(player.url(), whose(record), record.origin().competition() != null);
    }

    /**
     * Tells the players that the match began or ended. Of a rated match never who the opponent is, because the two may
     * still play another match on the same board, and only at its end where it will be shown: a bot could use that.
     *
     * @param ended {@code null} if the match has begun
     */
    void tell(MatchRecord record, List<String> seatIds, List<Player> players, Match<?> ended) {
        for (Seat seat : Seat.values()) {
            players.get(seat.index())
                    .tell(new LineMessage.Event(
                            seatIds.get(seat.index()),
                            record.game(),
                            seat,
                            record.rated()
                                    ? null
                                    : record.players().get(1 - seat.index()).name(),
                            record.rated() && ended == null ? null : "/match.html?id=" + record.id(),
                            ended == null ? null : result(ended, seat)));
        }
    }

    private static LineMessage.Result result(Match<?> ended, Seat seat) {
        Seat winner = Forfeit.of(ended)
                .map(lost -> lost.seat().other())
                .orElse(ended.result().winner());
        return winner == null
                ? LineMessage.Result.DRAWN
                : winner == seat ? LineMessage.Result.WON : LineMessage.Result.LOST;
    }

    /** On whose behalf the URLs of a match are called. */
    private static String whose(MatchRecord record) {
        return record.origin().owner() != null
                ? record.origin().owner()
                : record.subject().map(Subject::text).orElse("");
    }

    /** As shown to everyone: without the URLs of bots. */
    static List<Replay.Player> shown(MatchRecord record) {
        return record.players().stream()
                .map(player -> new Replay.Player(player.name(), player.house()))
                .toList();
    }

    /** As shown while they play. */
    static List<Replay.Player> shownLive(MatchRecord record) {
        // Otherwise a bot's owner could tell it who its opponent is, and what to do about that.
        return record.rated() ? UNNAMED : shown(record);
    }
}
