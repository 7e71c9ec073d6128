package bout.competition.journal;

import bout.competition.pairings.Fixture;
import bout.engine.Plain;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

public sealed interface Competition {

    /** The tournament or ladder that the result counts for. */
    Subject subject(String game);

    /** The form that {@link #read} reads and the API shows. */
    @JsonValue
    Map<String, Object> toPlain();

    /** A match of a tournament, which has at most one between the same players on the same board in the same seats. */
    record OfTournament(String tournament, Fixture fixture) implements Competition {

        @Override
        public Subject subject(String game) {
            return new Subject.Tournament(tournament);
        }

        @Override
        public Map<String, Object> toPlain() {
            Map<String, Object> plain =
                    Plain.object("tournament", tournament, "board", fixture.board(), "players", fixture.players());
            if (fixture.again() > 0) {
                plain.put("again", fixture.again());
            }
            return plain;
        }
    }

    /**
     * A match of a ladder.
     *
     * @param contest the contest whose ladder it is; {@code null} for the ladder of the game
     * @param versions those of its bots by seat; 0 for a house bot
     */
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

        @Override
        public Map<String, Object> toPlain() {
            return contest == null
                    ? Map.of("versions", versions)
                    : Plain.object("contest", contest, "versions", versions);
        }
    }

    /** @throws bout.engine.UnexpectedValue when the value is not what {@link #toPlain} makes */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Competition read(Plain plain) {
        if (plain.has("tournament")) {
            plain.onlyFields("tournament", "board", "players", "again");
            return new OfTournament(
                    plain.get("tournament").text(),
                    new Fixture(
                            plain.get("board").integer(0, Integer.MAX_VALUE),
                            numbers(plain.get("players")),
                            plain.has("again") ? plain.get("again").integer(1, Integer.MAX_VALUE) : 0));
        }
        plain.onlyFields("contest", "versions");
        return new OfLadder(plain.has("contest") ? plain.get("contest").text() : null, numbers(plain.get("versions")));
    }

    private static List<Integer> numbers(Plain list) {
        return list.entries().stream()
                .map(each -> each.integer(0, Integer.MAX_VALUE))
                .toList();
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
