package bout.standings.update;

import bout.competition.Author;
import bout.competition.contest.Contest;
import bout.competition.ladder.BotPage;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.Ladder.LadderSnapshot;
import bout.competition.ladder.LadderPlayer;
import bout.competition.ladder.LadderPlayer.RecentMatch;
import bout.competition.ladder.Leaderboard;
import bout.competition.ladder.Leaderboard.Participant;
import bout.engine.Game;
import bout.games.Games;
import bout.standings.journal.JournalledLadders;
import bout.store.Aws;
import bout.store.access.Owners;
import bout.store.bot.Authors;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.contest.ContestRecord;
import bout.store.contest.Contests;
import bout.store.journal.Journals;
import bout.store.journal.LadderSnapshots;
import bout.store.journal.StandingsFiles;
import bout.store.queue.CheckQueue;
import bout.wire.AtomFeed;
import bout.wire.Json;
import bout.wire.Sha256;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates a ladder: reads the new entries of its journal, saves a snapshot from time to time, and publishes the
 * leaderboard and the bot pages that have changed.
 *
 * <p>Everything follows from the journal and the current names of bots and authors, so an update may be interrupted at
 * any point and repeated by anyone.
 *
 * <p>Of a contest's ladder it publishes a leaderboard only, for the API.
 *
 * <p>Safe for use by several threads, but not for the same ladder at once.
 */
final class LadderUpdate {

    private static final Logger LOG = LoggerFactory.getLogger(LadderUpdate.class);

    /** After a restart, at most this many entries are read again. */
    private static final int SNAPSHOT_EVERY = 100;

    private static final int DIGEST_DIGITS = 16;

    /** Ladders are published every minute; names change less often, and whoever is erased has no bot there. */
    static final Duration AUTHORS_EVERY = Duration.ofMinutes(5);

    private final JournalledLadders ladders;
    private final LadderSnapshots snapshots;
    private final Contests contests;
    private final Bots bots;
    private final Authors authors;
    private final CheckQueue checks;
    private final StandingsFiles files;
    private final URI site;
    private final Clock clock;

    /** The sequence number of the last snapshot of each ladder, as far as this object knows. */
    private final Map<String, Long> saved = new ConcurrentHashMap<>();

    /** By game. */
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /** @param authors of these bots, by their ids */
    private record Known(Set<String> bots, Map<String, Author> authors, Instant at) {}

    /** @param site the site's address, for links in feeds */
    LadderUpdate(Aws aws, StandingsFiles files, URI site, Clock clock) {
        this.snapshots = new LadderSnapshots(aws.bucket());
        this.ladders = new JournalledLadders(new Journals(aws.table()), snapshots);
        this.contests = new Contests(aws.table());
        this.bots = new Bots(aws.table(), clock);
        this.authors = new Authors(bots, new Owners(aws.table(), clock));
        this.checks = aws.checkQueue();
        this.files = files;
        this.site = site;
        this.clock = clock;
    }

    /** @param id of a game or a contest */
    void update(String id) {
        Optional<Game<?>> game = Games.byId(id);
        Optional<ContestRecord> contest = contests.find(id);
        if (game.isEmpty() && contest.isEmpty()) {
            LOG.atWarn().addKeyValue("ladder", id).log("No game or contest has this id; no ladder to update");
            return;
        }
        Ladder ladder = ladders.read(id, (read, start) -> keepSnapshot(read, saved.getOrDefault(id, start)));
        game.ifPresent(found -> publish(found, ladder));
        contest.ifPresent(found -> publish(found, ladder));
    }

    private void keepSnapshot(Ladder ladder, long last) {
        saved.putIfAbsent(ladder.game(), last);
        if (ladder.sequence() - last >= SNAPSHOT_EVERY) {
            snapshots.save(ladder.game(), LadderSnapshot.of(ladder));
            saved.put(ladder.game(), ladder.sequence());
        }
    }

