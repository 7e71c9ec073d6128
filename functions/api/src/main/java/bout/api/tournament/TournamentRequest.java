package bout.api.tournament;

import bout.address.BotUrl;
import bout.address.UrlCheck;
import bout.api.access.Caller;
import bout.api.access.Visible;
import bout.api.match.ContestReader;
import bout.api.match.PlayerReader;
import bout.api.match.WebhookRequest;
import bout.competition.pairings.RoundRobin;
import bout.competition.pairings.Swiss;
import bout.competition.tables.Ranking;
import bout.competition.tournament.Format;
import bout.competition.tournament.Plan;
import bout.engine.Game;
import bout.engine.Plain;
import bout.store.bot.BotRecord;
import bout.store.bot.Program;
import bout.store.match.GameSettings;
import bout.store.match.PlayerRecord;
import bout.store.tournament.TournamentPlan;
import bout.wire.Problem.Violation;
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

/**
 * A validated request for a tournament.
 *
 * @param webhook {@code null} for none
 */
record TournamentRequest(
        String name,
        boolean isPublic,
        GameSettings game,
        TournamentPlan plan,
        List<PlayerRecord> players,
        WebhookRequest webhook) {

    private static final List<String> FIELDS = List.of(
            "game",
            "name",
            "players",
            "format",
            "boards",
            "rounds",
            "ranking",
            "options",
            "timeLimit",
            "withdrawAfter",
            "public",
            "webhook",
            "webhookFormat",
            "webhookSecret");

    /** The result of {@link #read}. */
    sealed interface Reading {}

    record Accepted(TournamentRequest request) implements Reading {}

    /** @param violations everything that is wrong, in field order */
    record Refused(List<Violation> violations) implements Reading {}

    /**
     * @param body any plain value
     * @param bots looks up many registered bots at once, by id
     * @param mostMatches the maximum number of matches; 0 = no limit
     */
    static Reading read(
            Object body,
            UrlCheck urls,
            Caller caller,
            Function<Set<String>, Map<String, BotRecord>> bots,
            int mostMatches) {
        return new Reader(urls, caller, bots, mostMatches).read(body);
    }

    /** Reads one body and records what is wrong. */
    private static final class Reader extends ContestReader {
        private final UrlCheck urls;
        private final Caller caller;
        private final Function<Set<String>, Map<String, BotRecord>> bots;
        private final int mostMatches;

        private Reader(
                UrlCheck urls, Caller caller, Function<Set<String>, Map<String, BotRecord>> bots, int mostMatches) {
            this.urls = urls;
            this.caller = caller;
            this.bots = bots;
            this.mostMatches = mostMatches;
        }

        private Reading read(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with the fields game and players", body);
                return new Refused(violations());
            }
            unknownFields("", fields, FIELDS);
            Game<?> game = game(fields);
            String name = fields.containsKey("name") ? name("/name", fields.get("name")) : usualName(game);
            Optional<List<?>> listed = listed(fields);
            List<PlayerRecord> players = listed.map(list -> players(list, game)).orElse(List.of());
            Optional<TournamentPlan> plan = plan(fields, game, listed.map(List::size));
            Optional<GameSettings> settings = gameSettings(fields, game);
            boolean isPublic = isPublic(fields);
            WebhookRequest webhook = webhook(fields, urls);
            return violations().isEmpty()
                    ? new Accepted(new TournamentRequest(
                            name, isPublic, settings.orElseThrow(), plan.orElseThrow(), players, webhook))
                    : new Refused(violations());
        }

        private static String usualName(Game<?> game) {
            return game == null ? null : game.card().name() + " tournament";
        }

        // --- players

        private Optional<List<?>> listed(Map<?, ?> fields) {
            String expected = "a list of 2 to " + Plan.MOST_PLAYERS + " players, each " + PlayerReader.KINDS;
            if (!fields.containsKey("players")) {
                wrong(ProblemType.MISSING_FIELD, "/players", "missing; expected " + expected);
                return Optional.empty();
            }
            if (!(fields.get("players") instanceof List<?> list)) {
                wrongType("/players", expected, fields.get("players"));
                return Optional.empty();
            }
            return Optional.of(list);
        }

        /** None if there are too many: then nothing is looked up for them. */
        private List<PlayerRecord> players(List<?> list, Game<?> game) {
            if (list.size() > Plan.MOST_PLAYERS) {
                return List.of();
            }
            Map<String, BotRecord> registered = bots.apply(texts(list, "bot"));
            Set<String> named = texts(list, "url");
            registered.values().stream()
                    .filter(bot -> Visible.to(caller, bot))
                    .map(bot -> bot.settings().program())
                    .forEach(program -> {
                        if (program instanceof Program.AtUrl(String url)) {
                            named.add(url);
                        }
                    });
            Map<String, BotUrl.Reading> readings = urls.read(named);
            PlayerReader reader =
                    new PlayerReader(this, caller, game, readings::get, id -> Optional.ofNullable(registered.get(id)));
            Map<String, Integer> seen = new HashMap<>();
            List<PlayerRecord> players = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                String pointer = "/players/" + i;
                PlayerRecord player = reader.player(pointer, list.get(i), "bot " + (i + 1));
                if (player != null) {
                    onlyOnce(pointer, player, i, seen, readings);
                }
                players.add(player);
            }
            return players;
        }

        /** The values of a field of all players, where they are strings. */
        private static Set<String> texts(List<?> list, String field) {
            return list.stream()
                    .filter(Map.class::isInstance)
                    .map(player -> ((Map<?, ?>) player).get(field))
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        /** The same bot in two rows would make both rows meaningless. */
        private void onlyOnce(
                String pointer,
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
                            readings.get(player.url()) instanceof BotUrl.Allowed(BotUrl url)
                                    ? url.text()
                                    : player.url();
                    };
            Integer before = seen.putIfAbsent(kind + " " + who, index);
            if (before != null) {
                wrong(ProblemType.DUPLICATE_PLAYER, pointer + "/" + kind, "same player as /players/" + before);
            }
        }

        // --- the plan

        /** @param listed how many players there are, if known */
        private Optional<TournamentPlan> plan(Map<?, ?> fields, Game<?> game, Optional<Integer> listed) {
            int players = listed.orElse(2);
            Format format = coded(fields, "format", Format.ROUND_ROBIN, Format::of, Format.codes());
            Ranking usual =
                    game == null || format == null ? Ranking.WINS : Plan.usualRanking(game.tournamentStyle(), format);
            Ranking ranking = coded(fields, "ranking", usual, Ranking::of, Ranking.codes());
            Integer boards = whole(fields, "boards", 1);
            boolean swiss = format == Format.SWISS;
            if (format != null && !swiss && fields.containsKey("rounds")) {
                wrong(ProblemType.UNKNOWN_FIELD, "/rounds", "only for swiss tournaments");
            }
            Integer rounds =
                    swiss ? whole(fields, "rounds", Swiss.usualRounds(Math.max(2, players))) : Integer.valueOf(0);
            Integer withdrawAfter = whole(fields, "withdrawAfter", Plan.USUAL_WITHDRAW_AFTER);
            if (format == null
                    || ranking == null
                    || boards == null
                    || rounds == null
                    || withdrawAfter == null
                    || listed.isEmpty()) {
                return Optional.empty();
            }
            Plan.Builder plan = Plan.of(format, players)
                    .boards(boards)
                    .rounds(rounds)
                    .ranking(ranking)
                    .withdrawAfter(withdrawAfter);
            if (game != null) {
                plan.order(RoundRobin.Order.of(game.tournamentStyle()));
            }
            Optional<Plan.Violation> wrong = plan.violation();
            if (wrong.isPresent()) {
                wrong(
                        ProblemType.OUT_OF_RANGE,
                        "/" + wrong.get().field(),
                        wrong.get().text());
                return Optional.empty();
            }
            long matches = plan.build().mostMatches();
            if (mostMatches > 0 && matches > mostMatches) {
                wrong(
                        ProblemType.TOURNAMENT_TOO_LARGE,
                        boards > 1 ? "/boards" : "/players",
                        "the tournament would have " + matches + " matches; the maximum is " + mostMatches);
            }
            return Optional.of(new TournamentPlan(
                    format.code(), ranking.code(), players, boards, swiss ? rounds : null, withdrawAfter, matches));
        }

        /** The value of a field's code; the default if the field is missing; {@code null} for an unknown code. */
        private <T> T coded(
                Map<?, ?> fields, String field, T usual, Function<String, Optional<T>> of, List<String> codes) {
            if (!fields.containsKey(field)) {
                return usual;
            }
            String code = text("/" + field, fields.get(field));
            if (code == null) {
                return null;
            }
            return of.apply(code).orElseGet(() -> {
                wrong(
                        ProblemType.OUT_OF_RANGE,
                        "/" + field,
                        "expected one of " + String.join(", ", codes) + ", got " + Plain.describe(code));
                return null;
            });
        }

        /** A field's whole number; the default if the field is missing; {@code null} for an invalid one. */
        private Integer whole(Map<?, ?> fields, String field, int usual) {
            return fields.containsKey(field)
                    ? wholeNumber(
                            "/" + field, fields.get(field), "a whole number", Integer.MIN_VALUE, Integer.MAX_VALUE)
                    : Integer.valueOf(usual);
        }

        private boolean isPublic(Map<?, ?> fields) {
            if (!fields.containsKey("public")) {
                return true;
            }
            if (fields.get("public") instanceof Boolean isPublic) {
                return isPublic;
            }
            wrongType("/public", "true or false", fields.get("public"));
            return true;
        }
    }
}
