package bout.competition.contest;

import bout.competition.Coded;
import bout.competition.contest.ContestEvent.Again;
import bout.competition.contest.ContestEvent.Begun;
import bout.competition.contest.ContestEvent.Cancelled;
import bout.competition.contest.ContestEvent.Closed;
import bout.competition.contest.ContestEvent.Disqualified;
import bout.competition.contest.ContestEvent.Ended;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestEvent.Entrant;
import bout.competition.contest.ContestEvent.Late;
import bout.competition.contest.ContestEvent.Postponed;
import bout.competition.contest.ContestEvent.Revealed;
import bout.competition.contest.ContestEvent.Withdrawn;
import bout.competition.contest.ContestPlan.Reveal;
import bout.competition.tournament.Plan;
import bout.competition.tournament.TournamentStandings;
import bout.engine.Plain;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A contest as its plan and its journal make it: a pure function of both. Each entry is checked against those before
 * it, so that a reader of the journal finds an entry that cannot be right.
 */
public final class Contest {

    /** How far a contest is. It goes back only if a match is played again after its stage has ended. */
    public enum State implements Coded {
        /** Bots can be entered. */
        OPEN,
        /** Between the deadline and the first stage, or between two stages. */
        CLOSED,
        /** A stage is being played. */
        RUNNING,
        FINISHED,
        CANCELLED;

        public boolean over() {
            return this == FINISHED || this == CANCELLED;
        }
    }

    /** Somebody's bot. {@code out} says why it does not take part any more; {@code null} while it does. */
    public record Entry(String owner, String bot, String name, Instant at, String out) {

        private Entry out(String why) {
            return new Entry(owner, bot, name, at, why);
        }

        public boolean disqualified() {
            return out != null && out.startsWith(DISQUALIFIED);
        }
    }

    /**
     * A stage that has begun; {@code ranking} is empty until it has ended. As others than the organiser see it before
     * its results are revealed, it has none of them, and {@code tournament} is {@code null}.
     */
    public record Played(String tournament, List<String> bots, List<String> ranking) {

        public boolean masked() {
            return tournament == null;
        }

        /** Its bots in the order of the tournament's published table, in which a house bot may be, too. */
        public List<String> ranking(Plain table) {
            return TournamentStandings.ranking(table).stream()
                    .filter(bots::contains)
                    .toList();
        }
    }

    /** With so many entries a journal takes no further bots; whatever the contest needs to go on still comes in. */
    public static final int MOST_EVENTS = 10_000;

    /** How often an owner may enter bots, whatever becomes of them: so one owner alone cannot fill the journal. */
    public static final int MOST_TIMES = 50;

    private static final int PODIUM = 3;

    private static final String WITHDRAWN = "withdrawn by its owner";
    private static final String DISQUALIFIED = "disqualified: ";
    private static final String UNPLAYABLE = "not playable at the deadline";

    private final ContestPlan plan;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, Integer> timesOf = new HashMap<>();
    private final List<Played> stages = new ArrayList<>();
    private final List<Again> again = new ArrayList<>();
    private int ended;
    private int revealed;
    private int events;
    private final List<Entrant> entrants = new ArrayList<>();

    /** Bots that come into the next stage, however they would be placed. */
    private final List<String> late = new ArrayList<>();

    private State state = State.OPEN;
    private Instant deadline;
    private String reason;

    public Contest(ContestPlan plan) {
        this.plan = plan;
        this.deadline = plan.deadline();
    }

    /** @throws IllegalArgumentException for the first entry that does not follow from those before */
    public static Contest of(ContestPlan plan, List<ContestEvent> journal) {
        Contest contest = new Contest(plan);
        journal.forEach(contest::add);
        return contest;
    }

