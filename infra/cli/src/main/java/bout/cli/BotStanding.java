package bout.cli;

import bout.cli.api.ApiClient;
import bout.engine.Failure;
import bout.engine.Plain;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class BotStanding {

    private final ApiClient client;

    private final Map<String, List<Plain>> ladders = new HashMap<>();

    BotStanding(ApiClient client) {
        this.client = client;
    }

    /** Such as {@code rank 5 of 8, 0 won, 0 drawn, 4 lost, 4 of its last 4 lost by failing}; empty without a rank. */
    Optional<String> of(Plain bot) {
        return row(bot).map(row -> {
            String game = bot.text("game");
            List<Plain> recent = recent(bot);
            int failed = failed(recent).size();
            return "rank " + number(row, "rank") + " of " + ladders.get(game).size() + ", " + number(row, "wins")
                    + " won, " + number(row, "draws") + " drawn, " + number(row, "losses") + " lost"
                    + (failed == 0 ? "" : ", " + failed + " of its last " + recent.size() + " lost by failing");
        });
    }

    /**
     * Such as {@code error on turn 7: TypeError ...}, with the address of that turn; empty if there is no such match.
     */
    Optional<String> lastFailure(Plain bot, URI site) {
        return failed(recent(bot)).stream().findFirst().map(match -> {
            String id = match.text("match");
            List<Plain> calls = client.get("/api/matches/" + id).get("failures").entries().stream()
                    .filter(call ->
                            call.get("seat").value().equals(match.get("seat").value()))
                    .toList();
            String lost = Failure.Kind.of(match.text("failureKind")).lost();
            if (calls.isEmpty()) {
                return lost + ": " + site.resolve("/match.html?id=" + id);
            }
            // The page counts turns played, and a call asks for the next one.
            int turn = calls.getLast().get("turn").integer(0, Integer.MAX_VALUE - 1) + 1;
            return lost + " on turn " + turn + ": " + calls.getLast().text("text") + " "
                    + site.resolve("/match.html?id=" + id + "&turn=" + turn);
        });
    }

    private Optional<Plain> row(Plain bot) {
        return ladders
                .computeIfAbsent(bot.text("game"), game -> client.get("/api/ladders/" + game)
                        .get("players")
                        .entries())
                .stream()
                .filter(row -> row.text("key").equals(bot.text("id")))
                .findFirst();
    }

    private List<Plain> recent(Plain bot) {
        return client.standings("bots/" + bot.text("id")).stream()
                .flatMap(page -> page.get("recent").entries().stream())
                .filter(match -> match.get("rated").bool())
                .toList();
    }

    private static List<Plain> failed(List<Plain> recent) {
        return recent.stream()
                .filter(match ->
                        match.get("seat").value().equals(match.get("failedSeat").value()))
                .toList();
    }

    private static int number(Plain row, String field) {
        return row.get(field).integer(0, Integer.MAX_VALUE);
    }
}
