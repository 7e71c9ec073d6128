package bout.competition.pairings;

import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A seeded bracket: the loser of an encounter is out. The bracket has as many places as the next power of two; the top
 * seeds have a bye in the first round. The two top seeds can meet in the final at the earliest, the first four in the
 * semi-finals, and so on; the first seed always meets the lowest of them.
 *
 * <p>In matches of more than two, the better half of each group advances, and the winner of the last group is the
 * champion. The groups of a round are equally strong: players are spread over them in the order of their places in the
 * round before, then of their seeds, forwards and backwards in turn.
 *
 * <p>In a double elimination, players are out when they have lost twice. After one loss they play on in the losers'
 * bracket, into which they drop so that they meet late whom they have met before. Its minor rounds, each beside a round
 * of the winners' bracket, halve its players; in its major rounds, these meet those who have just dropped. In the
 * final, its winner meets the last unbeaten player; if that player loses, both have lost once, and a second final
 * decides.
 */
public final class Knockout {

    private final GroupSize size;
    private final int boards;
    private final String seed;
    private final boolean twice;

    /** The final place of each player; 1 while it has not lost. */
    private final int[] place;

    private final List<List<Slot>> bracket = new ArrayList<>();
    private final List<List<Slot>> losersBracket = new ArrayList<>();

    /** Those of the current round: of both brackets, or of one of them. */
    private List<Slot> slots = List.of();

    private List<Slot> losersSlots = List.of();

    /** The players by place in the bracket, where -1 is an empty place; in groups, in order of strength. */
    private List<Integer> places;

    /** The players of the losers' bracket, by place. */
    private List<Integer> losers = List.of();

    /** Before the last round was decided. */
    private List<Integer> finalists = List.of();

    private int finals;
    private int round;

    /** A slot in a round of the bracket, from which one player advances, or half a group. */
    public sealed interface Slot {

        record Meeting(Encounter encounter) implements Slot {}

        /** -1 if nobody came, which happens only in the losers' bracket. */
        record Bye(int player) implements Slot {}
    }

    /** Best of a number of boards, an odd one if two meet; the seed is for the lots. Pairs may have to lose twice. */
    public Knockout(int players, GroupSize size, int boards, String seed, boolean twice) {
        if (players < 2
                || size.seats() < 2
                || players < size.fewest()
                || boards < 1
                || size.pairs() && boards % 2 == 0
                || twice && !size.pairs()) {
            throw new IllegalArgumentException("a knockout needs at least 2 players and an odd number of boards, not "
                    + players + " and " + boards);
        }
        this.size = size;
        this.boards = boards;
        this.seed = seed;
        this.twice = twice;
        place = new int[players];
        Arrays.fill(place, 1);
        places = size.pairs()
                ? seeded(players)
                : IntStream.range(0, players).boxed().toList();
        begin();
    }

    /** The maximum number of rounds. */
    public static int mostRounds(int players, GroupSize size, boolean twice) {
        int rounds = encounters(players, size).size();
        return twice ? 2 * rounds + 1 : rounds;
    }

    /** The maximum number of encounters. */
    public static int mostEncounters(int players, GroupSize size, boolean twice) {
        return twice
                ? 2 * players - 1
                : encounters(players, size).stream().mapToInt(Integer::intValue).sum();
    }

    /** The number of encounters of each round, if one loss is enough. */
    static List<Integer> encounters(int players, GroupSize size) {
        List<Integer> encounters = new ArrayList<>();
        int left = players;
        while (left > 1) {
            List<Integer> groups = size.groups(left);
            int byes = byes(left, groups);
            encounters.add(groups.size());
            left = byes
                    + groups.stream()
                            .mapToInt(group -> through(group, groups, byes, size))
                            .sum();
        }
        return encounters;
    }

    private static int byes(int players, List<Integer> groups) {
        return players - groups.stream().mapToInt(Integer::intValue).sum();
    }

    /** How many of a group advance: the better half, but so many that they and those with a bye can play on. */
    private static int through(int group, List<Integer> groups, int byes, GroupSize size) {
        if (groups.size() == 1) {
            return byes == 0 ? 1 : Math.max(group / 2, size.fewest() - byes);
        }
        int left = byes + groups.stream().mapToInt(each -> each / 2).sum();
        return left < size.fewest() ? (group + 1) / 2 : group / 2;
    }

