package bout.standings.matchmaking;

import bout.engine.Game;
import bout.engine.Options;
import bout.engine.SeededRandom;
import bout.standings.ladder.Ladder;
import bout.standings.ladder.LadderPlayer;
import bout.standings.ladder.Matchmaker;
import bout.standings.ladder.Round;
import bout.standings.ratings.Rating;
import bout.standings.update.JournalledLadders;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Visibility;
import bout.store.id.MatchIds;
import bout.store.journal.LadderRuns;
import bout.store.match.Competition;
import bout.store.match.GameSettings;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.queue.MatchQueue;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts ladder matches. The matches of a minute are decided once and recorded before any of them starts, and each
 * match's id follows from its position in that record. However often a run is repeated or interrupted, each match is
 * created once.
 *
 * <p>Safe for use by several threads, but not for the same game at once.
 */
final class LadderMatchmaker {

    private static final Logger LOG = LoggerFactory.getLogger(LadderMatchmaker.class);

    private static final int MINUTES = 60;
    private static final int MATCHES_OF_A_PAIR = 2;

    /**
     * The most that a minute may catch up after a pause, relative to its share: an hour's matches should not all start
     * at once.
     */
    private static final int CATCH_UP = 2;

    private static final int BOTS_AT_A_TIME = 500;
    private static final int SEED_BOUND = 1 << 24;

    private final JournalledLadders ladders;
    private final LadderRuns runs;
    private final Matches matches;
    private final MatchQueue queue;
    private final Bots bots;
    private final int perHour;
    private final Round round;

    /**
     * @param perHour how many matches a ladder may have in an hour; 0 = none
     * @param playerOpenMatches how many matches of one player may be open at once
     */
    LadderMatchmaker(
            JournalledLadders ladders,
            LadderRuns runs,
            Matches matches,
            MatchQueue queue,
            Bots bots,
            int perHour,
            int playerOpenMatches) {
        this.ladders = ladders;
        this.runs = runs;
        this.matches = matches;
        this.queue = queue;
        this.bots = bots;
        this.perHour = perHour;
        this.round = new Round(new Matchmaker(Ladder.MODEL), playerOpenMatches);
    }

    /**
     * Starts the matches that a game's ladder needs in one minute.
     *
     * @param minute a whole minute
     */
    void run(Game<?, ?> game, Instant minute) {
        String id = game.card().id();
        List<MatchRecord> open = startMissing(id);
        int pairs = pairs(id, minute);
        if (pairs == 0) {
            return;
        }
        List<MatchRecord> decided = decide(game, minute, pairs, open);
        if (decided.isEmpty()) {
            return;
        }
        switch (runs.decide(id, minute, decided, perHour)) {
            case LadderRuns.Decision.Made made -> {
                start(decided);
                LOG.atInfo()
                        .addKeyValue("game", id)
                        .addKeyValue("matches", decided.size())
                        .log("Started ladder matches");
            }
            case LadderRuns.Decision.MadeBefore before ->
                LOG.atInfo()
                        .addKeyValue("game", id)
                        .addKeyValue("minute", minute)
                        .log("This minute's matches were already decided");
            case LadderRuns.Decision.TooMany many ->
                LOG.atInfo()
                        .addKeyValue("game", id)
                        .addKeyValue("left", many.left())
                        .log("The ladder has reached its hourly limit of matches");
        }
    }

    /**
     * Starts the matches that an earlier run decided but did not start.
     *
     * @return the matches that have not ended
     */
    private List<MatchRecord> startMissing(String game) {
        List<MatchRecord> open = new ArrayList<>();
        for (LadderRuns.Run run : runs.open(game)) {
            Map<String, MatchRecord> found = new HashMap<>();
            matches.find(run.matches().stream().map(MatchRecord::id).toList())
                    .forEach(match -> found.put(match.id(), match));
            List<MatchRecord> missing = run.matches().stream()
                    .filter(match -> !found.containsKey(match.id()))
                    .toList();
            if (!missing.isEmpty()) {
                start(missing);
                LOG.atWarn()
                        .addKeyValue("game", game)
                        .addKeyValue("matches", missing.size())
                        .log("Started matches that an earlier run had decided but not started");
            }
            List<MatchRecord> left = run.matches().stream()
                    .filter(match -> !found.containsKey(match.id())
                            || !found.get(match.id()).status().over())
                    .toList();
            if (left.isEmpty()) {
                runs.over(game, run);
            }
            open.addAll(left);
        }
        return open;
    }

    private void start(List<MatchRecord> decided) {
        matches.createMissing(decided);
        queue.send(decided.stream().map(MatchRecord::id).toList());
    }

