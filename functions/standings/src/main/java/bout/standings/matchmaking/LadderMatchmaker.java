package bout.standings.matchmaking;

import bout.competition.contest.Contest;
import bout.competition.journal.Competition;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.Matchmaker;
import bout.competition.ladder.Round;
import bout.competition.pairings.GroupSize;
import bout.competition.ratings.Rating;
import bout.competition.tournament.Seeds;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.engine.Game;
import bout.engine.Options;
import bout.games.Games;
import bout.standings.journal.JournalledLadders;
import bout.store.Aws;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.connection.Connections;
import bout.store.contest.ContestRecord;
import bout.store.journal.Journals;
import bout.store.journal.LadderRuns;
import bout.store.journal.LadderSnapshots;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.queue.Queue.MatchQueue;
import bout.telemetry.Settings;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Starts ladder matches: once a minute those that are due, and at once the first ones of a new bot. The matches of a
 * run are decided once and recorded before any of them starts, and each match's id follows from its position in that
 * record. However often a run is repeated or interrupted, each match is created once.
 *
 * <p>The ladder of a game and those of contests know nothing of each other: each has its journal, its runs and its
 * limits.
 *
 * <p>Safe for use by several threads, but not for the same ladder at once.
 *
 * @param perBot how many matches each bot gets in an hour, as long as its rating is uncertain; 0 = none
 * @param openMatches how many matches of one player may be open at once
 * @param oneOwner whether all bots belong to the same owner, as on an open stack, so that they may meet
 */
