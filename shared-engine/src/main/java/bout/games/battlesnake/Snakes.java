package bout.games.battlesnake;

import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Option.ChoiceOption;
import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.TimeLimits;
import bout.games.battlesnake.Board.Ruleset;
import bout.games.battlesnake.bots.SnakesBots;
import java.util.ArrayList;
import java.util.List;

/**
 * Snakes: one to eight snakes move at the same time, eat, grow, and try to be the last one. It speaks the public API of
 * Battlesnake, version 1, so its bots play here as they are.
 */
public final class Snakes extends Game<Direction> {

    /** The width and height of the largest board. */
    static final int LARGEST = 19;

    private static final int SMALLEST = 7;
    private static final int MOST_CHANCE = 100;
    static final int TIMEOUT = 500;

    /** With more snakes than this, a board of the smallest size has no room for food beside each of them. */
    private static final int FEW = 4;

    private static final GameCard CARD = new GameCard(
            "battlesnake",
            "Snakes",
            "Eat, grow, and be the last snake on the board.",
            new GameCard.Seats(1, 8),
            List.of(
                    "All snakes move at the same time, one cell up, down, left or right; (0,0) is the lower left cell. A"
                            + " snake starts with three cells on one place and 100 health.",
                    "Each move costs 1 health. A snake whose head is on food grows by one and has 100 health again. Food"
                            + " appears by chance.",
                    "A snake is out that has no health left, leaves the board, or runs into a body. Of snakes whose heads"
                            + " meet, all but the longest are out; of equally long ones, all.",
                    "A missing or invalid answer is a move straight on.",
                    "The last snake wins; the others have places in the order in which they went out. After 1000 turns"
                            + " the longest wins.",
                    "Rule sets: royale has a growing area that costs health; in wrapped the edges are connected; in"
                            + " constrictor all grow in each turn; solo is for one snake."),
            List.of(
                    new ChoiceOption("ruleset", "Which rules are played.", Ruleset.NAMES, "standard"),
                    new ChoiceOption(
                            "size", "The width and height of the board.", List.of("7", "11", "" + LARGEST), "11"),
                    new IntegerOption("minimumFood", "How much food there always is.", 0, 20, 1),
                    new IntegerOption("foodSpawnChance", "The chance of more food in a turn, in percent.", 0, 100, 15),
                    new IntegerOption("hazardDamagePerTurn", "The health that a hazard costs (royale).", 0, 100, 14),
                    new IntegerOption("shrinkEveryNTurns", "Turns until the hazards grow (royale).", 1, 1000, 25)),
            TimeLimits.same(TIMEOUT),
            GameCard.Form.JSON,
            "The request of a move in the public Battlesnake API: game, turn, board {height, width, snakes, food, hazards}"
                    + " and you.",
            "A JSON object with the field move: up, down, left or right.",
            Plain.object("move", "up"),
            "turns survived",
            new GameCard.Calls("/move", "/start", "/end", true, "shout"));

    static final String EXPECTED_ANSWER =
            "an object with the field move, one of up, down, left and right, such as {\"move\":\"up\"}";

    public Snakes() {
        super(CARD, SnakesBots.ALL, 200, List.of(), List.of());
    }

    /**
     * {@code {snakes: [[x, y], ...], food: [[x, y], ...], chance}}. The snakes stand in corners and at the middles of
     * edges; which group comes first, and the order in each, is drawn. all later draws follow from {@code chance}.
     */
    @Override
    public Object setUp(SeededRandom random, Options options, int seats) {
        int size = size(options);
        List<List<Integer>> corners = new ArrayList<>();
        List<List<Integer>> edges = new ArrayList<>();
        int middle = (size - 1) / 2;
        for (int x : List.of(1, middle, size - 2)) {
            for (int y : List.of(1, middle, size - 2)) {
                if (x != middle && y != middle) {
                    corners.add(List.of(x, y));
                } else if (x != middle || y != middle) {
                    edges.add(List.of(x, y));
                }
            }
        }
        shuffle(corners, random);
        shuffle(edges, random);
        boolean cornersFirst = random.nextBoolean();
        List<List<Integer>> places = new ArrayList<>(cornersFirst ? corners : edges);
        places.addAll(cornersFirst ? edges : corners);
        List<List<Integer>> snakes = List.copyOf(places.subList(0, seats));
        List<List<Integer>> food = new ArrayList<>();
        if (!options.choice("ruleset").equals("constrictor")) {
            if (seats <= FEW || size > SMALLEST) {
                snakes.forEach(head -> food(head, food, size, random));
            }
            food.add(List.of(middle, middle));
        }
        return Plain.object("snakes", snakes, "food", food, "chance", random.secret());
    }

    /** One of the cells diagonally next to a head, farther from the centre on at least one axis, and no corner. */
    private static void food(List<Integer> head, List<List<Integer>> food, int size, SeededRandom random) {
        int middle = (size - 1) / 2;
        List<List<Integer>> possible = new ArrayList<>();
        for (int dx = -1; dx <= 1; dx += 2) {
            for (int dy = -1; dy <= 1; dy += 2) {
                int x = head.get(0) + dx;
                int y = head.get(1) + dy;
                boolean farther = Math.abs(x - middle) > Math.abs(head.get(0) - middle)
                        || Math.abs(y - middle) > Math.abs(head.get(1) - middle);
                boolean corner = (x == 0 || x == size - 1) && (y == 0 || y == size - 1);
                if (farther && !corner && !food.contains(List.of(x, y))) {
                    possible.add(List.of(x, y));
                }
            }
        }
        if (!possible.isEmpty()) {
            food.add(possible.get(random.nextInt(possible.size())));
        }
    }

    private static void shuffle(List<List<Integer>> places, SeededRandom random) {
        for (int i = places.size() - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            List<Integer> place = places.get(i);
            places.set(i, places.get(other));
            places.set(other, place);
        }
    }

    private static int size(Options options) {
        return Integer.parseInt(options.choice("size"));
    }

    @Override
    public int seats(Plain setUp) {
        return setUp.get("snakes").length();
    }

    @Override
    public SnakesPosition start(Plain setUp, Options options) {
        setUp.onlyFields("snakes", "food", "chance");
        int size = size(options);
        Board board =
                new Board(Ruleset.of(options.choice("ruleset")), size, size, options.integer("hazardDamagePerTurn"));
        List<Plain> snakes = setUp.get("snakes").entries();
        if (snakes.isEmpty() || snakes.size() > Seat.MOST) {
            throw setUp.get("snakes").unexpected("from 1 to " + Seat.MOST + " snakes");
        }
        for (Plain snake : snakes) {
            int cell = cell(board, snake);
            board.add(new int[] {cell, cell, cell}, Snake.MAX_HEALTH);
        }
        setUp.get("food").entries().forEach(food -> board.addFood(cell(board, food)));
        return new SnakesPosition(board, options, setUp.get("chance").text(MOST_CHANCE));
    }

    private static int cell(Board board, Plain place) {
        place.size(2);
        return board.cell(place.at(0).integer(0, board.width() - 1), place.at(1).integer(0, board.height() - 1));
    }

    @Override
    public boolean setUpTellsChance() {
        return true;
    }

    @Override
    public Object store(Direction move) {
        return move.letter();
    }

    @Override
    public Direction restore(Plain stored) {
        return stored.oneOf(Direction.LETTERS, Direction::ofLetter);
    }
}
