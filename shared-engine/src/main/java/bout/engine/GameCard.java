package bout.engine;

import java.util.List;

/**
 * The description of a game for people and programs. The API, the command line and the site show it.
 *
 * @param id in requests, replays and headers: lower case, words joined by hyphens
 * @param seats how many players a match has
 * @param rules a summary of the rules, one or two sentences per entry
 * @param timeLimits for bots, unless the match sets its own
 * @param request what each field of a request contains
 * @param answer what a bot answers
 * @param exampleAnswer a valid answer, as a plain value
 * @param scoreUnit what a score counts, such as {@code tiles}
 * @param calls which calls a bot gets
 */
public record GameCard(
        String id,
        String name,
        String summary,
        Seats seats,
        List<String> rules,
        List<Option> options,
        TimeLimits timeLimits,
        Form form,
        String request,
        String answer,
        Object exampleAnswer,
        String scoreUnit,
        Calls calls) {

    /**
     * Which calls a bot gets.
     *
     * @param move the path below the bot's URL where it is asked for moves; empty for the URL itself
     * @param start the path where it is told that a match begins, or {@code null}; the answer does not matter
     * @param end the same for the end of a match
     * @param card whether a GET of its URL answers an object that says whose bot it is
     * @param note the field of an answer with a note for people, or {@code null}
     */
    public record Calls(String move, String start, String end, boolean card, String note) {
        /** Moves are asked for at the bot's URL, and nothing else. */
        public static final Calls MOVES = new Calls("", null, null, false, null);
    }

    /** How many players a match has, from 1 to {@link Seat#MOST}. */
    public record Seats(int fewest, int most) {

        public static final Seats TWO = new Seats(2, 2);

        /** Of a game that is not known. */
        public static final Seats ANY = new Seats(1, Seat.MOST);

        public Seats {
            if (fewest < 1 || most < fewest || most > Seat.MOST) {
                throw new IllegalArgumentException("not numbers of seats: " + fewest + " to " + most);
            }
        }

        /** As many of the wanted seats as the game takes, or as few as it needs. */
        public int closest(int wanted) {
            return Math.max(fewest, Math.min(wanted, most));
        }

        public boolean allow(int players) {
            return players >= fewest && players <= most;
        }

        /** Such as {@code two players} or {@code 1 to 8 players}. */
        public String players() {
            String number = most == 1 ? "one player" : (most == 2 ? "two" : String.valueOf(most)) + " players";
            return fewest == most ? number : fewest + " to " + most + " players";
        }
    }

    /** How the fields of a request are written. */
    public enum Form {

        /** {@code application/json}: the fields as one JSON object. */
        JSON("application/json"),

        /** The fields as form fields: {@code application/x-www-form-urlencoded}, with JSON for what is not a string. */
        FORM("application/x-www-form-urlencoded");

        private final String contentType;

        Form(String contentType) {
            this.contentType = contentType;
        }

        public String contentType() {
            return contentType;
        }
    }
}
