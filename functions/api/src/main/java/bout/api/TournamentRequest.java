package bout.api;

import bout.address.BotUrl;
import bout.address.UrlCheck;
import bout.api.http.Caller;
import bout.api.http.Field;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.engine.Game;
import bout.engine.Game.TournamentStyle;
import bout.engine.Option;
import bout.store.bot.BotRecord;
import bout.store.bot.Program;
import bout.store.match.GameSettings;
import bout.store.match.PlayerRecord;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.webhook.WebhookTarget;
import bout.wire.ProblemType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A validated request for a tournament. */
record TournamentRequest(TournamentSettings settings, List<PlayerRecord> players) {

    private static final List<String> FIELDS = Stream.of(
                    Stream.of("game", "name", "players"),
                    Plan.SETTINGS.stream().map(Option::name),
                    Stream.of("options", "timeLimit", "public", "webhook", "webhookFormat", "webhookSecret"))
            .flatMap(names -> names)
            .toList();

    static TournamentRequest read(
            Field body,
            UrlCheck urls,
            Caller caller,
            Function<Set<String>, Map<String, BotRecord>> bots,
            int mostMatches,
            String seed) {
        body.object("an object with the fields game and players", FIELDS);
        Game<?> game = body.game();
        String name = body.has("name")
                ? body.get("name").name()
                : game == null ? null : game.card().name() + " tournament";
        String expected = "a list of 2 to " + Plan.MOST_PLAYERS + " players, each " + ContestReader.KINDS;
        List<Field> listed = body.required("players", expected).list(expected);
        List<PlayerRecord> players = listed == null ? List.of() : players(listed, game, urls, caller, bots);
        Optional<Plan> plan = plan(body, game, Optional.ofNullable(listed).map(List::size), mostMatches, seed);
        GameSettings settings = ContestReader.gameSettings(body, game);
        Boolean isPublic = body.get("public").flag();
        WebhookTarget webhook = ContestReader.webhook(body, urls);
        body.check();
        return new TournamentRequest(
                new TournamentSettings(
                        name, caller.owner(), isPublic == null || isPublic, settings, plan.orElseThrow(), webhook),
                players);
    }

    /** None if there are too many: then nothing is looked up for them. */
    private static List<PlayerRecord> players(
            List<Field> list,
            Game<?> game,
            UrlCheck urls,
            Caller caller,
            Function<Set<String>, Map<String, BotRecord>> bots) {
        if (list.size() > Plan.MOST_PLAYERS) {
            return List.of();
        }
        Map<String, BotRecord> registered = bots.apply(texts(list, "bot"));
        Set<String> named = texts(list, "url");
        registered.values().stream()
                .filter(bot -> caller.sees(bot))
                .map(bot -> bot.settings().program())
                .forEach(program -> {
                    if (program instanceof Program.AtUrl(String url)) {
                        named.add(url);
                    }
                });
        Map<String, BotUrl.Reading> readings = urls.read(named);
        ContestReader reader =
                new ContestReader(caller, game, readings::get, id -> Optional.ofNullable(registered.get(id)));
        Map<String, Integer> seen = new HashMap<>();
        List<PlayerRecord> players = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            PlayerRecord player = reader.player(list.get(i), "bot " + (i + 1));
            if (player != null) {
                onlyOnce(list.get(i), player, i, seen, readings);
            }
            players.add(player);
        }
        return players;
    }

    private static Set<String> texts(List<Field> list, String name) {
        return list.stream()
                .map(player -> player.get(name).value())
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The same bot in two rows would make both rows meaningless. */
    private static void onlyOnce(
            Field field,
            PlayerRecord player,
            int index,
            Map<String, Integer> seen,
            Map<String, BotUrl.Reading> readings) {
        String kind = player.house() != null ? "house" : player.bot() != null ? "bot" : "url";
        String who =
                switch (kind) {
                    case "house" -> player.house();
                    case "bot" -> player.bot();
                    // The spelling of scheme and host makes no difference.
                    default ->
                        readings.get(player.url()) instanceof BotUrl.Allowed(BotUrl url) ? url.text() : player.url();
                };
        Integer before = seen.putIfAbsent(kind + " " + who, index);
        if (before != null) {
            field.wrong(ProblemType.DUPLICATE_PLAYER, kind, "same player as /players/" + before);
        }
    }

    private static Optional<Plan> plan(
            Field body, Game<?> game, Optional<Integer> listed, int mostMatches, String seed) {
        TournamentStyle style = game == null ? TournamentStyle.WINS_IN_ROUNDS : game.tournamentStyle();
        GroupSize size = game == null ? GroupSize.TWO : GroupSize.of(game.card().seats());
        int players = listed.orElse(2);
        Map<String, Object> given = ContestReader.planSettings(body);
        if (!ContestReader.allowsPlan(body, style, size, players, given) || listed.isEmpty()) {
            return Optional.empty();
        }
        Plan plan = new Plan(style, size, players, seed, given);
        if (mostMatches > 0 && plan.mostMatches() > mostMatches) {
            body.wrong(
                    ProblemType.TOURNAMENT_TOO_LARGE,
                    plan.boards() > 1 ? "boards" : "players",
                    "the tournament would have " + plan.mostMatches() + " matches; the maximum is " + mostMatches);
        }
        return Optional.of(plan);
    }
}
