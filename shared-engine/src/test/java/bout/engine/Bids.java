package bout.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A minimal game with simultaneous moves and fractional scores, for tests of the parts that all games share. Both seats
 * bid 0 to 9 at the same time, and the higher bid scores the prize of the round. A failed call bids nothing. After
 * three rounds the higher score wins.
 */
final class Bids implements Game<Bids.Table, Integer> {

    static final class Table {
        final List<Object> prizes;
        int round;
        double first;
        double second;
        boolean firstAlone;

        Table(List<Object> prizes, boolean firstAlone) {
            this.prizes = prizes;
            this.firstAlone = firstAlone;
        }
    }

    @Override
    public GameCard card() {
        return new GameCard(
                "bids",
                "Bids",
                "Bid for prizes.",
                List.of("The higher bid scores."),
                List.of(
                        new Option.IntegerOption("rounds", "How many rounds are played.", 1, 9, 3),
                        new Option.BooleanOption("alone", "Whether seat 1 bids alone in the first two rounds.", false),
                        new Option.ChoiceOption("prize", "What a prize is.", List.of("broken", "whole"), "broken")),
                new TimeLimits(1000, 100),
                Ask.Form.JSON,
                "round: from 0.",
                "A number.",
                3,
                "prizes");
    }

    @Override
    public List<HouseBot> houseBots() {
        return List.of(new HouseBot("any", "Bids at random.", random -> fields -> random.nextInt(10)));
    }

    /** Uses the seed unchanged, like a game whose original defines what a seed means. */
    @Override
    public SeededRandom setUpRandom(String seed) {
        return new SeededRandom(seed);
    }

    @Override
    public Object setUp(SeededRandom random, Options options) {
        double prize = options.choice("prize").equals("whole") ? 2 : 0.1;
        Map<String, Object> setUp = new LinkedHashMap<>();
        setUp.put("prizes", List.of(prize, prize, prize + random.nextInt(3)));
        return setUp;
    }

    @Override
    public Table start(Plain setUp, Options options) {
        return new Table(List.copyOf(setUp.get("prizes").size(3).list()), options.bool("alone"));
    }

    @Override
    public ToMove toMove(Table table) {
        if (result(table) != null) {
            return ToMove.NOBODY;
        }
        return table.firstAlone && table.round < 2 ? ToMove.FIRST : ToMove.BOTH;
    }

    @Override
    public Ask ask(Table table, Seat seat) {
        return new Ask(Ask.Form.JSON, Map.of("round", table.round));
    }

    @Override
    public Action<Integer> read(Table table, Seat seat, Object answer) {
        return Plain.isInteger(answer)
                ? Action.moved(((Number) answer).intValue())
                : Action.failed(Failure.notExpected("a number", answer));
    }

    @Override
    public void play(Table table, Turn<Integer> turn) {
        int first = bid(turn.first());
        int second = bid(turn.second());
        double prize = ((Number) table.prizes.get(table.round)).doubleValue();
        table.first += first > second ? prize : 0;
        table.second += second > first ? prize : 0;
        table.round++;
    }

    private static int bid(Action<Integer> action) {
        return Optional.ofNullable(action).map(Action::move).orElse(-1);
    }

    @Override
    public int usualTurns() {
        return 3;
    }

    @Override
    public Result result(Table table) {
        return table.round == 3 ? Result.byScore(table.first, table.second, "rounds") : null;
    }

    @Override
    public Object picture(Table table) {
        return Map.of("round", table.round);
    }

    @Override
    public void hash(Table table, StateHash hash) {
        hash.add(table.round).add(table.first).add(table.second);
    }

    @Override
    public Object store(Integer move) {
        return move;
    }

    @Override
    public Integer restore(Plain stored) {
        return stored.integer(0, 9);
    }
}
