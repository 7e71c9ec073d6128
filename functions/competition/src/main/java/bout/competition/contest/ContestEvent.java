package bout.competition.contest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * An entry in the journal of a contest, which everybody who sees the contest can read. Entries are only ever added.
 * Bots are named by their ids.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "entered", value = ContestEvent.Entered.class),
    @JsonSubTypes.Type(name = "withdrawn", value = ContestEvent.Withdrawn.class),
    @JsonSubTypes.Type(name = "disqualified", value = ContestEvent.Disqualified.class),
    @JsonSubTypes.Type(name = "postponed", value = ContestEvent.Postponed.class),
    @JsonSubTypes.Type(name = "closed", value = ContestEvent.Closed.class),
    @JsonSubTypes.Type(name = "late", value = ContestEvent.Late.class),
    @JsonSubTypes.Type(name = "begun", value = ContestEvent.Begun.class),
    @JsonSubTypes.Type(name = "ended", value = ContestEvent.Ended.class),
    @JsonSubTypes.Type(name = "again", value = ContestEvent.Again.class),
    @JsonSubTypes.Type(name = "revealed", value = ContestEvent.Revealed.class),
    @JsonSubTypes.Type(name = "cancelled", value = ContestEvent.Cancelled.class)
})
public sealed interface ContestEvent {

    Instant at();

    /** Whether webhooks tell of it: those who enter bots, and what the organiser does to these, are left out. */
    default boolean told() {
        return switch (this) {
            case Closed _, Begun _, Ended _, Again _, Revealed _, Cancelled _ -> true;
            case Entered _, Withdrawn _, Disqualified _, Postponed _, Late _ -> false;
        };
    }

    /** The bots that play from now on, each with the program that it had. */
    default List<Entrant> entrants() {
        return List.of();
    }

    /** The entry with another name for some bots. */
    default ContestEvent renamed(Set<String> bots, String to) {
        return switch (this) {
            case Entered(Instant at, String owner, String bot, String _)
            when bots.contains(bot) -> new Entered(at, owner, bot, to);
            case Closed(Instant at, List<Entrant> entrants, Long ladder) ->
                new Closed(
                        at,
                        entrants.stream()
                                .map(each -> bots.contains(each.bot) ? each.renamed(to) : each)
                                .toList(),
                        ladder);
            case Late(Instant at, Entrant entrant, String reason)
            when bots.contains(entrant.bot) -> new Late(at, entrant.renamed(to), reason);
            default -> this;
        };
    }

    /** A bot takes part. A contest that is open takes it; at the deadline it must still be playable. */
    record Entered(Instant at, String owner, String bot, String name) implements ContestEvent {}

    /** Its owner has taken a bot out. */
    record Withdrawn(Instant at, String bot) implements ContestEvent {}

    /** An admin has taken a bot out: it comes into no further stage, and is not ranked. */
    record Disqualified(Instant at, String bot, String reason) implements ContestEvent {}

    record Postponed(Instant at, Instant deadline) implements ContestEvent {}

    /**
     * The deadline has passed: no more bots enter, and published code is that of this moment.
     *
     * @param ladder how many results of the contest's own ladder count for the seeds; {@code null} if it has none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Closed(Instant at, List<Entrant> entrants, Long ladder) implements ContestEvent {

        public Closed {
            entrants = List.copyOf(entrants);
        }

        public Closed(Instant at, List<Entrant> entrants) {
            this(at, entrants, null);
        }
    }

    /**
     * The organiser has entered a bot after the deadline. It comes into the next stage besides all others, as the last
     * seed, and published code is that of this moment.
     */
    record Late(Instant at, Entrant entrant, String reason) implements ContestEvent {

        @Override
        public List<Entrant> entrants() {
            return List.of(entrant);
        }
    }

    /**
     * A stage has begun, with these bots in the order of their seeds. As others than the organiser see it before its
     * results are revealed, it has no tournament and no bots; such an entry is never stored.
     */
    record Begun(Instant at, int stage, String tournament, List<String> bots) implements ContestEvent {

        public Begun {
            bots = List.copyOf(bots);
        }
    }

    /** A stage has ended, with these bots in the order of their places; without them as {@link Begun}. */
    record Ended(Instant at, int stage, List<String> bots) implements ContestEvent {

        public Ended {
            bots = List.copyOf(bots);
        }
    }

    /**
     * The organiser has the result of a match taken back and the match played again. A stage that had ended goes on; it
     * ends with another entry. As others see it before the results are revealed, it has no match.
     */
    record Again(Instant at, int stage, String match, String reason) implements ContestEvent {}

    /** Everybody may know the results of a stage. */
    record Revealed(Instant at, int stage) implements ContestEvent {}

    record Cancelled(Instant at, String reason) implements ContestEvent {}

    /**
     * A bot as it was at the deadline, or when it was entered later. Entrants are in the order of their seeds: those
     * with the best ratings first.
     *
     * @param version counted by its owner's changes
     * @param code the SHA-256 of published code, which it plays with until the end; {@code null} of a bot with a URL or
     *     a connection, whose program only its owner can freeze
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Entrant(String bot, String owner, String name, int version, String code) {

        private Entrant renamed(String to) {
            return new Entrant(bot, owner, to, version, code);
        }
    }
}
