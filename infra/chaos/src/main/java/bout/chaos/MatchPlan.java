package bout.chaos;

import bout.chaos.ChaosBots.Temper;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.games.Games;
import bout.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * A match to start.
 *
 * @param key its idempotency key
 * @param body the request as JSON
 */
record MatchPlan(String key, String body) {

    private static final int SHORTEST_TURNS = 40;
    private static final int MAX_TURNS = 160;
    private static final int MIN_TIME_MS = 400;
    private static final int MAX_TIME_MS = 1200;
    private static final int HOUSE_BOTS_IN = 6;

    /** Strong house bots think for long; strength does not matter here. */
    private static final int SIMPLE_BOTS = 3;

    /** Draws equal numbers of matches per game between bots of all kinds, mostly well-behaved ones. */
    static List<MatchPlan> draw(int matches, long seed, ChaosBots bots) {
        RandomGenerator random = new Random(seed);
        List<MatchPlan> plans = new ArrayList<>();
        for (int i = 0; i < matches; i++) {
            Game<?> game = Games.ALL.get(i % Games.ALL.size());
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("game", game.card().id());
            request.put("seed", Long.toString(random.nextLong()));
            request.put("players", List.of(player(game, bots, random), player(game, bots, random)));
            request.put("timeLimit", random.nextInt(MIN_TIME_MS, MAX_TIME_MS));
            if (game.card().options().stream().anyMatch(option -> option.name().equals("maxTurns"))) {
                request.put("options", Map.of("maxTurns", random.nextInt(SHORTEST_TURNS, MAX_TURNS)));
            }
            plans.add(new MatchPlan("chaos-" + seed + "-" + i, Json.text(request)));
        }
        return plans;
    }

    private static Map<String, Object> player(Game<?> game, ChaosBots bots, RandomGenerator random) {
        List<HouseBot> simple = game.houseBots()
                .subList(0, Math.min(SIMPLE_BOTS, game.houseBots().size()));
        String house = simple.get(random.nextInt(simple.size())).name();
        if (random.nextInt(HOUSE_BOTS_IN) == 0) {
            return Map.of("house", house);
        }
        Temper[] tempers = Temper.values();
        Temper temper = random.nextBoolean() ? Temper.SLOW : tempers[random.nextInt(tempers.length)];
        return Map.of("url", bots.url(temper, game.card().id(), house).toString(), "name", temper + " " + house);
    }
}
