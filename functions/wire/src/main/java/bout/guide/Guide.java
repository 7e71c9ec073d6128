package bout.guide;

import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.TimeLimits;
import bout.guide.GuideText.Chapter;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A game's guide for bot authors, from the game's declaration and the text beside the game's classes. */
public record Guide(String id, String name, String summary, List<String> lines, List<Section> sections) {

    private static final String BULLET = "- ";

    /** The id is usable as a URL fragment; headings in the text, which is CommonMark with tables, start at level 3. */
    public record Section(String id, String title, String text) {}

    public static String page(GameCard card) {
        return "/games/" + card.id() + ".html";
    }

    public static Guide of(Game<?> game) {
        GameCard card = game.card();
        GuideText text = GuideText.of(game);
        Example<?> example = Example.of(game);
        List<Section> sections = new ArrayList<>();
        sections.add(section("rules", Chapter.RULES, text.of(Chapter.RULES)));
        sections.add(new Section("options", "Options", options(card)));
        sections.add(section("request", Chapter.REQUEST, request(card) + "\n\n" + text.of(Chapter.REQUEST)));
        sections.add(section("answer", Chapter.ANSWER, answer() + "\n\n" + text.of(Chapter.ANSWER)));
        sections.add(section("example", Chapter.EXAMPLE, text.of(Chapter.EXAMPLE) + "\n\n" + example(example)));
        sections.add(section("failures", Chapter.FAILURES, text.of(Chapter.FAILURES) + "\n\n" + failures()));
        sections.add(new Section("limits", "Limits", limits(game)));
        sections.add(new Section("house-bots", "House bots", houseBots(game)));
        sections.add(new Section("start", "Write your own", start(card, game.houseBots())));
        if (text.has(Chapter.ORIGINALS)) {
            sections.add(section("originals", Chapter.ORIGINALS, text.of(Chapter.ORIGINALS)));
        }
        return new Guide(card.id(), card.name(), card.summary(), lines(text), List.copyOf(sections));
    }

    private static List<String> lines(GuideText text) {
        return text.of(Chapter.SHORT)
                .lines()
                .filter(line -> line.startsWith(BULLET))
                .map(line -> line.substring(BULLET.length()))
                .toList();
    }

    private static Section section(String id, Chapter chapter, String text) {
        return new Section(id, chapter.title(), text);
    }

    public String toMarkdown() {
        return "# " + name + "\n\n" + summary + "\n\n"
                + lines.stream().map(line -> BULLET + line + "\n").collect(Collectors.joining("", "", "\n"))
                + sections.stream()
                        .map(section -> "## " + section.title() + "\n\n" + section.text() + "\n")
                        .collect(Collectors.joining("\n"));
    }

    private static String formatted(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }

    private static String options(GameCard card) {
        if (card.options().isEmpty()) {
            return "None: only the seed decides how a match starts.";
        }
        return table(
                """
                Set these for a match in `options` of `POST /api/matches`, or with `./bout play --set NAME=VALUE`.

                | option | default | values | meaning |
                |---|---|---|---|
                """,
                card.options(),
                option -> List.of("`" + option.name() + "`", option.defaultValue(), option.range(), option.sentence()));
    }

