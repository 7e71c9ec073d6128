package bout.standings.update;

import bout.competition.Author;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.pairings.Fixture;
import bout.competition.tournament.JournalledTournament;
import bout.competition.tournament.Seeds;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.TournamentStandings;
import bout.engine.Plain;
import bout.store.Aws;
import bout.store.access.Owners;
import bout.store.bot.Authors;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.queue.Queue.MatchQueue;
import bout.store.queue.Queue.WebhookQueue;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.tournament.Tournaments;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates a tournament: reads the new results of its journal, starts the matches that may come next, ends the
 * tournament after the last one, and publishes its standings.
 *
 * <p>Everything follows from the journal, so an update may be interrupted at any point and repeated by anyone. A
 * match's id follows from its fixture, and it is written to the table only if it is not there yet, so it is created
 * once however often it is started. It is started only after the tournament's record names it. Of several concurrent
 * writes of that record only one succeeds, and none succeeds after the tournament was cancelled.
 *
 * <p>What was read from a journal is kept for the next update. An object that has not kept it, or may not trust it
 * after a failure, reads the journal from the start.
 *
 * <p>Safe for use by several threads. Concurrent updates of the same tournament are correct, but all except one do
 * useless work.
 */
final class TournamentUpdate {

    private static final Logger LOG = LoggerFactory.getLogger(TournamentUpdate.class);

    private static final int ENTRIES_AT_A_TIME = 1000;

    /** With a thousand players each, they take about 200 MB. */
    private static final int KEPT = 8;

    private static final Duration STATUSES_EVERY = Duration.ofSeconds(30);

    /** Of the open matches, this many are named in the standings. */
    private static final int SHOWN_OPEN = 12;

    private static final int ATTEMPTS = 4;

    private final Tournaments tournaments;
    private final Owners owners;
    private final Journals journals;
    private final Matches matches;
    private final Bots bots;
    private final Authors authors;
    private final MatchQueue queue;
    private final WebhookQueue webhooks;
    private final SeatKey seatKey;
    private final StandingsFiles files;
    private final URI site;
    private final PublicTournaments list;
    private final OpenLimits limits;
    private final Clock clock;
    private final Map<String, Progress> kept = new ConcurrentHashMap<>();

    TournamentUpdate(Aws aws, StandingsFiles files, URI site, OpenLimits limits, Clock clock) {
        this.tournaments = new Tournaments(aws.table(), clock);
        this.owners = new Owners(aws.table(), clock);
        this.journals = new Journals(aws.table());
        this.matches = aws.matches(clock);
        this.bots = new Bots(aws.table(), clock);
        this.authors = new Authors(bots, owners);
        this.queue = aws.matchQueue();
        this.webhooks = aws.webhookQueue();
        this.seatKey = new SeatKey(aws.table());
        this.files = files;
        this.site = site;
        this.list = new PublicTournaments(tournaments, files, site, clock);
        this.limits = limits;
        this.clock = clock;
    }

    private static final class Progress {

        private final JournalledTournament journalled;
        private List<PlayerRecord> players;

        /** The revision of the tournament that has these players. */
        private long revision;

        /** The registered bots among them that are not the tournament's owner's. */
        private final Set<String> othersBots;

        private final TournamentFeed feed = new TournamentFeed();

        /** By the ids of public bots. */
        private Map<String, Author> authors = new HashMap<>();

        private Instant authorsAt = Instant.MIN;

        /** Open matches that are known to be in the table. */
        private final Set<Fixture> started = new HashSet<>();

        /** Open matches that wait because another owner's bot has no capacity for them; tried with each update. */
        private List<Fixture> waiting = List.of();

        /** Whether it is unknown which open matches are in the table. */
        private boolean fresh = true;

        private Instant statusesAt = Instant.MIN;
        private int failed;
        private Map<String, Object> published = Map.of();

        private Progress(
                JournalledTournament journalled, List<PlayerRecord> players, long revision, Set<String> othersBots) {
            this.journalled = journalled;
            this.players = players;
            this.revision = revision;
            this.othersBots = othersBots;
        }

