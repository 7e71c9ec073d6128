package bout.guide;

import bout.engine.Ask;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Option;
import bout.engine.TimeLimits;
import bout.guide.GuideText.Chapter;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A game's guide for authors of bots. What a program can know (options, time limits, house bots, the example) is made of
 * the game's own declaration; the rest is written beside the game's classes.
 *
 * @param id the game's id
 * @param name the game's name for people
 * @param summary the game in a sentence
 */
public record Guide(String id, String name, String summary, List<Section> sections) {

    /**
     * A section of the guide.
     *
     * @param id fit for the fragment of an address; the same for every game
     * @param title its heading
     * @param text CommonMark, with tables; headings begin at the third level, links at the site's root
     */
    public record Section(String id, String title, String text) {}

    /** The path of a game's guide on the site. */
    public static String page(GameCard card) {
        return "/games/" + card.id() + ".html";
    }

    /** @throws IllegalStateException when the game's guide or example is missing or broken */
    public static Guide of(Game<?, ?> game) {
        GameCard card = game.card();
        GuideText text = GuideText.of(game);
        Example<?, ?> example = Example.of(game);
        List<Section> sections = new ArrayList<>();
        sections.add(section("rules", Chapter.RULES, text.of(Chapter.RULES)));
        sections.add(new Section("options", "Options", options(card)));
        sections.add(section("request", Chapter.REQUEST, request(card) + "\n\n" + text.of(Chapter.REQUEST)));
        sections.add(section("answer", Chapter.ANSWER, answer() + "\n\n" + text.of(Chapter.ANSWER)));
        sections.add(section("example", Chapter.EXAMPLE, text.of(Chapter.EXAMPLE) + "\n\n" + example(example)));
        sections.add(section("failures", Chapter.FAILURES, text.of(Chapter.FAILURES) + "\n\n" + failures()));
        sections.add(new Section("limits", "Limits", limits(card.timeLimits())));
        sections.add(new Section("house-bots", "House bots", houseBots(game)));
        sections.add(new Section("start", "Write your own", start(card, game.houseBots())));
        if (text.has(Chapter.ORIGINALS)) {
            sections.add(section("originals", Chapter.ORIGINALS, text.of(Chapter.ORIGINALS)));
        }
        return new Guide(card.id(), card.name(), card.summary(), List.copyOf(sections));
    }

    private static Section section(String id, Chapter chapter, String text) {
        return new Section(id, chapter.title(), text);
    }

    /** The whole guide as one document. */
    public String toMarkdown() {
        return "# " + name + "\n\n" + summary + "\n\n"
                + sections.stream()
                        .map(section -> "## " + section.title() + "\n\n" + section.text() + "\n")
                        .collect(Collectors.joining("\n"));
    }

    /** Figures are grouped alike everywhere, whatever the machine's language. */
    private static String filled(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }

    private static String options(GameCard card) {
        if (card.options().isEmpty()) {
            return "This game has none: the seed alone decides what a match starts from.";
        }
        StringBuilder table = new StringBuilder("""
                A match may set these; `POST /api/matches` takes them as `options`, `./bout play` behind `--set NAME=VALUE`.

                | option | default | values | meaning |
                |---|---|---|---|
                """);
        for (Option option : card.options()) {
            table.append("| `")
                    .append(option.name())
                    .append("` | ")
                    .append(option.defaultValue())
                    .append(" | ")
                    .append(option.range())
                    .append(" | ")
                    .append(option.sentence())
                    .append(" |\n");
        }
        return table.toString().stripTrailing();
    }

    private static String request(GameCard card) {
        return filled(
                """
                For each move your bot's URL gets one `POST` over HTTP/1.1, with the query string that the URL has. Connections
                are kept and used again where your server allows it. The body is `%s`; all else is in the headers:

                | header | meaning |
                |---|---|
                | `Bout-Match` | The match's id. Your bot may play many matches at once; this tells them apart. |
                | `Bout-Game` | `%s`. A bot behind one URL can play several games by it. |
                | `Bout-Seat` | `1` or `2`: which player your bot is in this match. It can even be both, against itself. |
                | `Bout-Turn` | The turn, from 0. It counts up within a match. After a fault of Bout's it may go back a little: those \
                turns are asked again, and the earlier answers to them never counted. |
                | `Bout-Time-Limit` | How many milliseconds your bot has for this move. |
                | `%s`, `%s`, `%s` | Only for a registered bot that has a secret: the request's signature by Standard Webhooks \
                (version v1, HMAC-SHA256), which tells your bot that Bout sent it. The bots to start from check it. |

                Every request holds the whole situation, so a bot need not remember anything. Nothing tells it that a match is
                over; what it does remember, it can drop when a match has not called for some minutes.""",
                card.form().contentType(),
                card.id(),
                WebhookSecret.ID,
                WebhookSecret.TIMESTAMP,
                WebhookSecret.SIGNATURE);
    }

    private static String answer() {
        return filled("""
                Status 200 and a body of one JSON object in UTF-8, of at most %,d bytes. Its content type is not looked at, white
                space and a byte order mark around it are fine, and fields that are not named here are ignored. It may be
                packed with gzip if `Content-Encoding` says so. Redirects are not followed.""", BotBody.MAX_ANSWER_BYTES);
    }

