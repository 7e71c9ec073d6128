package bout.api;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Option;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.ledger.PlayerRecord;
import bout.wire.Problem.Wrong;
import bout.wire.ProblemType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A match that a caller asks for, every part of it checked.
 *
 * @param seed {@code null} where the caller leaves it to us
 * @param timeLimit in ms, or {@code null} for the game's own limits
 */
record MatchRequest(String game, List<PlayerRecord> players, String seed, Options options, Integer timeLimit) {

    /** In characters (code points), as all lengths here. */
    static final int MAX_SEED = 64;

    private static final List<String> FIELDS = List.of("game", "players", "seed", "options", "timeLimit");
    private static final List<String> PLAYER_FIELDS = List.of("url", "house", "name");

    /** What {@link #read} made of a body. */
    sealed interface Reading {}

    record Accepted(MatchRequest request) implements Reading {}

    /** @param wrongs everything that is wrong, in the order of the fields */
    record Refused(List<Wrong> wrongs) implements Reading {}

    /** @param body any plain value */
    static Reading read(Object body, AddressPolicy addresses) {
        return new Reader(addresses).read(body);
    }

    /** Goes through one body and notes what is wrong. */
    private static final class Reader extends FieldReader {
        private final AddressPolicy addresses;

        private Reader(AddressPolicy addresses) {
            this.addresses = addresses;
        }

        private Reading read(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with the fields game and players", body);
                return new Refused(wrongs());
            }
            unknownFields("", fields, FIELDS);
            Game<?, ?> game = game(fields);
            List<PlayerRecord> players = players(fields, game);
            String seed = seed(fields);
            Options options = options(fields, game);
            Integer timeLimit = timeLimit(fields);
            return wrongs().isEmpty()
                    ? new Accepted(new MatchRequest(game.card().id(), players, seed, options, timeLimit))
                    : new Refused(wrongs());
        }

        private Game<?, ?> game(Map<?, ?> fields) {
            if (!fields.containsKey("game")) {
                wrong(
                        ProblemType.MISSING_FIELD,
                        "/game",
                        "it is missing; expected the id of a game, such as "
                                + Games.ALL.getFirst().card().id());
                return null;
            }
            String id = text("/game", fields.get("game"));
            if (id == null) {
                return null;
            }
            Optional<Game<?, ?>> game = Games.byId(id);
            if (game.isEmpty()) {
                wrong(ProblemType.UNKNOWN_GAME, "/game", "no game has this id; " + GameEndpoints.KNOWN);
            }
            return game.orElse(null);
        }

        private List<PlayerRecord> players(Map<?, ?> fields, Game<?, ?> game) {
            String expected = "a list of two players, each {\"url\": ...} or {\"house\": ...}";
            if (!fields.containsKey("players")) {
                wrong(ProblemType.MISSING_FIELD, "/players", "it is missing; expected " + expected);
                return List.of();
            }
            if (!(fields.get("players") instanceof List<?> list)) {
                wrongType("/players", expected, fields.get("players"));
                return List.of();
            }
            if (list.size() != 2) {
                wrong(ProblemType.OUT_OF_RANGE, "/players", "expected " + expected + ", got " + Plain.describe(list));
            }
            List<PlayerRecord> players = new ArrayList<>();
            for (int i = 0; i < Math.min(list.size(), 2); i++) {
                players.add(player("/players/" + i, list.get(i), Seat.of(i + 1), game));
            }
            return players;
        }

        /** The player, or {@code null} where something is wrong. */
        private PlayerRecord player(String pointer, Object value, Seat seat, Game<?, ?> game) {
            if (!(value instanceof Map<?, ?> fields)) {
                wrongType(pointer, "an object with url or house", value);
                return null;
            }
            unknownFields(pointer, fields, PLAYER_FIELDS);
            boolean hasUrl = fields.containsKey("url");
            boolean hasHouse = fields.containsKey("house");
            if (hasUrl && hasHouse) {
                wrong(
                        ProblemType.UNKNOWN_FIELD,
                        pointer + "/house",
                        "a player with a url has no house; leave out one of the two");
            } else if (!hasUrl && !hasHouse) {
                wrong(ProblemType.MISSING_FIELD, pointer, "expected url or house, got " + Plain.describe(fields));
            }
            String url = hasUrl ? url(pointer + "/url", fields.get("url")) : null;
            String house = hasHouse ? house(pointer + "/house", fields.get("house"), game) : null;
            String name = fields.containsKey("name")
                    ? name(pointer + "/name", fields.get("name"))
                    : house == null ? "bot " + seat.number() : house;
            if (!wrongs().isEmpty()) {
                return null;
            }
            return hasUrl ? PlayerRecord.url(name, url) : PlayerRecord.house(name, house);
        }

