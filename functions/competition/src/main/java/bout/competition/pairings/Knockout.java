package bout.competition.pairings;

import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * A seeded bracket: the loser of an encounter is out. The bracket has as many places as the next power of two; the top
 * seeds have a bye in the first round. The two top seeds can meet in the final at the earliest, the first four in the
 * semi-finals, and so on; the first seed always meets the lowest of them.
 */
public final class Knockout {

    private final int players;
    private final int boards;
    private final String seed;

    /** The round in which a player lost, from 0; -1 while it has not lost. */
    private final int[] lostIn;

    private final List<List<Slot>> bracket = new ArrayList<>();
    private List<Encounter> encounters = List.of();

    /** The players of the round, by place in the bracket; -1 for an empty place. */
    private List<Integer> places;

    private int round;

    /** A slot in a round of the bracket, from which one player advances. */
    public sealed interface Slot {

        record Meeting(Encounter encounter) implements Slot {}

        record Bye(int player) implements Slot {}
    }

    /** Best of an odd number of boards; the seed is for the lots. */
    public Knockout(int players, int boards, String seed) {
        if (players < 2 || boards < 1 || boards % 2 == 0) {
            throw new IllegalArgumentException("a knockout needs at least 2 players and an odd number of boards, not "
                    + players + " and " + boards);
        }
        this.players = players;
        this.boards = boards;
        this.seed = seed;
        lostIn = new int[players];
        Arrays.fill(lostIn, -1);
        places = seeded(players);
        begin();
    }

    public static int rounds(int players) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(players - 1);
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

    public OptionalInt champion() {
        return places.size() == 1 ? OptionalInt.of(places.getFirst()) : OptionalInt.empty();
    }

    /**
     * The place of a player: 1 for the champion, 2 for the other finalist, 3 for both losers of the semi-finals, 5 ..
     */
    public int place(int player) {
        return lostIn[player] < 0 ? 1 : 1 + (1 << rounds(players) - 1 - lostIn[player]);
    }

    /** Starts the next round if all encounters of this one are decided. Returns whether there is one. */
    public boolean advance() {
        if (places.size() == 1
                || encounters.stream().anyMatch(encounter -> encounter.decided().isEmpty())) {
            return false;
        }
        List<Integer> through = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < places.size(); i += 2) {
            if (places.get(i + 1) < 0) {
                through.add(places.get(i));
            } else {
                Encounter.Decided decided = encounters.get(next++).decided().orElseThrow();
                lostIn[decided.loser()] = round;
                through.add(decided.winner());
            }
        }
        places = through;
        round++;
        begin();
        return places.size() > 1;
    }

    private void begin() {
        List<Slot> slots = new ArrayList<>();
        for (int i = 0; i + 1 < places.size(); i += 2) {
            slots.add(slot(places.get(i), places.get(i + 1)));
        }
        if (!slots.isEmpty()) {
            bracket.add(List.copyOf(slots));
        }
        encounters = slots.stream()
                .filter(Slot.Meeting.class::isInstance)
                .map(slot -> ((Slot.Meeting) slot).encounter())
                .toList();
    }

    private Slot slot(int one, int other) {
        if (other < 0) {
            return new Slot.Bye(one);
        }
        int upper = Math.min(one, other);
        int lower = Math.max(one, other);
        return new Slot.Meeting(new Encounter(
                upper,
                lower,
                boards,
                firstBoard(round, boards),
                SeededRandom.of(seed, "lots of round " + round + ", players " + upper + " and " + lower)));
    }
}