    /** A table in Markdown, or any text that ends with the head of one, and the rows. */
    private static <T> String table(String head, List<T> rows, Function<T, List<Object>> cells) {
        return head
                + rows.stream()
                        .map(row -> cells.apply(row).stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(" | ", "| ", " |")))
                        .collect(Collectors.joining("\n"));
    }

    private static String request(GameCard card) {
        return formatted(
                """
                For each move, Bout sends one `POST` request over HTTP/1.1 to your bot's URL, including its query string.
                Connections are reused if your server allows it. The body is `%s`; everything else is in the headers:

                | header | meaning |
                |---|---|
                | `Bout-Match` | An id of this seat in this match. Your bot can play many matches at the same time; use the id to tell \
                them apart. After the match, `GET /api/matches?seat=ID` with your token finds it. |
                | `Bout-Game` | `%s`. A bot with one URL can use it to play several games. |
                | `Bout-Seat` | `1` %s: which player your bot is in this match. A bot that plays against itself is both. |
                | `Bout-Turn` | The turn, starting at 0. After a server error it can go back by a few turns: Bout requests those moves \
                again and ignores the earlier answers. |
                | `Bout-Time-Limit` | The time limit for this move in milliseconds. |
                | `%s`, `%s`, `%s` | Only for a registered bot with a secret: the request's signature in the Standard Webhooks \
                format (version v1, HMAC-SHA256). It proves that Bout sent the request. The starters check it, and show with \
                the header `%s` of each answer that they have the secret, too. |

                Every request contains the whole state of the match, so a bot need not remember anything. Bout does not tell
                a bot when a match ends; drop anything you stored for a match after a few minutes without a request.""",
                card.form().contentType(),
                card.id(),
                card.seats().most() == 2 ? "or `2`" : "to `" + card.seats().most() + "`",
                WebhookSecret.ID,
                WebhookSecret.TIMESTAMP,
                WebhookSecret.SIGNATURE,
                WebhookSecret.PROOF);
    }

    private static String answer() {
        return formatted("""
                A status from 200 to 299 and a body that is one JSON object in UTF-8, at most %,d bytes. Bout ignores the content type,
                surrounding white space, a byte order mark and unknown fields. The body can be compressed with gzip if
                `Content-Encoding` says so. Bout does not follow redirects.""", BotBody.MAX_ANSWER_BYTES);
    }

    private static String example(Example<?> example) {
        String body =
                switch (example.match().game().card().form()) {
                    case JSON ->
                        "The same body with line breaks:\n\n" + fenced("json", IndentedJson.of(example.fields()));
                    case FORM ->
                        "The fields of the form, decoded:\n\n"
                                + example.fields().entrySet().stream()
                                        .map(Guide::field)
                                        .collect(Collectors.joining("\n\n"));
                };
        return "The request, to a bot at `https://bots.example.org" + example.path() + "`:\n\n"
                + fenced("http", example.request()) + "\n\n" + body + "\n\nThe answer:\n\n"
                + fenced("http", example.response());
    }

    private static String field(Map.Entry<String, Object> field) {
        String value = field.getValue() instanceof String text
                ? fenced("text", text)
                : fenced("json", IndentedJson.of(field.getValue()));
        return "`" + field.getKey() + "`:\n\n" + value;
    }

    private static String fenced(String language, String text) {
        return "```" + language + "\n" + text + "\n```";
    }

    private static String failures() {
        return table("""
                The match and its replay record every failed call: the turn, one of these codes, and a sentence that explains
                what happened.

                | code | meaning |
                |---|---|
                """, List.of(Failure.Kind.values()), kind -> List.of("`" + kind.code() + "`", meaning(kind)))
                + """


                Bout does not retry failed calls, with one exception: if a reused connection breaks before the first byte of
                the answer, Bout sends the request once more on a new connection, within the same time limit.""";
    }

    private static String meaning(Failure.Kind kind) {
        return switch (kind) {
            case REFUSED -> "Nothing listens on the URL's port.";
            case UNREACHABLE -> "No route to the host, or the network failed.";
            case NAME_NOT_FOUND -> "The host name has no address.";
            case ADDRESS_NOT_ALLOWED -> "The URL, or an address of its host, is not allowed for a bot.";
            case TLS -> "No TLS 1.2 or 1.3 with a certificate valid for the host.";
            case TIME_OUT -> "The time ran out before the whole answer arrived.";
            case STATUS -> "A status other than 200 to 299.";
            case REDIRECT -> "A redirect.";
            case TOO_LARGE -> "The answer is larger than allowed.";
            case BROKEN -> "The connection closed before the answer was complete, or the answer is not HTTP.";
            case NOT_UTF8 -> "The body is not UTF-8.";
            case NOT_EXPECTED -> "The body is not JSON, or not the JSON this game expects.";
            case NOT_LEGAL -> "The answer is well formed, but the rules forbid the move.";
            case WITHDRAWN -> "The bot was not called: its owner deleted it, or moved it to an unverified URL.";
            case OUT_OF_TIME -> "The bot has used up its time for the whole match.";
        };
    }

    private static String limits(Game<?> game) {
        TimeLimits limits = game.card().timeLimits();
        String time = limits.first() == limits.later()
                ? formatted("| Time for a move | %,d ms |", limits.later())
                : formatted(
                        "| Time for a bot's first move of a match | %,d ms |\n| Time for every later move | %,d ms |",
                        limits.first(), limits.later());
        return formatted(
                """
                | limit | value |
                |---|---|
                %s
                | Time for every move in a match that sets `timeLimit` | %,d to %,d ms |
                | Time for all moves in a match together | %d minutes |
                | Time to open a connection, if one is needed | the time for a move again |
                | Body of an answer, compressed and decompressed | %,d bytes |
                | Head of an answer | 100 header lines of 8,192 bytes |
                | JSON of an answer | %,d tokens; each bracket, field name and value counts as one |
                | Nesting of objects and lists in an answer | %d levels |
                | URL of a bot | `https`, port 443 or above 1023, public addresses only; the local stack also accepts `http` \
                and private addresses |

                The clock runs from the first byte of the request to the last byte of the answer's body. If opening a
                connection takes more than a second, the rest counts for the time of the match. A bot that has used up its
                time for a match gets no more calls, and loses.""",
                time,
                TimeLimits.MIN,
                TimeLimits.MAX,
                TimeLimits.ofMatch(game) / 60_000,
                BotBody.MAX_ANSWER_BYTES,
                BotBody.MAX_ANSWER_TOKENS,
                Json.MAX_DEPTH);
    }

    private static String houseBots(Game<?> game) {
        return table("""
                Opponents that are always available, weakest first. Write `{"house": "NAME"}` for a player of a match, or
                `house:NAME` with `./bout play`.

                | name | how it plays |
                |---|---|
                """, game.houseBots(), bot -> List.of("`" + bot.name() + "`", bot.sentence()));
    }

    private static String start(GameCard card, List<HouseBot> houseBots) {
        String starters = table(
                """
                Any server that answers the request above is a bot. Or copy a starter: one file without dependencies that
                plays every game. Edit the part at its top. In the repository, the starters are in `docs/starters/`.

                | language | file | start it |
                |---|---|---|
                """,
                Starter.ALL,
                starter -> List.of(
                        starter.language() + " " + starter.since() + " or later",
                        "[" + starter.file().replaceFirst(".*/", "") + "](" + Starter.FOLDER + starter.file() + ")",
                        "`" + starter.command() + "`"));
        String weakest = houseBots.getFirst().name();
        return starters + formatted("""


                Then check the bot and play matches with it, in a clone of the repository:

                ```sh
                ./bout check %1$s http://127.0.0.1:9000/
                ./bout play %1$s http://127.0.0.1:9000/ house:%2$s --games 10
                ```

                Or start a match with [the API](/api/openapi.yaml), for example of a local stack (`./bout up`, port 8080). The
                result will be at the URL in the header `Location`. A deployment also needs a token:
                `-H 'Authorization: Bearer TOKEN'`.

                ```sh
                curl -si http://127.0.0.1:8080/api/matches -H 'Content-Type: application/json' \\
                  -d '{"game": "%1$s", "players": [{"url": "http://127.0.0.1:9000/", "name": "mine"}, {"house": "%2$s"}]}'
                ```

                The API has this guide too: [`/api/games/%1$s`](/api/games/%1$s).""", card.id(), weakest);
    }

    /**
     * A starter: a small working bot in one file, with no dependencies, that plays every game.
     *
     * @param language the language's display name
     * @param since the oldest version of the language that works
     * @param file its path below {@link #FOLDER}
     * @param command starts it on port 9000 of this machine, run in the file's folder
     */
    record Starter(String language, String since, String file, String command) {

        /** On the site; in the repository the files are in {@code docs/starters/}. */
        static final String FOLDER = "/starters/";

        static final List<Starter> ALL = List.of(
                new Starter("Python", "3.9", "python/bot.py", "python3 bot.py 9000"),
                new Starter("JavaScript (Node)", "18", "javascript/bot.mjs", "node bot.mjs 9000"),
                new Starter("Java", "21", "java/Bot.java", "java Bot.java 9000"),
                new Starter("Go", "1.22", "go/bot.go", "go run bot.go 9000"),
                new Starter("PHP", "8.0", "php/bot.php", "php -S 127.0.0.1:9000 bot.php"));
    }
}