        private String url(String pointer, Object value) {
            String url = text(pointer, value);
            if (url != null && BotUrl.read(url, addresses) instanceof BotUrl.Refused refused) {
                wrong(
                        switch (refused.reason()) {
                            case FORM -> ProblemType.BAD_URL;
                            case ADDRESS -> ProblemType.ADDRESS_NOT_ALLOWED;
                        },
                        pointer,
                        refused.text());
            }
            return url;
        }

        private String house(String pointer, Object value, Game<?, ?> game) {
            String name = text(pointer, value);
            if (name == null || game == null) {
                return name;
            }
            List<String> known = game.houseBots().stream().map(HouseBot::name).toList();
            if (!known.contains(name)) {
                wrong(
                        ProblemType.UNKNOWN_HOUSE_BOT,
                        pointer,
                        "the game has no house bot of this name; known are " + String.join(", ", known));
            }
            return name;
        }

        private String seed(Map<?, ?> fields) {
            if (!fields.containsKey("seed")) {
                return null;
            }
            String seed = text("/seed", fields.get("seed"));
            if (seed == null) {
                return null;
            }
            int length = seed.codePointCount(0, seed.length());
            if (length < 1 || length > MAX_SEED) {
                wrong(
                        ProblemType.OUT_OF_RANGE,
                        "/seed",
                        "expected 1 to " + MAX_SEED + " characters, got " + (length == 0 ? "none" : length));
            } else if (CONTROL.matcher(seed).find()) {
                wrong(ProblemType.OUT_OF_RANGE, "/seed", "it has a control character or half of a surrogate pair");
            }
            return seed;
        }

        private Options options(Map<?, ?> fields, Game<?, ?> game) {
            Object value = fields.containsKey("options") ? fields.get("options") : Map.of();
            if (!(value instanceof Map<?, ?> given)) {
                wrongType("/options", "an object with a value for each option that is not to have its default", value);
                return null;
            }
            if (game == null) {
                return null;
            }
            List<Option> declared = game.card().options();
            return switch (Options.read(declared, given)) {
                case Options.Accepted accepted -> accepted.options();
                case Options.Refused refused -> {
                    for (Options.Wrong wrong : refused.wrongs()) {
                        wrong(type(declared, wrong, given), pointer("/options", wrong.name()), wrong.text());
                    }
                    yield null;
                }
            };
        }

        private static ProblemType type(List<Option> declared, Options.Wrong wrong, Map<?, ?> given) {
            if (wrong.unknown()) {
                return ProblemType.UNKNOWN_OPTION;
            }
            Option option = declared.stream()
                    .filter(candidate -> candidate.name().equals(wrong.name()))
                    .findFirst()
                    .orElseThrow();
            Object value = given.get(wrong.name());
            boolean rightType =
                    switch (option) {
                        case Option.IntegerOption integerOption -> value instanceof Number;
                        case Option.BooleanOption booleanOption -> value instanceof Boolean;
                        case Option.ChoiceOption choiceOption -> value instanceof String;
                    };
            return rightType ? ProblemType.OUT_OF_RANGE : ProblemType.WRONG_TYPE;
        }

        private Integer timeLimit(Map<?, ?> fields) {
            if (!fields.containsKey("timeLimit")) {
                return null;
            }
            Object value = fields.get("timeLimit");
            String expected = "a whole number of milliseconds from " + TimeLimits.MIN + " to " + TimeLimits.MAX;
            if (!(value instanceof Number number)) {
                wrongType("/timeLimit", expected, value);
                return null;
            }
            if (!Plain.isInteger(number) || number.intValue() < TimeLimits.MIN || number.intValue() > TimeLimits.MAX) {
                wrong(ProblemType.OUT_OF_RANGE, "/timeLimit", expected(expected, value));
            }
            return number.intValue();
        }
    }
}