    /**
     * The number of the first board of a round, from 0: each round has boards of its own, and room for those that are
     * added while a pair is level. That of the round after the last one is how many boards a tournament can have.
     */
    public static int firstBoard(int round, int boards, int seats) {
        return round * (boards + Encounter.mostAddedBoards(seats));
    }

    /** The first seed gets the first place, and every pair of places has the same sum of seeds. */
    private static List<Integer> seeded(int players) {
        List<Integer> places = List.of(0);
        while (places.size() < players) {
            List<Integer> wider = new ArrayList<>();
            for (int seeded : places) {
                wider.add(seeded);
                wider.add(2 * places.size() - 1 - seeded);
            }
            places = wider;
        }
        return places.stream().map(seeded -> seeded < players ? seeded : -1).toList();
    }

    /** The encounters of the round that began last, in the order of the bracket. */
    public List<Encounter> encounters() {
        return Stream.concat(slots.stream(), losersSlots.stream())
                .filter(Slot.Meeting.class::isInstance)
                .map(slot -> ((Slot.Meeting) slot).encounter())
                .toList();
    }

    /**
     * The rounds from the first to the current one, each from the top of the bracket down: the players who advance from
     * the first two slots of a round meet in the first slot of the next one. In a double elimination, those of the
     * winners' bracket, then one or two finals.
     */
    public List<List<Slot>> bracket() {
        return List.copyOf(bracket);
    }

    public boolean twice() {
        return twice;
    }

    /** The minor and major rounds in turn; to a slot of a major round comes the player of that slot of the minor. */
    public List<List<Slot>> losersBracket() {
        return List.copyOf(losersBracket);
    }

    public OptionalInt champion() {
        return places.size() == 1 && losers.isEmpty() ? OptionalInt.of(places.getFirst()) : OptionalInt.empty();
    }

    /**
     * The place of a player: 1 for the champion, 2 for the other finalist, 3 for both losers of the semi-finals, 5 ..
     * Whoever is out after the same round has the same place, except after the last one.
     */
    public int place(int player) {
        return place[player];
    }

    /** Starts the next round if all encounters of this one are decided. Returns whether there is one. */
    public boolean advance() {
        if (champion().isPresent()
                || encounters().stream()
                        .anyMatch(encounter -> encounter.decided().isEmpty())) {
            return false;
        }
        finalists = places;
        if (size.pairs()) {
            advancePairs();
        } else {
            advanceGroups();
        }
        round++;
        if (champion().isPresent()) {
            return false;
        }
        begin();
        return true;
    }

    private void advancePairs() {
        List<Integer> out = losersSlots.stream().map(Knockout::loser).toList();
        losers = losersSlots.stream().map(Knockout::winner).toList();
        if (!slots.isEmpty()) {
            List<Integer> through = slots.stream().map(Knockout::winner).toList();
            List<Integer> beaten = slots.stream().map(Knockout::loser).toList();
            boolean first = finals == 0 || finals == 1 && !through.getFirst().equals(places.getFirst());
            if (!twice || !first) {
                out = beaten;
            } else {
                losers = losers.isEmpty() ? beaten : joined(losers, beaten);
            }
            places = through;
        }
        long in = Stream.concat(places.stream(), losers.stream())
                .filter(player -> player >= 0)
                .count();
        out.stream().filter(player -> player >= 0).forEach(player -> place[player] = 1 + (int) in);
    }

    /**
     * Those who have lost before, each beside one of those who have just lost. In the first round in which that happens
     * the latter come from the other half of the bracket, then from the other quarter, then from both, and so on.
     */
    private List<Integer> joined(List<Integer> before, List<Integer> beaten) {
        int bits = Integer.numberOfTrailingZeros(beaten.size());
        int part = Integer.reverse(bracket.size() - 1) >>> 1 >>> (Integer.SIZE - 1 - bits);
        return IntStream.range(0, beaten.size())
                .boxed()
                .flatMap(slot -> Stream.of(before.get(slot), beaten.get(slot ^ part)))
                .toList();
    }