    public void add(ContestEvent event) {
        refusal(event).ifPresent(why -> {
            throw new IllegalArgumentException(event + ": " + why);
        });
        events++;
        switch (event) {
            case Entered(Instant at, String owner, String bot, String name) ->
                enter(new Entry(owner, bot, name, at, null));
            case Withdrawn out -> takeOut(out.bot(), WITHDRAWN);
            case Disqualified out -> takeOut(out.bot(), DISQUALIFIED + out.reason());
            case Postponed later -> deadline = later.deadline();
            case Closed closed -> {
                state = State.CLOSED;
                entrants.addAll(closed.entrants());
                List<String> playable = entrants.stream().map(Entrant::bot).toList();
                entries.replaceAll(
                        (bot, entry) -> entry.out() != null || playable.contains(bot) ? entry : entry.out(UNPLAYABLE));
            }
            case Late(Instant at, Entrant in, String _) -> {
                enter(new Entry(in.owner(), in.bot(), in.name(), at, null));
                entrants.add(in);
                late.add(in.bot());
            }
            case Begun begun -> {
                state = State.RUNNING;
                late.clear();
                stages.add(new Played(begun.tournament(), begun.bots(), List.of()));
            }
            case Ended ended -> {
                Played played = stages.removeLast();
                stages.add(new Played(played.tournament(), played.bots(), ended.bots()));
                this.ended++;
                state = stages.size() == plan.stages().size() ? State.FINISHED : State.CLOSED;
            }
            case Again taken -> {
                Played played = stages.removeLast();
                stages.add(new Played(played.tournament(), played.bots(), List.of()));
                again.add(taken);
                ended = taken.stage();
                state = State.RUNNING;
            }
            case Revealed revealing -> revealed = revealing.stage() + 1;
            case Cancelled cancelled -> {
                state = State.CANCELLED;
                reason = cancelled.reason();
            }
        }
    }

    private void enter(Entry entry) {
        entries.put(entry.bot(), entry);
        timesOf.merge(entry.owner(), 1, Integer::sum);
    }

    private void takeOut(String bot, String why) {
        entries.put(bot, entries.get(bot).out(why));
    }

    /** Why an event cannot come now; empty if it can. */
    public Optional<String> refusal(ContestEvent event) {
        boolean alsoAfter = event instanceof Revealed || event instanceof Again && state == State.FINISHED;
        if (state.over() && !alsoAfter) {
            return Optional.of("the contest is over");
        }
        return switch (event) {
            case Entered entered ->
                state != State.OPEN || !entered.at().isBefore(deadline)
                        ? Optional.of("the deadline has passed")
                        : noRoom(entered.owner(), entered.bot()).or(this::full);
            case Late(Instant _, Entrant in, String _) -> notLate(in).or(() -> noRoom(in.owner(), in.bot()));
            case Withdrawn out -> taking(out.bot());
            case Disqualified out -> taking(out.bot());
            case Postponed later ->
                unless(
                        state == State.OPEN && later.deadline().isAfter(later.at()),
                        "the deadline has passed, or the new one is past");
            case Closed closed ->
                unless(
                        state == State.OPEN
                                && !closed.at().isBefore(deadline)
                                && closed.entrants().stream().allMatch(each -> takesPart(each.bot())),
                        "it is not the deadline, or somebody has not entered");
            case Begun begun ->
                unless(
                        state == State.CLOSED
                                && begun.stage() == stages.size()
                                && (begun.tournament() == null || begun.bots().equals(next())),
                        "that stage is not next, or has other bots");
            case Ended ended ->
                unless(
                        state == State.RUNNING
                                && ended.stage() == stages.size() - 1
                                && stages.getLast().bots().containsAll(ended.bots()),
                        "that stage is not played, or has other bots");
            case Again taken ->
                unless(
                        !stages.isEmpty()
                                && taken.stage() == stages.size() - 1
                                && (taken.match() == null
                                        || !takenBack(taken.stage()).contains(taken.match())),
                        "that stage is not the last that has begun, or the match is played again already");
            case Revealed revealing ->
                unless(
                        plan.reveal() == Reveal.BY_ORGANISER
                                && revealing.stage() == revealed
                                && hasEnded(revealing.stage()),
                        "that stage has not ended, or is not the next to be revealed");
            case Cancelled _ -> Optional.empty();
        };
    }

    /** Why a bot cannot be entered although the deadline has passed. */
    private Optional<String> notLate(Entrant bot) {
        if (state == State.OPEN) {
            return Optional.of("the contest has not closed yet; until its deadline, owners enter bots");
        }
        int stage = stages.size();
        if (stage == plan.stages().size()) {
            return Optional.of("no further stage is to begin");
        }
        if (!takesPart(bot.bot())
                && entrants.stream().anyMatch(each -> each.bot().equals(bot.bot()))) {
            return Optional.of("the bot has taken part already, and was taken out");
        }
        Integer best = plan.stages().get(stage).best();
        int most = late.size() + 1 + Math.min(entrants.size(), best == null ? Integer.MAX_VALUE : best);
        return unless(
                plan.stages().get(stage).players(most) <= Plan.MOST_PLAYERS,
                "a stage has at most " + Plan.MOST_PLAYERS + " players");
    }