    /** How many pairs are due; an hour's matches are spread over its minutes. */
    private int pairs(String game, Instant minute) {
        if (perHour < MATCHES_OF_A_PAIR) {
            return 0;
        }
        int due = perHour * (minute.atOffset(ZoneOffset.UTC).getMinute() + 1) / MINUTES;
        int most = Math.max(MATCHES_OF_A_PAIR, CATCH_UP * Math.ceilDiv(perHour, MINUTES));
        return Math.max(0, Math.min(due - runs.count(game, minute), most)) / MATCHES_OF_A_PAIR;
    }

    /** A player of the ladder, with its version. */
    private record Seated(PlayerRecord player, int version) {}

    private List<MatchRecord> decide(Game<?, ?> game, Instant minute, int pairs, List<MatchRecord> open) {
        String id = game.card().id();
        Ladder ladder = ladders.read(id);
        Map<String, Seated> seated = candidates(game);
        Map<String, Integer> openOf = new HashMap<>();
        Map<Set<String>, Integer> openBetween = new HashMap<>();
        open.forEach(match -> {
            match.players().forEach(player -> openOf.merge(player.key(), 1, Integer::sum));
            openBetween.merge(
                    new HashSet<>(
                            match.players().stream().map(PlayerRecord::key).toList()),
                    1,
                    Integer::sum);
        });
        List<Round.Entrant> entrants = new ArrayList<>();
        seated.forEach((key, candidate) -> {
            Rating rating = ladder.player(key)
                    .map(player -> player.ratingOf(candidate.version()))
                    .orElse(Rating.NEW);
            entrants.add(new Round.Entrant(
                    key,
                    rating,
                    candidate.player().house() != null,
                    ladder.player(key).map(LadderPlayer::provisional).orElse(true),
                    openOf.getOrDefault(key, 0)));
        });
        List<Matchmaker.Choice> choices = round.choose(
                entrants,
                (one, other) -> (met(ladder, seated, one, other) + openBetween.getOrDefault(Set.of(one, other), 0))
                        / MATCHES_OF_A_PAIR,
                pairs,
                "ladder of " + id + " at " + minute);
        List<MatchRecord> decided = new ArrayList<>();
        for (Matchmaker.Choice choice : choices) {
            int pair = decided.size() / MATCHES_OF_A_PAIR;
            String board = boardSeed(id, minute, pair);
            Seated player = seated.get(choice.player());
            Seated opponent = seated.get(choice.opponent());
            decided.add(match(game, minute, pair, 1, board, player, opponent));
            decided.add(match(game, minute, pair, 2, board, opponent, player));
        }
        return decided;
    }

    /** How many matches the current versions of two players have played against each other. */
    private static int met(Ladder ladder, Map<String, Seated> seated, String one, String other) {
        return ladder.player(one)
                .filter(player -> player.version() == seated.get(one).version())
                .map(player -> player.opponents().get(other))
                .map(record -> (int) Math.min(record.matches(), Integer.MAX_VALUE))
                .orElse(0);
    }

    /**
     * The players that may be matched, by key: all house bots, and the registered bots that are public, proven and not
     * suspended.
     */
    private Map<String, Seated> candidates(Game<?, ?> game) {
        Map<String, Seated> candidates = new LinkedHashMap<>();
        game.houseBots().forEach(bot -> {
            PlayerRecord player = PlayerRecord.house(bot.name(), bot.name());
            candidates.put(player.key(), new Seated(player, 0));
        });
        String behind = null;
        do {
            Bots.Active active = bots.active(game.card().id(), behind, BOTS_AT_A_TIME);
            for (BotRecord bot : active.bots()) {
                if (bot.settings().visibility() == Visibility.PUBLIC
                        && bot.version().proof().proven()
                        && !bot.version().health().suspended()) {
                    candidates.put(
                            bot.id(),
                            new Seated(
                                    PlayerRecord.registered(bot.settings().name(), bot.id()),
                                    bot.version().number()));
                }
            }
            behind = active.next();
        } while (behind != null);
        return candidates;
    }

    /** Short, and small enough for every language to read it as an exact number. */
    private static String boardSeed(String game, Instant minute, int pair) {
        SeededRandom random = SeededRandom.of(game + " " + minute + " " + pair, "board of a ladder");
        return Long.toString((long) random.nextInt(SEED_BOUND) * SEED_BOUND + random.nextInt(SEED_BOUND));
    }

    /** @param turn 1 or 2; the players swap seats for the second match */
    private static MatchRecord match(
            Game<?, ?> game, Instant minute, int pair, int turn, String board, Seated first, Seated second) {
        String id = game.card().id();
        return MatchRecord.queued(
                MatchIds.derived(minute, "ladder", id, Integer.toString(pair), Integer.toString(turn)),
                new MatchSettings(
                        new GameSettings(
                                id, Options.defaults(game.card().options()).toPlain(), null),
                        List.of(first.player(), second.player()),
                        board),
                MatchOrigin.competition(new Competition.OfLadder(first.version(), second.version())),
                minute);
    }
}
