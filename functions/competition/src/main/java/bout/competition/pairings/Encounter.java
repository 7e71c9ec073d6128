package bout.competition.pairings;

import bout.competition.Coded;
import bout.competition.Outcome;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The players of a knockout who meet, and of whom some advance: best of several matches, in each of which everyone has
 * the next seat. It ends as soon as nobody who is out can catch up. If it is level after all matches, as many are added
 * at a time as there are seats, so that each player has each; then the lot decides. Each match has a board of its own,
 * because each begins after the one before has been seen.
 */
public final class Encounter {

    private static final int USUAL_ADDED_BOARDS = 6;

    private final List<Integer> players;
    private final int through;
    private final int boards;
    private final int firstBoard;
    private final Fixture first;
    private final List<Integer> drawn;
    private final int[] halfPoints;
    private final int[] wins;
    private final Set<Integer> withdrawn = new HashSet<>();
    private int played;

    /** Matches without a result that were begun, once one of them is played again; until then nothing is decided. */
    private int awaited;

    private Decided decided;

    public enum By implements Coded {
        MATCHES,
        ADDED_BOARDS,
        LOT,
        /** So many were withdrawn that the others advance. */
        WALKOVER
    }

    /** Who advances and who is out, each in the order of their results. */
    public record Decided(List<Integer> through, List<Integer> out, By by) {}

    /**
     * The players are in the order of their seeds, and the boards follow the first one. The lots say who has which seat
     * first, and who is ahead if everything else is level.
     */
    Encounter(List<Integer> players, int through, int boards, int firstBoard, SeededRandom seed) {
        this.players = List.copyOf(players);
        this.through = through;
        this.boards = boards;
        this.firstBoard = firstBoard;
        first = new Fixture(firstBoard, shuffled(players, seed));
        drawn = shuffled(players, seed);
        halfPoints = new int[players.size()];
        wins = new int[players.size()];
    }

    /** The maximum number of boards that are added in matches of so many seats, or fewer. */
    public static int mostAddedBoards(int seats) {
        return Math.max(USUAL_ADDED_BOARDS, seats);
    }

    static List<Integer> shuffled(List<Integer> players, SeededRandom seed) {
        List<Integer> shuffled = new ArrayList<>(players);
        for (int last = players.size() - 1; last > 0; last--) {
            Collections.swap(shuffled, last, seed.nextInt(last + 1));
        }
        return shuffled;
    }

    /** By seed. */
    public List<Integer> players() {
        return players;
    }

    public int wins(int player) {
        return wins[players.indexOf(player)];
    }

    /** 1 for each opponent that was behind the player in a match, 1/2 for each that was level with it. */
    public double points(int player) {
        return halfPoints[players.indexOf(player)] / 2.0;
    }

    public int played() {
        return played;
    }

    public Optional<Decided> decided() {
        return Optional.ofNullable(decided);
    }

    /**
     * The match to play next, after the result of the previous one. Empty once the encounter is decided, and while a
     * match is played again.
     */
    public Optional<Fixture> next() {
        return decided == null && awaited == 0
                ? Optional.of(first.rotated(played, firstBoard + played))
                : Optional.empty();
    }

    /** @param fixture the {@link #next} match, or one that is played again or was begun before that */
    public void result(Fixture fixture, Outcome outcome) {
        add(fixture, outcome, 1);
        if (fixture.again() == 0) {
            played++;
        }
        awaited = Math.max(0, awaited - 1);
        decide();
    }

    private void add(Fixture fixture, Outcome outcome, int times) {
        for (int seat = 0; seat < players.size(); seat++) {
            int player = players.indexOf(fixture.players().get(seat));
            halfPoints[player] += times * outcome.halfPoints(seat);
            wins[player] += times * (outcome.halfWins(seat) / 2);
        }
    }

    /** Whether a match was played in this encounter. */
    public boolean has(Fixture fixture) {
        return fixture.board() >= firstBoard
                && fixture.board() < firstBoard + played
                && players.containsAll(fixture.players());
    }

    /**
     * Takes the result of a match back, which is played again.
     *
     * @param begun how many other matches have begun and have no result; counted only for the first to be taken back
     */
    public void takeBack(Fixture fixture, Outcome outcome, int begun) {
        add(fixture, outcome, -1);
        awaited += 1 + (awaited == 0 ? begun : 0);
        decided = null;
    }

    /** Withdraws a player: it is behind all others, unless the encounter is decided already. */
    public void withdraw(int player) {
        if (decided == null) {
            withdrawn.add(player);
            decideByWalkover();
        }
    }

    private void decideByWalkover() {
        if (awaited == 0 && players.size() - withdrawn.size() <= through) {
            decided = decided(By.WALKOVER);
        }
    }

    private void decide() {
        decideByWalkover();
        if (awaited > 0 || decided != null) {
            return;
        }
        Decided now = decided(By.MATCHES);
        int lead = halfPoints[players.indexOf(now.through.getLast())] - halfPoints[players.indexOf(now.out.getFirst())];
        int opponents = players.size() - 1;
        if (played <= boards) {
            if (lead > 2 * opponents * (boards - played)) {
                decided = now;
            }
            return;
        }
        int added = played - boards;
        if (added % players.size() > 0) {
            return;
        }
        if (lead > 0) {
            decided = decided(By.ADDED_BOARDS);
        } else if (added + players.size() > mostAddedBoards(players.size())) {
            decided = decided(By.LOT);
        }
    }

    private Decided decided(By by) {
        List<Integer> order = players.stream()
                .sorted(Comparator.comparing(withdrawn::contains)
                        .thenComparing(player -> -halfPoints[players.indexOf(player)])
                        .thenComparing(drawn::indexOf))
                .toList();
        return new Decided(order.subList(0, through), order.subList(through, order.size()), by);
    }

    @Override
    public String toString() {
        return players + ": " + Objects.toString(decided, "open");
    }
}