    private static String example(Example<?, ?> example) {
        Ask ask = example.ask();
        String body =
                switch (ask.form()) {
                    case JSON -> "The same body with line breaks:\n\n" + fenced("json", IndentedJson.of(ask.fields()));
                    case FORM ->
                        "The fields of the form, decoded:\n\n"
                                + ask.fields().entrySet().stream()
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
        StringBuilder table = new StringBuilder("""
                Whatever the reason, the match and its replay keep it with the turn, under one of these words and with a
                sentence that says what happened:

                | word | meaning |
                |---|---|
                """);
        for (Failure.Kind kind : Failure.Kind.values()) {
            table.append("| `")
                    .append(kind.code())
                    .append("` | ")
                    .append(meaning(kind))
                    .append(" |\n");
        }
        return table + """

                Nothing is tried again, but for one case: a request on a connection that was used before, which breaks before any
                byte of an answer came, is sent once more on a new connection within the same time.""";
    }

    private static String meaning(Failure.Kind kind) {
        return switch (kind) {
            case REFUSED -> "Nothing listens at the URL's port.";
            case UNREACHABLE -> "There is no way to the host, or the network broke.";
            case NAME_NOT_FOUND -> "The host's name has no address.";
            case ADDRESS_NOT_ALLOWED -> "The URL, or an address that its name has, is one that a bot may not have.";
            case TLS -> "No TLS 1.2 or 1.3 with a certificate that is valid for the host.";
            case TIME_OUT -> "The time was over before the whole answer had come.";
            case STATUS -> "A status other than 200.";
            case REDIRECT -> "A redirect.";
            case TOO_LARGE -> "More bytes than an answer may have.";
            case BROKEN -> "The connection ended before the answer did, or what came is not HTTP.";
            case NOT_UTF8 -> "The body is not UTF-8.";
            case NOT_EXPECTED -> "The body is not JSON, or not the JSON that is asked for.";
            case NOT_LEGAL -> "The answer is well formed, but the rules forbid the move.";
            case WITHDRAWN ->
                "The bot was not called: its owner deleted it, or moved it to a URL that is not proven yet.";
        };
    }

    private static String limits(TimeLimits limits) {
        String time = limits.first() == limits.later()
                ? filled("| Time for a move | %,d ms |", limits.later())
                : filled(
                        "| Time for a bot's first move of a match | %,d ms |\n| Time for every later move | %,d ms |",
                        limits.first(), limits.later());
        return filled(
                """
                | what | limit |
                |---|---|
                %s
                | The same where a match sets its own `timeLimit`, for all moves | %,d to %,d ms |
                | Time to open a connection, where one is needed | as long again |
                | Body of an answer, as sent and unpacked | %,d bytes |
                | Head of an answer | 100 header lines of 8,192 bytes |
                | JSON of an answer | %,d tokens: a bracket, the name of a field and a value count one each |
                | Nesting of objects and lists in an answer | %d levels |
                | URL of a bot | `https`, port 443 or above 1023, public addresses only; on one machine (`./bout`) also `http` \
                and private addresses |

                The clock runs from the first byte of the request to the last byte of the answer's body.""",
                time,
                TimeLimits.MIN,
                TimeLimits.MAX,
                BotBody.MAX_ANSWER_BYTES,
                BotBody.MAX_ANSWER_TOKENS,
                Json.MAX_DEPTH);
    }

    private static String houseBots(Game<?, ?> game) {
        StringBuilder table = new StringBuilder("""
                Opponents that are always there, the weakest first: `{"house": "NAME"}` as a player of a match,
                `house:NAME` for `./bout play`. Each is behind a URL, too, and takes the requests that this page describes.

                | name | how it plays | path of its URL |
                |---|---|---|
                """);
        for (HouseBot bot : game.houseBots()) {
            table.append("| `")
                    .append(bot.name())
                    .append("` | ")
                    .append(bot.sentence())
                    .append(" | `")
                    .append(houseUrl(game.card(), bot))
                    .append("` |\n");
        }
        return table.toString().stripTrailing();
    }

    /** The path where a house bot can be asked for a move as a bot with a URL. */
    public static String houseUrl(GameCard card, HouseBot bot) {
        return "/api/house/" + card.id() + "/" + bot.name();
    }

    private static String start(GameCard card, List<HouseBot> houseBots) {
        StringBuilder table = new StringBuilder("""
                Any server that answers the request above is a bot. Or start from one of these: each is one file that needs
                nothing but its language, plays every game, and has what you will change at its top. In the repository they
                are under `functions/bots/starters/`.

                | language | file | start it |
                |---|---|---|
                """);
        for (Starter starter : Starter.values()) {
            String name = starter.file().substring(starter.file().lastIndexOf('/') + 1);
            table.append(filled(
                    "| %s %s or later | [%s](%s) | `%s` |\n",
                    starter.language(), starter.since(), name, Starter.FOLDER + starter.file(), starter.command()));
        }
        String weakest = houseBots.getFirst().name();
        return table + filled("""

                Then, in a copy of the repository, see whether it answers as it should, and let it play:

                ```sh
                ./bout check %1$s http://127.0.0.1:9000/
                ./bout play %1$s http://127.0.0.1:9000/ house:%2$s --games 10
                ```

                Or, where Bout runs (on your machine `./bout up`, at port 8080), over [its API](/api/openapi.yaml); the answer's
                `Location` is where the result will be. A deployment also wants a token: `-H 'Authorization: Bearer TOKEN'`.

                ```sh
                curl -si http://127.0.0.1:8080/api/matches -H 'Content-Type: application/json' \\
                  -d '{"game": "%1$s", "players": [{"url": "http://127.0.0.1:9000/", "name": "mine"}, {"house": "%2$s"}]}'
                ```

                All that this page says is in the API's answer for the game, too: [`/api/games/%1$s`](/api/games/%1$s).""", card.id(), weakest);
    }
}
