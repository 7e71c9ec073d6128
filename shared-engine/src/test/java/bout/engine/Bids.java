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
final class Bids extends Game<Integer> {

    Bids() {
        super(
                new GameCard(
                        "bids",
                        "Bids",
                        "Bid for prizes.",
                        GameCard.Seats.TWO,
                        List.of("The higher bid scores."),
                        List.of(
                                new Option.IntegerOption("rounds", "How many rounds are played.", 1, 9, 3),
                                new Option.BooleanOption(
                                        "alone", "Whether seat 1 bids alone in the first two rounds.", false),
                                new Option.ChoiceOption(
                                        "prize", "What a prize is.", List.of("broken", "whole"), "broken")),
                        new TimeLimits(1000, 100),
                        GameCard.Form.JSON,
                        "round: from 0.",
                        "A number.",
                        3,
                        "prizes",
                        GameCard.Calls.MOVES),
                List.of(new HouseBot("any", "Bids at random.", random -> fields -> random.nextInt(10))),
                3,
                List.of(),
                List.of());
    }

    static final class Table extends Position<Integer> {
        final List<Object> prizes;
        int round;
        double first;
        double second;
        boolean firstAlone;

        Table(List<Object> prizes, boolean firstAlone) {
            this.prizes = prizes;
            this.firstAlone = firstAlone;
        }

        @Override
        protected boolean isToMove(Seat seat) {
            return seat == Seat.FIRST || !firstAlone || round >= 2;
        }

        @Override
        public Map<String, Object> request(Seat seat) {
            return Map.of("round", round);
        }

        @Override
        public Action<Integer> read(Seat seat, Object answer) {
            return Plain.isInteger(answer)
                    ? Action.moved(((Number) answer).intValue())
                    : Action.failed(Failure.notExpected("a number", answer));
        }

        @Override
        public void play(Turn<Integer> turn) {
            int firstBid = bid(turn.by(Seat.FIRST));
            int secondBid = bid(turn.by(Seat.SECOND));
            double prize = ((Number) prizes.get(round)).doubleValue();
            first += firstBid > secondBid ? prize : 0;
            second += secondBid > firstBid ? prize : 0;
            round++;
            result = round == 3 ? Result.byScore(first, second, "rounds") : null;
        }

        private static int bid(Action<Integer> action) {
            return Optional.ofNullable(action).map(Action::move).orElse(-1);
        }

        @Override
        public Object picture() {
            return Map.of("round", round);
        }

        @Override
        public void hash(StateHash hash) {
            hash.add(round).add(first).add(second);
        }
    }

    /** Uses the seed unchanged, like a game whose original defines what a seed means. */
    @Override
    public SeededRandom setUpRandom(String seed) {
        return new SeededRandom(seed);
    }

    @Override
    public Object setUp(SeededRandom random, Options options, int seats) {
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
    public Object store(Integer move) {
        return move;
    }

    @Override
    public Integer restore(Plain stored) {
        return stored.integer(0, 9);
    }
}