        private Tournament tournament() {
            return journalled.tournament();
        }
    }

    private static final class Outdated extends Exception {}

    /** Updates the tournament, if there is anything new, and returns whether it is over. */
    boolean update(String id) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            // Removed first, and put back only after success.
            Progress progress = kept.remove(id);
            try {
                return updateOnce(id, progress);
            } catch (Outdated changed) {
                LOG.atInfo()
                        .addKeyValue("tournament", id)
                        .log("The tournament was changed in the meantime; reading it again");
            }
        }
        throw new IllegalStateException(
                "the tournament " + id + " was changed " + ATTEMPTS + " times while it was being updated");
    }

    private boolean updateOnce(String id, Progress known) throws Outdated {
        Optional<TournamentRecord> found = tournaments.find(id);
        if (found.isEmpty()) {
            LOG.atWarn().addKeyValue("tournament", id).log("No tournament has this id; nothing to update");
            return false;
        }
        TournamentRecord record = inForce(found.get());
        Progress progress = known != null ? known : begin(record);
        if (progress.revision != record.progress().revision()) {
            // A player may have been erased.
            progress.players = tournaments.players(id);
            progress.authorsAt = Instant.MIN;
        }
        Set<Fixture> open = new LinkedHashSet<>(record.progress().open());
        readJournal(record, progress, open);
        TournamentRecord now =
                switch (record.state()) {
                    case PLANNED, RUNNING -> advance(record, progress, open);
                    case CANCELLING -> cancel(record, progress, open);
                    case FINISHED, CANCELLED -> record;
                };
        open.removeAll(progress.waiting);
        publish(now, progress, now.state().over() ? Set.of() : open);
        if (!now.state().over()) {
            progress.revision = now.progress().revision();
            keep(id, progress);
        }
        return now.state().over();
    }

    private Progress begin(TournamentRecord record) {
        List<PlayerRecord> players = tournaments.players(record.id());
        Set<String> entered = players.stream().map(PlayerRecord::key).collect(Collectors.toSet());
        Set<String> othersBots = bots.find(entered).values().stream()
                .filter(bot -> !bot.isOf(record.owner()))
                .map(BotRecord::id)
                .collect(Collectors.toSet());
        return new Progress(
                new JournalledTournament(record.settings().plan(), limits, record.createdAt()),
                players,
                record.progress().revision(),
                othersBots);
    }

    /** The tournament, cancelled if its owner has been blocked. */
    private TournamentRecord inForce(TournamentRecord read) {
        return switch (read.state()) {
            case PLANNED, RUNNING -> {
                if (!owners.isBlocked(read.owner())) {
                    yield read;
                }
                LOG.atInfo().addKeyValue("tournament", read.id()).log("Cancelled a tournament of a blocked owner");
                yield tournaments.cancel(read.id()).orElse(read);
            }
            case CANCELLING, FINISHED, CANCELLED -> read;
        };
    }

    private void keep(String id, Progress progress) {
        kept.put(id, progress);
        while (kept.size() > KEPT) {
            kept.keySet().stream()
                    .filter(other -> !other.equals(id))
                    .findFirst()
                    .ifPresent(kept::remove);
        }
    }

    /** @param open the open matches; those with a result in the journal are removed */
    private void readJournal(TournamentRecord record, Progress progress, Set<Fixture> open) {
        Subject subject = new Subject.Tournament(record.id());
        List<JournalEntry> entries;
        do {
            entries = journals.read(subject, progress.journalled.sequence(), ENTRIES_AT_A_TIME);
            for (JournalEntry entry : entries) {
                if (!progress.journalled.add(entry)) {
                    LOG.atWarn()
                            .addKeyValue("tournament", record.id())
                            .addKeyValue("match", entry.match())
                            .log("Ignored a result, because the tournament has no such match");
                }
                if (!entry.takesBack()) {
                    progress.feed.add(entry);
                }
                open.remove(JournalledTournament.fixture(entry));
            }
        } while (entries.size() == ENTRIES_AT_A_TIME);
    }

    /** Adds to the open matches, which so far are those that the record names and that have no result yet. */
    private TournamentRecord advance(TournamentRecord before, Progress progress, Set<Fixture> open) throws Outdated {
        Tournament tournament = progress.tournament();
        if (tournament.over()) {
            progress.failed = 0;
            return end(before, TournamentState.FINISHED, progress);
        }
        Set<Fixture> named = Set.copyOf(open);
        // Any other match that the record names was started under wider limits, and continues.
        open.addAll(tournament.open());
        TournamentRecord record = before;
        if (record.state() == TournamentState.PLANNED
                || !open.equals(Set.copyOf(record.progress().open()))) {
            record = tournaments
                    .plan(before, List.copyOf(open), tournament.played())
                    .orElseThrow(Outdated::new);
        }
        start(record, progress, open, named);
        return record;
    }

    /**
     * Starts the open matches that have not been started. Another update may have started those that the record named.
     */
    private void start(TournamentRecord record, Progress progress, Set<Fixture> open, Set<Fixture> named) {
        progress.started.retainAll(open);
        Instant now = clock.instant();
        boolean all = progress.fresh || !now.isBefore(progress.statusesAt.plus(STATUSES_EVERY));
        List<Fixture> inTable = named.stream()
                .filter(each -> all || !progress.started.contains(each))
                .toList();
        Map<Fixture, Status> statuses = statuses(record, inTable);
        if (all) {
            progress.statusesAt = now;
            progress.failed = failed(statuses.values());
        }
        progress.fresh = false;
        // If the process that wrote one of them died before it queued it, the sweeper sends it a minute later. Sending
        // all of them here would mean hundreds of messages whenever a new instance of the function starts.
        progress.started.addAll(statuses.keySet());
        List<Fixture> missing = open.stream()
                .filter(each -> named.contains(each)
                        ? inTable.contains(each) && !statuses.containsKey(each)
                        : !progress.started.contains(each))
                .toList();
        // All are there before one can be played: a match counts as alone on its board if there is no other.
        Set<String> created = matches.createMissing(
                missing.stream()
                        .map(fixture -> match(record, progress.players, fixture, now))
                        .toList(),
                progress.othersBots,
                limits.ofBot());
        Map<Boolean, List<Fixture>> there =
                missing.stream().collect(Collectors.partitioningBy(each -> created.contains(record.matchId(each))));
        queue.send(there.get(true).stream().map(each -> record.matchId(each)).toList());
        progress.started.addAll(there.get(true));
        progress.waiting = there.get(false);
    }

    private Map<Fixture, Status> statuses(TournamentRecord record, Collection<Fixture> fixtures) {
        Map<String, Fixture> ids = new HashMap<>();
        fixtures.forEach(fixture -> ids.put(record.matchId(fixture), fixture));
        Map<Fixture, Status> statuses = new HashMap<>();
        if (!ids.isEmpty()) {
            matches.find(List.copyOf(ids.keySet())).forEach(match -> statuses.put(ids.get(match.id()), match.status()));
        }
        return statuses;
    }

    private static int failed(Collection<Status> statuses) {
        return (int) statuses.stream().filter(Status.FAILED::equals).count();
    }

    private MatchRecord match(TournamentRecord record, List<PlayerRecord> players, Fixture fixture, Instant now) {
        TournamentSettings settings = record.settings();
        return MatchRecord.queued(
                record.matchId(fixture),
                new MatchSettings(
                        settings.game(),
                        fixture.players().stream().map(players::get).toList(),
                        // The tournament's seed is public once it has ended, perhaps before the match is played again.
                        Seeds.secret(
                                fixture.again() > 0
                                        ? seatKey.ids().boardSeed(record.matchId(fixture))
                                        : settings.plan().seed(),
                                fixture)),
                new MatchOrigin(
                        settings.owner(),
                        null,
                        new Competition.OfTournament(record.id(), fixture),
                        !settings.isPublic()),
                now);
    }

    /**
     * Cancels the tournament. Running matches continue and their results count. Matches that failed because of a server
     * error are not waited for; neither are matches that the record names but that were never written. Only those still
     * waited for stay in {@code open}.
     */
    private TournamentRecord cancel(TournamentRecord record, Progress progress, Set<Fixture> open) throws Outdated {
        Map<Fixture, Status> statuses = statuses(record, open);
        progress.failed = failed(statuses.values());
        matches.freePlaces(
                open.stream()
                        .filter(each -> !statuses.containsKey(each))
                        .map(each -> record.matchId(each))
                        .toList(),
                progress.othersBots);
        open.removeIf(fixture -> !statuses.containsKey(fixture)
                || statuses.get(fixture) == Status.FAILED
                || statuses.get(fixture) == Status.CANCELLED);
        if (open.isEmpty()) {
            return end(record, TournamentState.CANCELLED, progress);
        }
        return open.equals(Set.copyOf(record.progress().open()))
                ? record
                : tournaments
                        .plan(record, List.copyOf(open), progress.tournament().played())
                        .orElseThrow(Outdated::new);
    }

    private TournamentRecord end(TournamentRecord record, TournamentState state, Progress progress) throws Outdated {
        List<String> winners = state == TournamentState.FINISHED ? winners(progress) : List.of();
        TournamentRecord ended = tournaments
                .end(record, state, progress.tournament().played(), winners)
                .orElseThrow(Outdated::new);
        LOG.atInfo()
                .addKeyValue("tournament", record.id())
                .addKeyValue("matches", ended.progress().played())
                .log("The tournament is " + state.code());
        if (ended.settings().webhook() != null) {
            webhooks.send(new WebhookQueue.Ended(ended.id(), ended.owner()));
            tournaments.webhookQueued(ended.id());
        }
        return ended;
    }

    /** The names of the players in the first place, several if the tie-breaks do not separate them. */
    private static List<String> winners(Progress progress) {
        return progress.tournament().table().rows().stream()
                .filter(row -> row.rank() == 1)
                .map(row -> progress.players.get(row.player()).name())
                .toList();
    }

    private void publish(TournamentRecord record, Progress progress, Set<Fixture> open) {
        if (!clock.instant().isBefore(progress.authorsAt.plus(LadderUpdate.AUTHORS_EVERY))) {
            progress.authors = authors.ofPublic(progress.players);
            progress.authorsAt = clock.instant();
        }
        Map<String, Object> plain = new TournamentStandings(
                        heading(record, progress),
                        progress.tournament(),
                        open.size(),
                        progress.failed,
                        progress.journalled.updatedAt())
                .toPlain();
        plain.put("now", now(record, progress, open));
        if (!progress.journalled.takenBack().isEmpty()) {
            plain.put("again", progress.journalled.takenBack());
        }
        if (!plain.equals(progress.published)) {
            files.put(record, plain);
            progress.published = plain;
        }
        progress.feed.publish(record, progress.players, progress.authors, files, site, clock.instant());
        list.update(record, plain);
    }

    /** Open matches, those of the players with the best ranks first: the ones to watch. */
    private static List<Object> now(TournamentRecord record, Progress progress, Set<Fixture> open) {
        Map<Integer, Integer> places = new HashMap<>();
        progress.tournament().table().rows().forEach(row -> places.put(row.player(), places.size()));
        return open.stream()
                .sorted(Comparator.comparingInt((Fixture each) -> each.players().stream()
                                .mapToInt(player -> places.getOrDefault(player, places.size()))
                                .sum())
                        .thenComparing(each -> record.matchId(each)))
                .limit(SHOWN_OPEN)
                .<Object>map(each -> Plain.object(
                        "match", record.matchId(each),
                        "board", each.board(),
                        "players", each.players()))
                .toList();
    }

    private static TournamentStandings.Heading heading(TournamentRecord record, Progress progress) {
        return new TournamentStandings.Heading(
                record.id(),
                record.settings().name(),
                record.game(),
                record.settings().game().options(),
                record.state().code(),
                record.createdAt(),
                record.progress().startedAt(),
                record.progress().finishedAt(),
                progress.players.stream()
                        .map(player -> new TournamentStandings.Entrant(
                                player.name(),
                                player.url() == null ? player.key() : null,
                                progress.authors.get(player.bot())))
                        .toList());
    }
}
