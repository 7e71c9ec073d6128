package bout.api.http;

import bout.competition.Coded;
import bout.engine.Plain;
import bout.games.Games;
import bout.store.access.Scope;
import bout.table.Listing.Page;
import bout.table.Listing.PageRequest;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import bout.wire.id.IdKind;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The parameters of a query, and their violations: whatever reads one records that, and {@link #check} refuses the
 * request.
 *
 * @param values decoded, by name
 */
public record Query(Map<String, String> values, List<Violation> violations) {

    private static final int DEFAULT_LIMIT = 20;

    public static Query read(String query, String... known) {
        Query read = new Query(new LinkedHashMap<>(), new ArrayList<>());
        for (String pair : query.split("&")) {
            if (!pair.isEmpty()) {
                String[] nameAndValue = pair.split("=", 2);
                read.add(nameAndValue[0], nameAndValue.length < 2 ? "" : nameAndValue[1], List.of(known));
            }
        }
        return read;
    }

    /**
     * A page of the bots or the tournaments: the parameters game, mine, limit and cursor.
     *
     * @param owner of what is listed unless it is the caller; {@code null} for what is public of everyone
     */
    public <T> Page<T> page(Caller caller, String owner, IdKind kind, Function<PageRequest<String>, Page<T>> lists) {
        String game = game();
        int limit = limit(PageRequest.MAX_LIMIT);
        boolean mine = flag("mine");
        check();
        if (mine && caller.owner() == null) {
            throw Callers.forbidden(caller, Scope.READ);
        }
        return lists.apply(new PageRequest<>(game, mine ? caller.owner() : owner, limit, behind(kind::is)));
    }

    private void add(String rawName, String rawValue, List<String> known) {
        String name;
        String value;
        try {
            name = URLDecoder.decode(rawName, StandardCharsets.UTF_8);
            value = URLDecoder.decode(rawValue, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException brokenEncoding) {
            wrong(
                    ProblemType.BAD_PARAMETER,
                    rawName,
                    "invalid percent-encoding; % must be followed by two hexadecimal digits");
            return;
        }
        if (!known.contains(name)) {
            wrong(
                    ProblemType.UNKNOWN_PARAMETER,
                    name,
                    known.isEmpty()
                            ? "this route takes no parameters"
                            : "unknown parameter; expected one of " + String.join(", ", known));
        } else if (values.putIfAbsent(name, value) != null) {
            wrong(ProblemType.UNKNOWN_PARAMETER, name, "given twice");
        }
    }

    public void wrong(ProblemType type, String name, String detail) {
        violations.add(Violation.inQuery(type, name, detail));
    }

    public void unlike(String name, String expected) {
        wrong(ProblemType.BAD_PARAMETER, name, "expected " + expected + ", got " + Plain.describe(get(name)));
    }

    public void notBetween(String name, long least, long most) {
        String value = get(name);
        String shown = value.matches("-?[0-9]{1,18}") ? value : Plain.describe(value);
        wrong(ProblemType.BAD_PARAMETER, name, "must be between " + least + " and " + most + "; got " + shown);
    }

    public void check() {
        if (!violations.isEmpty()) {
            throw new Refusal(violations);
        }
    }

    public String get(String name) {
        return values.get(name);
    }

    public boolean flag(String name) {
        String value = values.getOrDefault(name, "false");
        if (!value.equals("true") && !value.equals("false")) {
            unlike(name, "true or false");
        }
        return value.equals("true");
    }

    public <C extends Coded> C oneOf(String name, Class<C> type) {
        Optional<C> known = Optional.ofNullable(get(name)).flatMap(code -> Coded.of(type, code));
        if (get(name) != null && known.isEmpty()) {
            unlike(name, "one of " + String.join(", ", Coded.codes(type)));
        }
        return known.orElse(null);
    }

    public int limit(int most) {
        String text = get("limit");
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        if (!text.matches("[1-9][0-9]{0,2}") || Integer.parseInt(text) > most) {
            notBetween("limit", 1, most);
            return DEFAULT_LIMIT;
        }
        return Integer.parseInt(text);
    }

    public String game() {
        String game = get("game");
        if (game != null && Games.byId(game).isEmpty()) {
            wrong(ProblemType.UNKNOWN_GAME, "game", "unknown game; " + Field.KNOWN_GAMES);
        }
        return game;
    }

    public void badCursor() {
        wrong(ProblemType.BAD_CURSOR, "cursor", "not a cursor of this list; pass `next` unchanged, or leave it out");
    }

    /** The id that the cursor stands behind, {@code null} if there is none; a bad one refuses the request. */
    public String behind(Predicate<String> isId) {
        String cursor = get("cursor");
        Optional<String> id = Optional.ofNullable(cursor).flatMap(text -> Cursor.read(text, isId));
        if (cursor != null && id.isEmpty()) {
            badCursor();
            check();
        }
        return id.orElse(null);
    }
}
