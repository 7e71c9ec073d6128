package bout.competition.tournament;

import bout.competition.Coded;
import bout.competition.pairings.Encounter;
import bout.competition.pairings.GroupRoundRobin;
import bout.competition.pairings.GroupSize;
import bout.competition.pairings.Knockout;
import bout.competition.pairings.RoundRobin;
import bout.competition.pairings.Schedule.Gauntlet;
import bout.competition.pairings.Swiss;
import bout.competition.tables.Table.Ranking;
import bout.engine.Game.TournamentStyle;
import bout.engine.Option;
import bout.engine.Option.ChoiceOption;
import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Options.Violation;
import bout.engine.Seat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that decide, together with the results, who plays whom in a tournament and how its table is sorted. Its
 * JSON form is stored; a setting that a stored plan lacks, because it was declared later, has its default.
 *
 * @param style of the game: it decides the order of the matches in a round robin, and the default ranking
 * @param game the largest and the smallest number of seats that the game's card allows
 * @param players the number of players, from 2 to {@value #MOST_PLAYERS}, in order of seed; in a gauntlet the first
 *     plays against all others
 * @param seed for everything that is drawn by lot; {@code null} until it is drawn
 * @param settings the values of {@link #SETTINGS}; what is left out gets its default
 */
public record Plan(TournamentStyle style, GroupSize game, int players, String seed, Map<String, Object> settings) {

    public static final int MOST_PLAYERS = 1000;

    private static final String ROUNDS = "rounds";
    public static final String SEATS = "seats";

    /**
     * All settings. The API, the command line, the form on the site and the OpenAPI document have their names, ranges
     * and sentences from here. The defaults of {@code rounds} and {@code ranking} depend on others.
     */
    public static final List<Option> SETTINGS =
            declared(Format.SWISS, TournamentStyle.WINS_IN_ROUNDS, new GroupSize(Seat.MOST, 1), 2, MOST_PLAYERS);

    private static List<Option> declared(Format format, TournamentStyle style, GroupSize game, int seats, int players) {
        List<Option> declared = new ArrayList<>();
        declared.add(new ChoiceOption(
                "format",
                "How it is decided who plays whom. Default: round-robin.",
                Coded.codes(Format.class),
                "round-robin"));
        declared.add(new IntegerOption(
                SEATS,
                "The number of seats of a match, one of those that the game allows. Default: 2 in a gauntlet and in a double"
                        + " elimination, otherwise 4, if the game allows it, or the nearest.",
                game.fewest(),
                game.seats(),
                usualSeats(format, game, players)));
        boolean inGroups = format == Format.ROUND_ROBIN && seats != 2;
        declared.add(new IntegerOption(
                "boards",
                "The number of boards that each pair plays, odd in a knockout. Default: 1. In a round robin of more than"
                        + " two seats, everyone plays once from every seat on a board; by default, all players meet.",
                1,
                100_000,
                inGroups && players >= seats ? GroupRoundRobin.usualBoards(players, seats) : 1));
        if (format == Format.SWISS) {
            declared.add(new IntegerOption(
                    ROUNDS,
                    "The number of rounds of a swiss tournament, at most half the number of players, rounded up."
                            + " Default: enough to find one winner, log2 of the number of players if two meet.",
                    1,
                    Swiss.mostRounds(MOST_PLAYERS),
                    Swiss.usualRounds(players, Math.max(2, seats))));
        }
        declared.add(new ChoiceOption(
                "ranking",
                "What the table is sorted by: wins (1, 1/2 or 0 points against each other player of a match) or score (the"
                        + " sum of the game's scores). Default: score in a round robin of tokens, otherwise wins.",
                Coded.codes(Ranking.class),
                usualRanking(style, format, seats).code()));
        declared.add(new IntegerOption(
                "withdrawAfter",
                "Withdraw a player after this many calls if all of them failed. Default: 20.",
                1,
                1_000_000,
                20));
        return List.copyOf(declared);
    }

    public Plan {
        // Plans that were stored before games had more seats lack it.
        game = game == null ? GroupSize.TWO : game;
        List<Violation> wrong = violations(style, game, players, settings);
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(
                    wrong.getFirst().name() + ": " + wrong.getFirst().text());
        }
        settings = switch (Options.read(declared(settings, style, game, players), settings)) {
            case Options.Valid(Options complete) -> Collections.unmodifiableMap(complete.toPlain());
            case Options.Invalid(List<Violation> impossible) -> throw new IllegalStateException(impossible.toString());
        };
    }

    /** Settings that were given before it was known who comes, with no more seats and rounds than so many can play. */
    public static Map<String, Object> forFewer(int players, GroupSize game, Map<String, Object> given) {
        Map<String, Object> fitting = new HashMap<>(given);
        fitting.computeIfPresent(SEATS, (_, seats) -> game.filled((int) seats, players));
        fitting.computeIfPresent(ROUNDS, (_, rounds) -> Math.min((int) rounds, Swiss.mostRounds(players)));
        return fitting;
    }

    /** Everything that is wrong with the number of players and with given settings. */
    public static List<Violation> violations(TournamentStyle style, GroupSize game, int players, Map<String, ?> given) {
        if (players < 2 || players > MOST_PLAYERS) {
            return violation("players", "a tournament has from 2 to " + MOST_PLAYERS + " players, not " + players);
        }
        return switch (Options.read(declared(given, style, game, players), given)) {
            case Options.Valid(Options settings) -> together(players, settings);
            case Options.Invalid(List<Violation> wrong) ->
                wrong.stream()
                        .map(each -> each.unknown() && each.name().equals(ROUNDS)
                                ? new Violation(ROUNDS, true, "only for swiss tournaments")
                                : each)
                        .toList();
        };
    }

    /** The violations of settings that are allowed one by one. */
    private static List<Violation> together(int players, Options settings) {
        Format format = Coded.of(Format.class, settings.choice("format")).orElseThrow();
        int boards = settings.integer("boards");
        int seats = settings.integer(SEATS);
        if (players < seats) {
            return violation(SEATS, "a match of " + seats + " seats needs as many players, not " + players);
        }
        if (format != Format.ROUND_ROBIN && (seats < 2 || format.ofPairs() && seats > 2)) {
            return violation(SEATS, "a " + format.code() + " tournament has no matches of " + seats + " seats");
        }
        if (format.isKnockout() && seats == 2 && boards % 2 == 0) {
            return violation("boards", "a knockout is best of an odd number of boards, not of " + boards);
        }
        if (format == Format.SWISS && settings.integer(ROUNDS) > Swiss.mostRounds(players)) {
            return violation(
                    ROUNDS,
                    "a swiss tournament of " + players + " players has from 1 to " + Swiss.mostRounds(players)
                            + " rounds, so that no two players meet twice; got " + settings.integer(ROUNDS));
        }
        boolean byScore = settings.choice("ranking").equals(Ranking.SCORE.code());
        if (byScore && (format == Format.SWISS || format.isKnockout())) {
            return violation(
                    "ranking",
                    "a " + format.code()
                            + " tournament is ranked by wins: its players do not all meet the same opponents");
        }
        return List.of();
    }

    private static List<Violation> violation(String setting, String text) {
        return List.of(new Violation(setting, false, text));
    }

    private static List<Option> declared(Map<String, ?> given, TournamentStyle style, GroupSize game, int players) {
        boolean known = given.get(SEATS) instanceof Integer seats && seats >= game.fewest() && seats <= game.seats();
        return declared(
                format(given),
                style,
                game,
                known ? (int) given.get(SEATS) : usualSeats(format(given), game, players),
                players);
    }

    private static int usualSeats(Format format, GroupSize game, int players) {
        return format.ofPairs() ? game.filled(2, players) : game.usual(players).seats();
    }

    private static Format format(Map<String, ?> given) {
        return Optional.ofNullable(given.get("format"))
                .filter(String.class::isInstance)
                .flatMap(code -> Coded.of(Format.class, (String) code))
                .orElse(Format.ROUND_ROBIN);
    }

    public Format format() {
        return format(settings);
    }

    /** How many play in a match. */
    public GroupSize size() {
        return new GroupSize((int) settings.get("seats"), game.fewest());
    }

    public int boards() {
        return (int) settings.get("boards");
    }

    /** Whether players are out only when they have lost twice. */
    boolean twice() {
        return format() == Format.DOUBLE_ELIMINATION;
    }

    /** The number of rounds of a Swiss tournament; {@code null} for other formats. */
    public Integer rounds() {
        return (Integer) settings.get(ROUNDS);
    }

    public Ranking ranking() {
        return Coded.of(Ranking.class, (String) settings.get("ranking")).orElseThrow();
    }

    /** A player is withdrawn once it has this many calls, and all of them have failed. */
    public int withdrawAfter() {
        return (int) settings.get("withdrawAfter");
    }

    /** The default ranking: the one that the game's original used, or else wins. */
    private static Ranking usualRanking(TournamentStyle style, Format format, int seats) {
        boolean byScore =
                format == Format.ROUND_ROBIN && (style == TournamentStyle.SCORES_OF_ORDERED_PAIRS || seats == 1);
        return byScore ? Ranking.SCORE : Ranking.WINS;
    }

    /** The total number of matches; the maximum if it depends on the results. */
    public long mostMatches() {
        return switch (format()) {
            case ROUND_ROBIN ->
                size().seats() == 2 ? new RoundRobin(players, boards(), style).fixtures() : (long) players * boards();
            case GAUNTLET -> new Gauntlet(players, boards()).fixtures();
            case SWISS -> (long) rounds() * boards() * size().groups(players).size();
            case KNOCKOUT, DOUBLE_ELIMINATION ->
                (long) Knockout.mostEncounters(players, size(), twice())
                        * (boards() + Encounter.mostAddedBoards(size().seats()));
        };
    }

    /** How many boards there can be: in a Swiss tournament and in a knockout, each round has boards of its own. */
    public int mostBoards() {
        return switch (format()) {
            case SWISS -> rounds() * boards();
            case KNOCKOUT, DOUBLE_ELIMINATION ->
                Knockout.firstBoard(Knockout.mostRounds(players, size(), twice()), boards(), size().seats());
            case ROUND_ROBIN, GAUNTLET -> boards();
        };
    }

    public enum Format implements Coded {
        ROUND_ROBIN,
        SWISS,
        KNOCKOUT,
        DOUBLE_ELIMINATION,
        GAUNTLET;

        /** Whether players are out once they have lost, or lost twice. */
        public boolean isKnockout() {
            return this == KNOCKOUT || this == DOUBLE_ELIMINATION;
        }

        /** Whether two play in each match, whatever the game allows. */
        boolean ofPairs() {
            return this == GAUNTLET || this == DOUBLE_ELIMINATION;
        }
    }
}
