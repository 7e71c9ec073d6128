package bout.standings.update;

import bout.standings.pairings.Fixture;
import bout.standings.tournament.OpenLimits;
import bout.standings.tournament.Seeds;
import bout.standings.tournament.Tournament;
import bout.standings.tournament.TournamentStandings;
import bout.store.journal.JournalEntry;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.Competition;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.match.Subject;
import bout.store.queue.MatchQueue;
import bout.store.queue.WebhookQueue;
import bout.store.tournament.OpenFixture;
import bout.store.tournament.Planning;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentSettings;
import bout.store.tournament.TournamentState;
import bout.store.tournament.Tournaments;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a tournament up to date: takes the results that its journal has meanwhile, begins the matches that may come next,
 * ends it after the last one, and publishes its standings.
 *
 * <p>All of it follows from the journal, so it may be cut off anywhere and done again, by anyone. A match has the id that
 * belongs to its place in the tournament, and is put into the table only if it is not there: however often it is begun, it
 * is one match. It is begun only after the tournament's record names it, by a write that only one of several planners
 * gets through and none after the tournament is called off.
 *
 * <p>What was read of a journal is kept from one update to the next; an object that has it not, or may not trust it after a
 * failure, reads the journal from its beginning.
 *
 * <p>Safe for use by several threads, which should not update the same tournament at once: all but one would do so for
 * nothing.
 */
final class TournamentUpdate {

    private static final Logger LOG = LoggerFactory.getLogger(TournamentUpdate.class);

    private static final int ENTRIES_AT_A_TIME = 1000;

    /** They are put and sent together, so that the first play while the last are put. */
    private static final int BEGUN_TOGETHER = 100;

    /** Of a thousand players each, they take some 200 MB. */
    private static final int KEPT = 8;

    /** How often it is looked whether open matches failed. */
    private static final Duration LOOKS_EVERY = Duration.ofSeconds(30);

    /** Against somebody who calls it off, and another planner. */
    private static final int ATTEMPTS = 4;

    private final Tournaments tournaments;
    private final Journals journals;
    private final Matches matches;
    private final MatchQueue queue;
    private final WebhookQueue webhooks;
    private final StandingsFiles files;
    private final PublicTournaments list;
    private final OpenLimits limits;
    private final Clock clock;
    private final Map<String, Progress> kept = new ConcurrentHashMap<>();

    TournamentUpdate(
            Tournaments tournaments,
            Journals journals,
            Matches matches,
            MatchQueue queue,
            WebhookQueue webhooks,
            StandingsFiles files,
            OpenLimits limits,
            Clock clock) {
        this.tournaments = tournaments;
        this.journals = journals;
        this.matches = matches;
        this.queue = queue;
        this.webhooks = webhooks;
        this.files = files;
        this.list = new PublicTournaments(tournaments, files, clock);
        this.limits = limits;
        this.clock = clock;
    }

    /** What is known of a tournament from one update to the next. */
    private static final class Progress {

        private final JournalledTournament journalled;
        private final List<PlayerRecord> players;

        /** Open matches that are surely in the table and were sent. */
        private final Set<OpenFixture> begun = new HashSet<>();

        /** Whether nobody knows which of the open matches were sent. */
        private boolean fresh = true;

        private Instant lookedAt = Instant.MIN;
        private int failed;
        private Map<String, Object> published = Map.of();

        private Progress(JournalledTournament journalled, List<PlayerRecord> players) {
            this.journalled = journalled;
            this.players = players;
        }

        private Tournament tournament() {
            return journalled.tournament();
        }
    }