    private void publish(Game<?> game, Ladder ladder) {
        String id = game.card().id();
        Map<String, Participant> named = new LinkedHashMap<>();
        Map<String, Participant> listed = new LinkedHashMap<>();
        game.houseBots().forEach(bot -> {
            Participant participant = Participant.house(bot.name());
            named.put(participant.key(), participant);
            listed.put(participant.key(), participant);
        });
        List<BotRecord> registered = bots.ofGame(id);
        registered.forEach(bot -> ladder.player(bot.id()).ifPresent(player -> suspendIfFailing(bot, player)));
        List<BotRecord> shown = registered.stream()
                .filter(bot -> bot.settings().visibility() == Visibility.PUBLIC)
                .toList();
        Map<String, Author> of = authors(id, shown);
        for (BotRecord bot : shown) {
            Participant participant =
                    Participant.registered(bot.id(), bot.settings().name(), of.get(bot.id()));
            named.put(bot.id(), participant);
            if (bot.settings().active()) {
                listed.put(bot.id(), participant);
            }
        }
        Leaderboard board = Leaderboard.of(ladder, listed);

        LadderFeeds feeds = new LadderFeeds(id, game.card().name(), site, named);
        Map<String, Object> contents = new TreeMap<>();
        for (LadderPlayer player : ladder.players().values()) {
            Participant participant = named.get(player.key());
            if (participant != null) {
                contents.put(
                        StandingsFiles.bot(Participant.page(id, player.key())),
                        BotPage.of(player, participant, board, named));
                feeds.ofPlayer(player, participant)
                        .ifPresent(
                                feed -> contents.put(StandingsFiles.botFeed(Participant.page(id, player.key())), feed));
            }
        }
        contents.put(StandingsFiles.ladder(id), board.toPlain());
        feeds.ofGame(ladder).ifPresent(feed -> contents.put(StandingsFiles.ladderFeed(id), feed));
        publish(id, contents);
    }

    private void publish(ContestRecord record, Ladder ladder) {
        Contest contest = record.contest();
        Map<String, Participant> listed = contest.entries().stream()
                .filter(entry -> entry.out() == null)
                .collect(Collectors.toMap(
                        Contest.Entry::bot, entry -> Participant.registered(entry.bot(), entry.name(), null)));
        bots.find(listed.keySet()).values().forEach(bot -> ladder.player(bot.id())
                .ifPresent(player -> suspendIfFailing(bot, player)));
        Map<String, Object> board = Leaderboard.of(ladder, listed).toPlain();
        board.put("game", record.settings().game().id());
        publish(record.id(), Map.of(StandingsFiles.contestLadder(record.id()), board));
    }

    private Map<String, Author> authors(String game, List<BotRecord> shown) {
        Set<String> ids = shown.stream().map(BotRecord::id).collect(Collectors.toSet());
        Known before = known.get(game);
        if (before != null && before.bots.equals(ids) && clock.instant().isBefore(before.at.plus(AUTHORS_EVERY))) {
            return before.authors;
        }
        Known now = new Known(ids, authors.of(shown), clock.instant());
        known.put(game, now);
        return now.authors;
    }

    /** A bot that lost its last two matches by failing plays no more until a check passes, and is checked at once. */
    private void suspendIfFailing(BotRecord bot, LadderPlayer player) {
        if (bot.version().health().suspended()
                || player.version() != bot.version().number()) {
            return;
        }
        List<RecentMatch> failed = player.failedTwice();
        if (failed.isEmpty()) {
            return;
        }
        Instant earlier = Collections.min(failed.stream().map(RecentMatch::at).toList());
        String why = "It lost its last two rated matches by failing, the last one by: "
                + failed.getFirst().failureKind().lost() + ".";
        if (bots.suspend(bot.id(), player.version(), earlier, why)) {
            checks.send(new CheckQueue.Task.Health(bot.owner(), bot.id(), clock.instant()));
            LOG.atInfo()
                    .addKeyValue("bot", bot.id())
                    .addKeyValue("game", bot.game())
                    .log("Bot suspended: it lost two matches by failing");
        }
    }

    /** Writes the files that have changed, and deletes outdated ones, such as the page of a deleted bot. */
    private void publish(String id, Map<String, Object> contents) {
        Map<String, String> before = new TreeMap<>();
        files.get(StandingsFiles.pages(id)).ifPresent(digests -> digests.fields()
                .keySet()
                .forEach(name ->
                        before.put((String) name, digests.get((String) name).text())));
        Map<String, String> now = new TreeMap<>();
        Map<String, Object> changed = new TreeMap<>();
        String updatedAt = clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
        contents.forEach((name, content) -> {
            String digest = digest(content);
            now.put(name, digest);
            if (!digest.equals(before.get(name))) {
                changed.put(name, content instanceof Map<?, ?> page ? dated(page, updatedAt) : content);
            }
        });
        if (now.equals(before)) {
            return;
        }
        files.putAll(changed);
        before.keySet().stream().filter(name -> !now.containsKey(name)).forEach(files::delete);
        // Written last: an update that is interrupted before this writes the same files again next time.
        files.put(StandingsFiles.pages(id), now);
    }

    private static Map<Object, Object> dated(Map<?, ?> page, String updatedAt) {
        Map<Object, Object> file = new LinkedHashMap<>(Map.of("updatedAt", updatedAt));
        file.putAll(page);
        return file;
    }

    private static String digest(Object content) {
        byte[] bytes =
                content instanceof AtomFeed feed ? feed.text().getBytes(StandardCharsets.UTF_8) : Json.bytes(content);
        return Sha256.hex(bytes).substring(0, DIGEST_DIGITS);
    }
}
