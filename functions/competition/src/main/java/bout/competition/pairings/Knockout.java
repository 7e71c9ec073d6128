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

/**
 * A seeded bracket: the loser of an encounter is out. The bracket has as many places as the next power of two; the top
 * seeds have a bye in the first round. The two top seeds can meet in the final at the earliest, the first four in the
 * semi-finals, and so on; the first seed always meets the lowest of them.
 *
 * <p>In matches of more than two, the better half of each group advances, and the winner of the last group is the
 * champion. The groups of a round are equally strong: players are spread over them in the order of their places in the
 * round before, then of their seeds, forwards and backwards in turn.
 */
public final class Knockout {

    private final GroupSize size;
    private final int boards;
    private final String seed;

    /** The final place of each player; 1 while it has not lost. */
    private final int[] place;

    private final List<List<Slot>> bracket = new ArrayList<>();
    private List<Encounter> encounters = List.of();

    /**
     * The players of the round, by place in the bracket, where -1 is an empty place; in groups, in order of strength.
     */
    private List<Integer> places;

    /** Before the last round was decided. */
    private List<Integer> finalists = List.of();

    private int round;

    /** A slot in a round of the bracket, from which one player advances, or half a group. */
    public sealed interface Slot {

        record Meeting(Encounter encounter) implements Slot {}

        record Bye(int player) implements Slot {}
    }

    /** Best of a number of boards, an odd one if two meet; the seed is for the lots. */
    public Knockout(int players, GroupSize size, int boards, String seed) {
        if (players < 2
                || size.seats() < 2
                || players < size.fewest()
                || boards < 1
                || size.pairs() && boards % 2 == 0) {
            throw new IllegalArgumentException("a knockout needs at least 2 players and an odd number of boards, not "
                    + players + " and " + boards);
        }
        this.size = size;
        this.boards = boards;
        this.seed = seed;
        place = new int[players];
        Arrays.fill(place, 1);
        places = size.pairs()
                ? seeded(players)
                : IntStream.range(0, players).boxed().toList();
        begin();
    }

    /** The number of encounters of each round. */
    public static List<Integer> encounters(int players, GroupSize size) {
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
    public static int firstBoard(int round, int boards) {
        return round * (boards + Encounter.MOST_ADDED_BOARDS);
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

    /** The encounters of the current round, in the order of the bracket. */
    public List<Encounter> encounters() {
        return encounters;
    }

    /**
     * The rounds from the first to the current one, each from the top of the bracket down: the players who advance from
     * the first two slots of a round meet in the first slot of the next one.
     */
    public List<List<Slot>> bracket() {
        return List.copyOf(bracket);
    }

    /** Those of the last round that has begun. */
    public List<Encounter> latest() {
        return meetings(bracket.getLast());
    }

    public OptionalInt champion() {
        return places.size() == 1 ? OptionalInt.of(places.getFirst()) : OptionalInt.empty();
    }

    /**
     * The place of a player: 1 for the champion, 2 for the other finalist, 3 for both losers of the semi-finals, 5 ..
     * Only the last round has a place for each.
     */
    public int place(int player) {
        return place[player];
    }

    /** Starts the next round if all encounters of this one are decided. Returns whether there is one. */
    public boolean advance() {
        if (places.size() == 1
                || encounters.stream().anyMatch(encounter -> encounter.decided().isEmpty())) {
            return false;
        }
        // By how many of their group were better, those who advance.
        Map<Integer, Integer> through = new LinkedHashMap<>();
        List<List<Integer>> out = new ArrayList<>();
        for (Slot slot : bracket.getLast()) {
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
        finalists = places;
        places = size.pairs()
                ? List.copyOf(through.keySet())
                : through.keySet().stream()
                        .sorted(Comparator.<Integer>comparingInt(through::get).thenComparing(Comparator.naturalOrder()))
                        .toList();
        round++;
        begin();
        return places.size() > 1;
    }

    /** Takes back that there is a champion: a match of the last round is played again. */
    public void reopen() {
        if (places.size() == 1) {
            places = finalists;
            encounters = latest();
            encounters.forEach(encounter -> encounter.players().forEach(player -> place[player] = 1));
            round--;
        }
    }

    private void begin() {
        List<Slot> slots = new ArrayList<>();
        if (!size.pairs()) {
            slots.addAll(places.size() == 1 ? List.of() : groups());
        } else {
            for (int i = 0; i + 1 < places.size(); i += 2) {
                slots.add(
                        places.get(i + 1) < 0
                                ? new Slot.Bye(places.get(i))
                                : meeting(List.of(places.get(i), places.get(i + 1)), 1));
            }
        }
        if (!slots.isEmpty()) {
            bracket.add(List.copyOf(slots));
        }
        encounters = meetings(slots);
    }

    private static List<Encounter> meetings(List<Slot> slots) {
        return slots.stream()
                .filter(Slot.Meeting.class::isInstance)
                .map(slot -> ((Slot.Meeting) slot).encounter())
                .toList();
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
        return slots;
    }

    private Slot meeting(List<Integer> players, int through) {
        List<Integer> bySeed = players.stream().sorted().toList();
        String names = bySeed.stream().map(String::valueOf).collect(Collectors.joining(" and "));
        return new Slot.Meeting(new Encounter(
                bySeed,
                through,
                boards,
                firstBoard(round, boards),
                SeededRandom.of(seed, "lots of round " + round + ", players " + names)));
    }
}