    /** The record was changed by somebody else after it was read. */
    private static final class Outdated extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Brings the tournament up to date; there may be nothing to do.
     *
     * @throws IllegalStateException when others change it all the time
     */
    void update(String id) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            // Taken out, and put back only after all went well.
            Progress progress = kept.remove(id);
            try {
                updateOnce(id, progress);
                return;
            } catch (Outdated changed) {
                LOG.atInfo().addKeyValue("tournament", id).log("Changed by somebody else meanwhile; read again");
            }
        }
        throw new IllegalStateException(
                "the tournament " + id + " was changed by somebody else " + ATTEMPTS + " times while it was updated");
    }

    private void updateOnce(String id, Progress known) throws Outdated {
        Optional<TournamentRecord> found = tournaments.find(id);
        if (found.isEmpty()) {
            LOG.atWarn().addKeyValue("tournament", id).log("There is no tournament with this id to bring up to date");
            return;
        }
        TournamentRecord record = found.get();
        Progress progress =
                known != null ? known : new Progress(new JournalledTournament(record, limits), tournaments.players(id));
        Set<OpenFixture> open = new LinkedHashSet<>(record.progress().open());
        readOn(record, progress, open);
        TournamentRecord now =
                switch (record.state()) {
                    case PLANNED, RUNNING -> goOn(record, progress, open);
                    case CANCELLING -> callOff(record, progress, open);
                    case FINISHED, CANCELLED -> record;
                };
        publish(now, progress, now.state().over() ? 0 : open.size());
        if (!now.state().over()) {
            keep(id, progress);
        }
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

    /** @param open loses the matches whose results are in the journal */
    private void readOn(TournamentRecord record, Progress progress, Set<OpenFixture> open) {
        Subject subject = new Subject.Tournament(record.id());
        List<JournalEntry> entries;
        do {
            entries = journals.read(subject, progress.journalled.sequence(), ENTRIES_AT_A_TIME);
            for (JournalEntry entry : entries) {
                progress.journalled.take(entry);
                open.remove(open(JournalledTournament.fixture(entry)));
            }
        } while (entries.size() == ENTRIES_AT_A_TIME);
    }

    private static OpenFixture open(Fixture fixture) {
        return new OpenFixture(fixture.board(), fixture.first(), fixture.second());
    }

    /** @param open what the record names and has no result yet; then, what is open now */
    private TournamentRecord goOn(TournamentRecord before, Progress progress, Set<OpenFixture> open) throws Outdated {
        Tournament tournament = progress.tournament();
        if (tournament.over()) {
            progress.failed = 0;
            return end(before, TournamentState.FINISHED, progress);
        }
        Set<OpenFixture> named = Set.copyOf(open);
        // What the record names beside these was begun under wider limits, and plays on.
        tournament.open().forEach(fixture -> open.add(open(fixture)));
        TournamentRecord record = before;
        if (record.state() == TournamentState.PLANNED
                || !open.equals(Set.copyOf(record.progress().open()))) {
            record = done(tournaments.plan(before, List.copyOf(open), tournament.played()));
        }
        begin(record, progress, open, named);
        return record;
    }

    private static TournamentRecord done(Planning planning) throws Outdated {
        return switch (planning) {
            case Planning.Done done -> done.tournament();
            case Planning.Outdated outdated -> throw new Outdated();
        };
    }

    /**
     * Begins the open matches that are not begun yet.
     *
     * @param named those that the record named before: another planner may have begun them
     */
    private void begin(TournamentRecord record, Progress progress, Set<OpenFixture> open, Set<OpenFixture> named) {
        progress.begun.retainAll(open);
        Instant now = clock.instant();
        boolean all = progress.fresh || !now.isBefore(progress.lookedAt.plus(LOOKS_EVERY));
        List<OpenFixture> inTable = named.stream()
                .filter(each -> all || !progress.begun.contains(each))
                .toList();
        Map<OpenFixture, Status> statuses = statuses(record, inTable);
        if (all) {
            progress.lookedAt = now;
            progress.failed = failed(statuses.values());
        }
        if (progress.fresh) {
            // Whoever put them may have been killed before it sent them.
            queue.send(statuses.entrySet().stream()
                    .filter(each -> each.getValue() == Status.QUEUED)
                    .map(each -> matchId(record, each.getKey()))
                    .toList());
            progress.fresh = false;
        }
        progress.begun.addAll(statuses.keySet());
        List<OpenFixture> missing = open.stream()
                .filter(each -> named.contains(each)
                        ? inTable.contains(each) && !statuses.containsKey(each)
                        : !progress.begun.contains(each))
                .toList();
        for (int from = 0; from < missing.size(); from += BEGUN_TOGETHER) {
            List<OpenFixture> together = missing.subList(from, Math.min(from + BEGUN_TOGETHER, missing.size()));
            matches.createMissing(together.stream()
                    .map(fixture -> match(record, progress.players, fixture, now))
                    .toList());
            queue.send(
                    together.stream().map(fixture -> matchId(record, fixture)).toList());
            progress.begun.addAll(together);
        }
    }

    private Map<OpenFixture, Status> statuses(TournamentRecord record, Collection<OpenFixture> fixtures) {
        Map<String, OpenFixture> ids = new HashMap<>();
        fixtures.forEach(fixture -> ids.put(matchId(record, fixture), fixture));
        Map<OpenFixture, Status> statuses = new HashMap<>();
        if (!ids.isEmpty()) {
            matches.find(List.copyOf(ids.keySet())).forEach(match -> statuses.put(ids.get(match.id()), match.status()));
        }
        return statuses;
    }

    private static int failed(Collection<Status> statuses) {
        return (int) statuses.stream().filter(Status.FAILED::equals).count();
    }

    private static String matchId(TournamentRecord record, OpenFixture fixture) {
        return record.matchId(fixture.board(), fixture.first(), fixture.second());
    }

    private static MatchRecord match(
            TournamentRecord record, List<PlayerRecord> players, OpenFixture fixture, Instant now) {
        TournamentSettings settings = record.settings();
        return MatchRecord.queued(
                matchId(record, fixture),
                new MatchSettings(
                        settings.game(),
                        List.of(players.get(fixture.first()), players.get(fixture.second())),
                        new Seeds(settings.seed()).of(fixture.board())),
                new MatchOrigin(
                        settings.owner(),
                        null,
                        new Competition.OfTournament(record.id(), fixture.board(), fixture.first(), fixture.second())),
                now);
    }

    /**
     * What was begun plays on, and its results count. What failed for a reason of ours is not waited for, and what the
     * record names but is not there never will be.
     *
     * @param open what the record names and has no result yet; then, what is waited for
     */
    private TournamentRecord callOff(TournamentRecord record, Progress progress, Set<OpenFixture> open)
            throws Outdated {
        Map<OpenFixture, Status> statuses = statuses(record, open);
        progress.failed = failed(statuses.values());
        open.removeIf(fixture -> !statuses.containsKey(fixture) || statuses.get(fixture) == Status.FAILED);
        if (open.isEmpty()) {
            return end(record, TournamentState.CANCELLED, progress);
        }
        return open.equals(Set.copyOf(record.progress().open()))
                ? record
                : done(tournaments.plan(
                        record, List.copyOf(open), progress.tournament().played()));
    }

    private TournamentRecord end(TournamentRecord record, TournamentState state, Progress progress) throws Outdated {
        TournamentRecord ended = done(tournaments.end(
                record, state, progress.tournament().played(), record.progress().reason()));
        LOG.atInfo()
                .addKeyValue("tournament", record.id())
                .addKeyValue("matches", ended.progress().played())
                .log("The tournament is " + state.code());
        if (ended.settings().webhook() != null) {
            webhooks.send(ended.id());
            tournaments.webhookQueued(ended.id());
        }
        return ended;
    }

    private void publish(TournamentRecord record, Progress progress, int open) {
        Map<String, Object> plain = new TournamentStandings(
                        heading(record, progress.players),
                        progress.tournament(),
                        open,
                        progress.failed,
                        progress.journalled.updatedAt())
                .toPlain();
        if (!plain.equals(progress.published)) {
            files.put(record, plain);
            progress.published = plain;
        }
        list.tell(record, plain);
    }

    private static TournamentStandings.Heading heading(TournamentRecord record, List<PlayerRecord> players) {
        List<TournamentStandings.Entrant> entrants = new ArrayList<>();
        players.forEach(player -> entrants.add(new TournamentStandings.Entrant(player.name(), key(player))));
        return new TournamentStandings.Heading(
                record.id(),
                record.settings().name(),
                record.game(),
                record.settings().game().options(),
                record.state().code(),
                record.progress().reason(),
                record.createdAt(),
                record.progress().startedAt(),
                record.progress().finishedAt(),
                entrants);
    }

    private static String key(PlayerRecord player) {
        return player.bot() != null ? player.bot() : player.house() != null ? "house:" + player.house() : null;
    }
}