    private static int winner(Slot slot) {
        return switch (slot) {
            case Slot.Bye(int player) -> player;
            case Slot.Meeting(Encounter encounter) ->
                encounter.decided().orElseThrow().through().getFirst();
        };
    }

    private static int loser(Slot slot) {
        return switch (slot) {
            case Slot.Bye _ -> -1;
            case Slot.Meeting(Encounter encounter) ->
                encounter.decided().orElseThrow().out().getFirst();
        };
    }

    private void advanceGroups() {
        // By how many of their group were better, those who advance.
        Map<Integer, Integer> through = new LinkedHashMap<>();
        List<List<Integer>> out = new ArrayList<>();
        for (Slot slot : slots) {
            switch (slot) {
                case Slot.Bye(int player) -> through.put(player, 0);
                case Slot.Meeting(Encounter encounter) -> {
                    Encounter.Decided decided = encounter.decided().orElseThrow();
                    decided.through()
                            .forEach(player ->
                                    through.put(player, decided.through().indexOf(player)));
                    out.add(decided.out());
                }
            }
        }
        for (List<Integer> group : out) {
            for (int player : group) {
                place[player] = 1 + through.size() + (through.size() == 1 ? group.indexOf(player) : 0);
            }
        }
        places = through.keySet().stream()
                .sorted(Comparator.<Integer>comparingInt(through::get).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Takes back that there is a champion: a match of the last round is played again. */
    public void reopen() {
        if (champion().isPresent()) {
            places = finalists;
            encounters().forEach(encounter -> encounter.players().forEach(player -> place[player] = 1));
            round--;
        }
    }

    private void begin() {
        if (places.size() == 1 && losers.size() == 1) {
            places = List.of(places.getFirst(), losers.getFirst());
            losers = List.of();
            finals++;
        }
        // A major round of the losers' bracket has no other beside it.
        slots = losers.size() > places.size() ? List.of() : size.pairs() ? pairs(places) : groups();
        losersSlots = pairs(losers);
        Stream.of(slots).filter(each -> !each.isEmpty()).forEach(bracket::add);
        Stream.of(losersSlots).filter(each -> !each.isEmpty()).forEach(losersBracket::add);
    }

    private List<Slot> pairs(List<Integer> players) {
        List<Slot> pairs = new ArrayList<>();
        for (int place = 0; place < players.size(); place += 2) {
            int one = players.get(place);
            int other = players.get(place + 1);
            pairs.add(one < 0 || other < 0 ? new Slot.Bye(Math.max(one, other)) : meeting(List.of(one, other), 1));
        }
        return List.copyOf(pairs);
    }

    /** The strongest have a bye, if there are any; the others are spread over the groups. */
    private List<Slot> groups() {
        List<Integer> sizes = size.groups(places.size());
        int byes = byes(places.size(), sizes);
        List<Slot> slots = new ArrayList<>();
        places.subList(0, byes).forEach(player -> slots.add(new Slot.Bye(player)));
        List<List<Integer>> groups = sizes.stream()
                .map(group -> (List<Integer>) new ArrayList<Integer>())
                .toList();
        for (int next = byes; next < places.size(); next++) {
            int row = (next - byes) / sizes.size();
            int column = (next - byes) % sizes.size();
            // The last row may be shorter, and only the first groups have a place in it.
            boolean forwards = row % 2 == 0 || row == sizes.getLast();
            groups.get(forwards ? column : sizes.size() - 1 - column).add(places.get(next));
        }
        for (List<Integer> group : groups) {
            slots.add(meeting(group, through(group.size(), sizes, byes, size)));
        }
        return List.copyOf(slots);
    }

    private Slot meeting(List<Integer> players, int through) {
        List<Integer> bySeed = players.stream().sorted().toList();
        String names = bySeed.stream().map(String::valueOf).collect(Collectors.joining(" and "));
        return new Slot.Meeting(new Encounter(
                bySeed,
                through,
                boards,
                firstBoard(round, boards, size.seats()),
                SeededRandom.of(seed, "lots of round " + round + ", players " + names)));
    }
}
