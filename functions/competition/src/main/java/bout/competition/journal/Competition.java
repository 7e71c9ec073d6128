package bout.competition.journal;

import bout.competition.pairings.Fixture;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** What a result counts for. Its JSON form is stored, and the API shows it: the fields tell which one it is. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(Competition.OfTournament.class), @JsonSubTypes.Type(Competition.OfLadder.class)})
public sealed interface Competition {

    /** The tournament or ladder that the result counts for. */
    Subject subject(String game);

    /** A match of a tournament, which has at most one between the same players on the same board in the same seats. */
    record OfTournament(String tournament, @JsonUnwrapped Fixture fixture) implements Competition {

        @Override
        public Subject subject(String game) {
            return new Subject.Tournament(tournament);
        }
    }

    /**
     * A match of a ladder.
     *
     * @param contest the contest whose ladder it is; {@code null} for the ladder of the game
     * @param versions those of its bots by seat; 0 for a house bot
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record OfLadder(String contest, List<Integer> versions) implements Competition {

        public OfLadder {
            versions = List.copyOf(versions);
            if (versions.isEmpty() || versions.stream().anyMatch(version -> version < 0)) {
                throw new IllegalArgumentException("no versions of bots: " + versions);
            }
        }

        public OfLadder(Integer... versions) {
            this(null, List.of(versions));
        }

        @Override
        public Subject subject(String game) {
            return new Subject.Ladder(contest == null ? game : contest);
        }
    }

    /** The tournament or ladder that a journal belongs to. */
    public sealed interface Subject {

        /**
         * The text that {@link #of} reads: {@code tournament#ID}, {@code ladder#GAME} or {@code ladder#CONTEST}. It
         * fits a message group of SQS.
         */
        String text();

        record Tournament(String id) implements Subject {

            private static final String PREFIX = "tournament#";

            public Tournament {
                part(id, "a tournament's id");
            }

            @Override
            public String text() {
                return PREFIX + id;
            }
        }

        /** @param id the game's or the contest's whose ladder it is */
        record Ladder(String id) implements Subject {

            private static final String PREFIX = "ladder#";

            public Ladder {
                part(id, "the id of a game or contest");
            }

            @Override
            public String text() {
                return PREFIX + id;
            }
        }

        /** @throws IllegalArgumentException when the text is not what {@link #text} makes */
        static Subject of(String text) {
            if (text.startsWith(Tournament.PREFIX)) {
                return new Tournament(text.substring(Tournament.PREFIX.length()));
            }
            if (text.startsWith(Ladder.PREFIX)) {
                return new Ladder(text.substring(Ladder.PREFIX.length()));
            }
            throw new IllegalArgumentException(
                    "not a subject: " + text + "; it begins with " + Tournament.PREFIX + " or " + Ladder.PREFIX);
        }

        private static void part(String id, String what) {
            // It becomes a part of keys and message groups.
            Pattern form = Pattern.compile("[A-Za-z0-9_-]{1,80}");
            if (!form.matcher(Objects.requireNonNull(id, what)).matches()) {
                throw new IllegalArgumentException("not " + what + ": " + id);
            }
        }
    }
}
