package bout.cli.match;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.text.DidYouMean;
import bout.cli.text.TableForm;
import bout.cli.text.Typed;
import bout.competition.Coded;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.store.match.MatchFilter.Ending;
import bout.store.match.Status;
import bout.table.Listing.PageRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "matches",
        header = "List matches, newest first.",
        description = "Prints the id, game, state, time, players and scores of each.",
        footer = {
            "  bout matches --mine",
            "  bout matches --bot bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60 --result lost",
            "  bout matches --mine --game tokens --status failed --most 100"
        })
public final class MatchesCommand extends ApiCommand {

    /** A request looks through up to 500 matches to find those of a bot. */
    private static final int MOST_REQUESTS = 20;

    @Mixin
    private TableForm form;

    @Option(
            names = "--game",
            paramLabel = "GAME",
            completionCandidates = GameArgument.Ids.class,
            description = "Only matches of this game.")
    private String game;

    @Option(names = "--status", paramLabel = "STATUS", description = "Only queued, running, finished, ... ones.")
    private String status;

    @Option(names = "--mine", description = "Only matches that you created, including private ones.")
    private boolean mine;

    @Option(names = "--bot", paramLabel = "BOT_ID", description = "Only matches in which this registered bot played.")
    private String bot;

    @Option(
            names = "--opponent",
            paramLabel = "BOT",
            description = "Only matches of --bot against this one: the id of a bot, or house:NAME.")
    private String opponent;

    @Option(
            names = "--result",
            paramLabel = "RESULT",
            description =
                    "Only matches that --bot won, drew or lost: won, drawn, lost, or failed if it lost by failing.")
    private String result;

    @Option(names = "--most", paramLabel = "NUMBER", defaultValue = "20", description = "How many are listed at most.")
    private int most;

    @Override
    protected int run(ApiClient client) {
        Map<String, String> query = query();
        List<List<String>> rows = new ArrayList<>();
        for (int request = 1; ; request++) {
            query.put("limit", "" + Math.min(most - rows.size(), PageRequest.MAX_LIMIT));
            Plain page = client.get("/api/matches?" + text(query));
            page.get("matches").entries().forEach(match -> rows.add(row(match)));
            if (page.get("next").isNull() || rows.size() >= most) {
                break;
            }
            if (request == MOST_REQUESTS) {
                err().println("There are older matches, which were not looked through.");
                break;
            }
            query.put("cursor", page.text("next"));
        }
        return printTable(form, List.of("id", "game", "status", "created", "players"), rows, "There is no such match.");
    }

    private Map<String, String> query() {
        check(bot != null || opponent == null && result == null, "--opponent and --result need --bot.");
        check(most >= 1, "--most must be at least 1; got " + most + ".");
        Map<String, String> query = new LinkedHashMap<>();
        if (mine) {
            query.put("mine", "true");
        }
        put(query, "game", game == null ? null : GameArgument.read(game).card().id());
        put(query, "status", known("status", status, Coded.codes(Status.class)));
        put(query, "bot", bot);
        put(query, "opponent", opponent);
        put(query, "result", known("result", result, Coded.codes(Ending.class)));
        return query;
    }

    private String known(String kind, String value, List<String> codes) {
        if (value != null) {
            check(codes.contains(Typed.word(value)), DidYouMean.message(kind, value, codes));
        }
        return value;
    }

    private static void put(Map<String, String> query, String name, String value) {
        if (value != null) {
            query.put(name, Typed.word(value));
        }
    }

    private static String text(Map<String, String> query) {
        return query.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static List<String> row(Plain match) {
        return List.of(
                match.text("id"), match.text("game"), match.text("status"), match.text("createdAt"), players(match));
    }

    /** Such as {@code Ann 12, Bob 9}. */
    private static String players(Plain match) {
        if (match.get("players").isNull()) {
            return "rated, names at the end";
        }
        List<String> names = match.get("players").entries().stream()
                .map(player -> player.text("name"))
                .toList();
        if (match.get("result").isNull()) {
            return String.join(", ", names);
        }
        Plain scores = match.get("result").get("scores");
        return Seat.first(names.size()).stream()
                .map(seat ->
                        names.get(seat.index()) + " " + scores.at(seat.index()).value())
                .collect(Collectors.joining(", "));
    }
}
