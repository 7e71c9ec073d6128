package bout.cli.text;

import bout.competition.Outcome;
import bout.engine.Forfeit;
import bout.engine.Game;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A result in words. A player that failed has lost, also where the rules name no winner; see {@link Forfeit}. */
public final class ResultText {

    private ResultText() {}

    /**
     * Such as {@code contain beats expand, 93 to 20 tiles}, in the order of places: one name may be several players'.
     */
    public static String against(Result result, Seat failed, List<String> names, String scoreUnit) {
        Outcome outcome = Outcome.of(result, failed);
        List<Seat> order = Seat.first(names.size()).stream()
                .sorted(Comparator.comparingInt(seat -> outcome.place(seat.index())))
                .toList();
        String text = names.get(order.getFirst().index());
        for (int place = 1; place < order.size(); place++) {
            boolean level = outcome.place(order.get(place).index())
                    == outcome.place(order.get(place - 1).index());
            String verb = place > 1 ? (level ? " and " : ", then ") : level ? " draws with " : " beats ";
            text += verb + names.get(order.get(place).index());
        }
        return text + ", " + scores(result, order) + " " + scoreUnit
                + (failed == null ? "" : ": " + names.get(failed.index()) + " gave no valid move");
    }

    /** Such as {@code contain (seat 1) wins, 93 to 20 tiles (turns)}. */
    public static String of(Result result, Seat failed, List<String> names, String scoreUnit) {
        Integer winner = Outcome.of(result, failed).winner();
        return (winner == null ? "a draw" : names.get(winner - 1) + " (seat " + winner + ") wins") + ", "
                + scores(result, Seat.first(names.size()))
                + " " + scoreUnit + " (" + result.reason() + ")"
                + (failed == null ? "" : ": seat " + failed.number() + " gave no valid move");
    }

    public static String of(Game<?> game, Replay replay, Replay.Confirmed confirmed) {
        Result result = confirmed.result();
        Seat failed = Forfeit.of(game, result, replay.calls().failures())
                .map(Forfeit::seat)
                .orElse(null);
        List<Replay.Player> players = replay.start().players();
        return of(
                result,
                failed,
                players.stream().map(Replay.Player::name).toList(),
                game.card().scoreUnit());
    }

    private static String scores(Result result, List<Seat> order) {
        return order.stream()
                .map(seat ->
                        Plain.number(Math.round(result.score(seat) * 10) / 10.0).toString())
                .collect(Collectors.joining(" to "));
    }
}