    private Optional<String> noRoom(String owner, String bot) {
        if (takesPart(bot)) {
            return Optional.of("the bot takes part already");
        }
        if (events >= MOST_EVENTS) {
            return Optional.of("its journal is full");
        }
        if (timesOf.getOrDefault(owner, 0) >= MOST_TIMES) {
            return Optional.of("an owner enters bots at most " + MOST_TIMES + " times");
        }
        long own = entries.values().stream()
                .filter(entry -> entry.out() == null && entry.owner().equals(owner))
                .count();
        return unless(
                own < plan.perOwner(),
                plan.perOwner() == 1
                        ? "an owner enters one bot; withdraw the other one first"
                        : "an owner enters at most " + plan.perOwner() + " bots; withdraw one first");
    }

    /** With more bots a stage might be impossible, and the entry with all of them too large for the table. */
    private Optional<String> full() {
        int bots = (int)
                entries.values().stream().filter(entry -> entry.out() == null).count();
        return unless(
                plan.stages().stream().allMatch(stage -> stage.players(bots + 1) <= Plan.MOST_PLAYERS),
                "the contest is full, with " + bots + " bots");
    }

    private Optional<String> taking(String bot) {
        return unless(takesPart(bot), "the bot does not take part");
    }

    private static Optional<String> unless(boolean fine, String why) {
        return fine ? Optional.empty() : Optional.of(why);
    }

    /**
     * The matches of a stage that are played again, in the order in which that was said; a masked one is {@code null}.
     */
    public List<String> takenBack(int stage) {
        return again.stream()
                .filter(each -> each.stage() == stage)
                .map(Again::match)
                .toList();
    }

    public boolean takesPart(String bot) {
        Entry entry = entries.get(bot);
        return entry != null && entry.out() == null;
    }

    public State state() {
        return state;
    }

    public Instant deadline() {
        return deadline;
    }

    /** Why it was cancelled, or {@code null}. */
    public String reason() {
        return reason;
    }

    /** All that were ever entered, each once, in the order of the first time. */
    public List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /** Those who took part at the deadline, in the order of their seeds, then those who came later; empty before. */
    public List<Entrant> entrants() {
        return List.copyOf(entrants);
    }

    /** The stages that have begun. */
    public List<Played> stages() {
        return List.copyOf(stages);
    }

    public boolean hasEnded(int stage) {
        return stage < ended;
    }

    /** Whether only the organiser can see the results of a stage that has begun. */
    public boolean hides(int stage) {
        return plan.reveal() == Reveal.BY_ORGANISER && stage >= revealed && stage < stages.size();
    }

    /** The journal as others than the organiser may read it. It gives away no hidden result. */
    public List<ContestEvent> masked(List<ContestEvent> journal) {
        return journal.stream()
                .map(event -> switch (event) {
                    case Begun begun when hides(begun.stage()) -> new Begun(begun.at(), begun.stage(), null, List.of());
                    case Again taken
                    when hides(taken.stage()) -> new Again(taken.at(), taken.stage(), null, taken.reason());
                    case Ended end when hides(end.stage()) -> new Ended(end.at(), end.stage(), List.of());
                    default -> event;
                })
                .toList();
    }

    /** The bots of the next stage, in the order of their seeds. */
    public List<String> next() {
        List<String> order = stages.isEmpty()
                ? entrants.stream().map(Entrant::bot).toList()
                : stages.getLast().ranking();
        Integer best = plan.stages().get(stages.size()).best();
        return Stream.concat(
                        order.stream()
                                .filter(bot -> takesPart(bot) && !late.contains(bot))
                                .limit(best == null ? Integer.MAX_VALUE : best),
                        late.stream().filter(this::takesPart))
                .toList();
    }

    /**
     * Those ranked so far: the last stage's bots by place, then those who dropped out before, by their place in the
     * stage that they last played; without those who were taken out. Nobody, if a stage is masked.
     */
    public List<String> ranking() {
        if (stages.stream().anyMatch(Played::masked)) {
            return List.of();
        }
        List<String> ranked = new ArrayList<>();
        for (Played played : stages.reversed()) {
            played.ranking().stream()
                    .filter(Predicate.not(ranked::contains))
                    .filter(this::takesPart)
                    .forEach(ranked::add);
        }
        return ranked;
    }

    /** The first three of a finished contest, once no stage is hidden any more; before, nobody. */
    public List<Entry> podium() {
        return state != State.FINISHED || hides(stages.size() - 1)
                ? List.of()
                : ranking().stream().limit(PODIUM).map(entries::get).toList();
    }
}
