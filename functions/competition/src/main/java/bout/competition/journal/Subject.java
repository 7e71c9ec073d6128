package bout.competition.journal;

import java.util.Objects;
import java.util.regex.Pattern;

/** The tournament or ladder that a journal belongs to. */
public sealed interface Subject {

    /**
     * The text that {@link #of} reads: {@code tournament#ID} or {@code ladder#GAME}. It fits a message group of SQS.
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

    record Ladder(String game) implements Subject {

        private static final String PREFIX = "ladder#";

        public Ladder {
            part(game, "a game's id");
        }

        @Override
        public String text() {
            return PREFIX + game;
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