public record LadderMatchmaker(
        JournalledLadders ladders,
        LadderRuns runs,
        Matches matches,
        MatchQueue queue,
        Bots bots,
        Connections connections,
        int perBot,
        int openMatches,
        boolean oneOwner) {

    private static final Logger LOG = LoggerFactory.getLogger(LadderMatchmaker.class);

    /** The largest allowed setting for matches per bot and hour and open matches per player. */
    private static final int MOST = 999_999;

    private static final int MINUTES = 60;
    private static final int MATCHES_OF_A_PAIR = 2;

    /** As many as all minutes of an hour can start. */
    private static final int MOST_AN_HOUR = MINUTES * LadderRuns.MOST_AT_ONCE;

    private static final SecureRandom RANDOM = new SecureRandom();

    /** The matchmaker of a function, by {@code BOUT_LADDER_MATCHES_PER_BOT_AND_HOUR} and {@code BOUT_ACCESS}. */
    public static LadderMatchmaker of(Aws aws, Matches matches, Clock clock) {
        Settings settings = aws.settings();
        return new LadderMatchmaker(
                new JournalledLadders(new Journals(aws.table()), new LadderSnapshots(aws.bucket())),
                new LadderRuns(aws.table()),
                matches,
                aws.matchQueue(),
                new Bots(aws.table(), clock),
                new Connections(aws.table(), clock),
                settings.wholeNumber("BOUT_LADDER_MATCHES_PER_BOT_AND_HOUR", 0, MOST),
                OpenLimits.OF_PLAYER,
                settings.choice("BOUT_ACCESS", "tokens", "open").equals("open"));
    }

    /**
     * Starts the matches that the ladders need in one minute, those of all games together: sent at once, they share a
     * runner, which costs as much for one match as for a hundred. Returns the games whose matches could not be decided.
     */
    List<String> run(List<Game<?>> games, Instant minute) {
        List<MatchRecord> toStart = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (Game<?> game : games) {
            String id = game.card().id();
            try {
                toStart.addAll(matchesToStart(new Played(game, null), minute, true));
            } catch (RuntimeException fault) {
                LOG.atError().addKeyValue("game", id).setCause(fault).log("Could not decide on the ladder's matches");
                failed.add(id);
            }
        }
        start(toStart);
        return failed;
    }

    /**
     * Starts the first matches of bots that have never played, without waiting for the next minute. A second run for
     * the same second starts no further matches.
     */
    public void welcome(Game<?> game, Instant now) {
        start(matchesToStart(new Played(game, null), now, false));
    }

    /** Starts the matches that the ladder of a contest needs in one minute: none any more once the deadline is over. */
    public void run(ContestRecord contest, Instant minute) {
        Game<?> game = Games.byId(contest.settings().game().id()).orElseThrow();
        start(matchesToStart(new Played(game, contest), minute, true));
    }

    /** The ladder of a game or, if it is not {@code null}, of a contest. */
    private record Played(Game<?> game, ContestRecord contest) {

        String id() {
            return contest == null ? game.card().id() : contest.id();
        }

        GameSettings settings() {
            return contest == null
                    ? new GameSettings(
                            id(), Options.defaults(game.card().options()).toPlain(), null)
                    : contest.settings().game();
        }

        MatchOrigin origin(List<Integer> versions) {
            if (contest == null) {
                return MatchOrigin.competition(new Competition.OfLadder(null, versions));
            }
            boolean seen = contest.settings().isPublic();
            return new MatchOrigin(
                    seen ? null : contest.settings().owner(),
                    null,
                    new Competition.OfLadder(contest.id(), versions),
                    !seen);
        }
    }

    private void start(List<MatchRecord> toStart) {
        // All are there before one can be played: a match counts as alone on its board if there is no other.
        matches.createMissing(toStart, Set.of(), 0);
        queue.send(toStart.stream().map(MatchRecord::id).toList());
    }

    /**
     * The matches of a ladder that this run has to start, those of new bots and, if so wanted, those that are due.
     * Their ids are recorded, so an interruption loses none.
     */
    private List<MatchRecord> matchesToStart(Played ladder, Instant at, boolean due) {
        String id = ladder.id();
        OpenRuns open = openRuns(id);
        List<MatchRecord> toStart = new ArrayList<>(open.missing());
        Map<String, Seated> seated = perBot == 0 ? Map.of() : candidates(ladder, at);
        // Each pair is some bot's turn. Only the first matches of new bots come on top, so they are what this limits.
        int perHour = Math.min(MOST_AN_HOUR, perBot * seated.size());
        List<MatchRecord> decided = decide(ladder, at, due ? turns(at) : 0, perHour, seated, open.matches());
        if (!decided.isEmpty()) {
            LoggingEventBuilder log = LOG.atInfo().addKeyValue("ladder", id);
            switch (runs.decide(id, at, decided, perHour)) {
                case LadderRuns.Decision.Made() -> {
                    toStart.addAll(decided);
                    log.addKeyValue("matches", decided.size()).log("Decided on ladder matches");
                }
                case LadderRuns.Decision.MadeBefore() ->
                    log.addKeyValue("at", at).log("The matches of this time were already decided");
                case LadderRuns.Decision.TooMany(int left) ->
                    log.addKeyValue("left", left).log("The ladder has reached its hourly limit of matches");
            }
        }
        return toStart;
    }

    /** What earlier runs decided and is not over, and what of that was never started. */
    private record OpenRuns(List<MatchRecord> matches, List<MatchRecord> missing) {}

    private OpenRuns openRuns(String ladder) {
        List<MatchRecord> open = new ArrayList<>();
        List<MatchRecord> allMissing = new ArrayList<>();
        for (LadderRuns.Run run : runs.open(ladder)) {
            Map<String, MatchRecord> found = new HashMap<>();
            matches.find(run.matches().stream().map(MatchRecord::id).toList())
                    .forEach(match -> found.put(match.id(), match));
            List<MatchRecord> missing = run.matches().stream()
                    .filter(match -> !found.containsKey(match.id()))
                    .toList();
            if (!missing.isEmpty()) {
                allMissing.addAll(missing);
                LOG.atWarn()
                        .addKeyValue("ladder", ladder)
                        .addKeyValue("matches", missing.size())
                        .log("Starting matches that an earlier run had decided but not started");
            }
            List<MatchRecord> left = run.matches().stream()
                    .filter(match -> !found.containsKey(match.id())
                            || !found.get(match.id()).status().over())
                    .toList();
            if (left.isEmpty()) {
                runs.over(ladder, run);
            }
            open.addAll(left);
        }
        return new OpenRuns(open, allMissing);
    }

    /**
     * How many pairs each bot gets in this minute; an hour's are spread over its minutes. All bots have their turn in
     * the same minutes, so that two bots that meet need one pair for both turns, and so that few runners do it all.
     */
    private int turns(Instant minute) {
        long now = minute.getEpochSecond() / MINUTES;
        long perPair = (long) MINUTES * MATCHES_OF_A_PAIR;
        return Math.toIntExact((now + 1) * perBot / perPair - now * perBot / perPair);
    }

    /** A player of the ladder, with its version and the token that registered it; {@code null} for a house bot. */
    private record Seated(PlayerRecord player, int version, String owner) {

        boolean house() {
            return player.house() != null;
        }
    }

    /**
     * @param turns how many pairs each bot gets now; if 0, only bots that have never played get one
     * @param perHour the ladder's limit. Half of it may be first matches ahead of their bots' turns: their authors wait
     *     for them. The other half is for all, however many new bots one owner registers
     */
    private List<MatchRecord> decide(
            Played played, Instant at, int turns, int perHour, Map<String, Seated> seated, List<MatchRecord> open) {
        Game<?> game = played.game();
        String id = played.id();
        int left = (turns > 0 ? perHour : perHour / 2) - runs.count(id, at);
        if (left < MATCHES_OF_A_PAIR || (turns == 0 && seated.values().stream().allMatch(Seated::house))) {
            return List.of();
        }
        Ladder ladder = ladders.read(id);
        Map<String, Map<String, Integer>> openOf = new HashMap<>();
        Map<List<String>, Integer> openBetween = new HashMap<>();
        for (MatchRecord match : open) {
            List<String> keys = match.players().stream().map(PlayerRecord::key).toList();
            for (String key : keys) {
                for (String other : keys) {
                    if (!other.equals(key)) {
                        openOf.computeIfAbsent(key, unknown -> new HashMap<>())
                                .merge(owner(seated.get(other)), 1, Integer::sum);
                        openBetween.merge(List.of(key, other), 1, Integer::sum);
                    }
                }
            }
        }
        List<Round.Entrant> entrants = new ArrayList<>();
        seated.forEach((key, candidate) -> {
            Rating rating = ladder.player(key)
                    .map(player -> player.ratingOf(candidate.version()))
                    .orElse(Rating.NEW);
            boolean provisional = ladder.player(key)
                    .map(player -> player.rating().provisional())
                    .orElse(true);
            boolean waiting = !candidate.house() && rating.equals(Rating.NEW) && !openOf.containsKey(key);
            entrants.add(new Round.Entrant(
                    key,
                    rating,
                    candidate.house(),
                    provisional,
                    candidate.house() && !provisional ? 0 : Math.max(turns, waiting ? 1 : 0),
                    openOf.getOrDefault(key, Map.of()),
                    owner(candidate)));
        });
        GroupSize size = GroupSize.of(game.card().seats()).usual(seated.size());
        List<Matchmaker.Choice> choices = new Round(new Matchmaker(Ladder.MODEL), size, openMatches)
                .choose(
                        entrants,
                        (one, other) ->
                                (met(ladder, seated, one, other) + openBetween.getOrDefault(List.of(one, other), 0))
                                        / MATCHES_OF_A_PAIR,
                        Math.min(left, LadderRuns.MOST_AT_ONCE) / MATCHES_OF_A_PAIR,
                        "ladder of " + id + " at " + at);
        List<MatchRecord> decided = new ArrayList<>();
        for (Matchmaker.Choice choice : choices) {
            int pair = decided.size() / MATCHES_OF_A_PAIR;
            // Drawn now and recorded with the match, so that the boards of coming matches cannot be computed.
            String board = Seeds.drawn(RANDOM);
            List<Seated> players = choice.players().stream().map(seated::get).toList();
            decided.add(match(played, at, pair, 1, board, players));
            decided.add(match(played, at, pair, 2, board, players.reversed()));
        }
        return decided;
    }

    /** Whose bot it is; {@code ""} for none, also if the bot no longer plays. */
    private String owner(Seated seated) {
        return oneOwner || seated == null || seated.owner() == null ? "" : seated.owner();
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
     * suspended; on the ladder of a contest only the bots that take part, public or not. A connected bot must have a
     * connection.
     */
    private Map<String, Seated> candidates(Played ladder, Instant at) {
        Game<?> game = ladder.game();
        Map<String, Seated> candidates = new LinkedHashMap<>();
        if (ladder.contest() == null) {
            game.houseBots().forEach(bot -> {
                PlayerRecord player = PlayerRecord.house(bot.name(), bot.name());
                candidates.put(player.key(), new Seated(player, 0, null));
            });
        }
        List<BotRecord> active = ladder.contest() == null ? publicBots(game) : entered(ladder.contest(), at);
        // One query for all connected bots of a game, and none if it has no such bot.
        Set<String> withLine = active.stream().anyMatch(LadderMatchmaker::connects)
                ? connections.connected(game.card().id())
                : Set.of();
        active.stream()
                .filter(bot -> !connects(bot) || withLine.contains(bot.id()))
                .filter(bot -> bot.proven() && !bot.version().health().suspended())
                .forEach(bot -> candidates.put(
                        bot.id(),
                        new Seated(
                                PlayerRecord.registered(bot.settings().name(), bot.id(), bot.code()),
                                bot.version().number(),
                                bot.owner())));
        return candidates;
    }

    private static boolean connects(BotRecord bot) {
        return bot.settings().program() instanceof Program.Connected;
    }

    private List<BotRecord> publicBots(Game<?> game) {
        return bots.ofGame(game.card().id()).stream()
                .filter(bot -> bot.settings().active() && bot.settings().visibility() == Visibility.PUBLIC)
                .toList();
    }

    private List<BotRecord> entered(ContestRecord record, Instant at) {
        Contest contest = record.contest();
        if (contest.state() != Contest.State.OPEN || !at.isBefore(contest.deadline())) {
            return List.of();
        }
        Set<String> ids = contest.entries().stream()
                .map(Contest.Entry::bot)
                .filter(contest::takesPart)
                .collect(Collectors.toSet());
        return bots.find(ids).values().stream()
                .filter(bot -> bot.settings().active())
                .toList();
    }

    /** @param turn 1 or 2; for the second match the seats are in reverse order */
    private static MatchRecord match(
            Played ladder, Instant at, int pair, int turn, String board, List<Seated> players) {
        return MatchRecord.queued(
                MatchIds.onBoard(turn == 2, at, "ladder", ladder.id(), Integer.toString(pair)),
                new MatchSettings(
                        ladder.settings(), players.stream().map(Seated::player).toList(), board),
                ladder.origin(players.stream().map(Seated::version).toList()),
                at);
    }
}
