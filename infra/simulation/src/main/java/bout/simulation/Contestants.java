package bout.simulation;

import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent;
import bout.competition.contest.ContestEvent.Again;
import bout.competition.contest.ContestEvent.Closed;
import bout.competition.contest.ContestEvent.Ended;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestEvent.Entrant;
import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.tournament.TournamentStandings;
import bout.simulation.Scheduler.Actor;
import bout.store.Aws;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.BotVersion;
import bout.store.bot.BotRecord.Health;
import bout.store.bot.BotRecord.Verification;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Bots.BotChange;
import bout.store.bot.Program;
import bout.store.contest.ContestRecord;
import bout.store.contest.ContestRecord.ContestSettings;
import bout.store.contest.Contests;
import bout.store.contest.Contests.Added;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.Status;
import bout.store.tournament.Tournaments;
import bout.table.Table;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Those who enter a contest and change their bots around its deadline. A second contest has a single bot, whose owner
 * keeps publishing: it tells which code counted, and ends without a match.
 */
final class Contestants {

    private static final GameSettings GAME =
            GameSettings.of(Callers.LARGEST.card().id());
    /** Decides nothing. */
    private static final WebhookSecret SECRET = WebhookSecret.draw(new SecureRandom());

    private static final int BOTS = 4;
    private static final int CHANGES = 6;
    private static final int OPEN_MILLIS = 20_000;

    private final Scheduler scheduler;
    private final Network network;
    private final Promises promises;
    private final Aws aws;
    private final Table table;
    private final MatchIds ids;
    private final Contests contests;
    private final Bots bots;
    private final Tournaments tournaments;
    private final StandingsFiles files;
    private final Matches matches;
    private final String played;
    private final String published;
    private final Set<String> entered = new HashSet<>();

    /** The match that the organiser was told is played again; {@code null} before. */
    private String again;

    private boolean organised;

    /** Whose code is what, from which moment by its owner's clock. */
    private final List<Change> changes = new ArrayList<>();

    private record Change(Instant at, String code) {}

    /** @param quiet the services without faults, for the checks and what was there before */
    Contestants(Scheduler scheduler, Network network, Promises promises, Aws aws, Aws quiet) {
        this.scheduler = scheduler;
        this.network = network;
        this.promises = promises;
        this.aws = aws;
        this.table = quiet.table();
        InstantSource now = scheduler::now;
        Clock clock = now.withZone(ZoneOffset.UTC);
        this.ids = new MatchIds(clock, scheduler.random());
        this.contests = new Contests(quiet.table());
        this.bots = new Bots(quiet.table(), clock);
        this.tournaments = new Tournaments(quiet.table(), clock);
        this.files = new StandingsFiles(quiet.bucket());
        this.matches = quiet.matches(clock);
        this.played = contest();
        this.published = contest();
    }

    private String contest() {
        Instant now = scheduler.now();
        ContestRecord contest = new ContestRecord(
                IdKind.CONTEST.next(ids),
                new ContestSettings(
                        "Cup",
                        "an organiser",
                        true,
                        "",
                        GAME,
                        new ContestPlan(now.plusMillis(OPEN_MILLIS), 1, List.of(new Stage(Map.of(), null))),
                        "secret"),
                now,
                List.of());
        contests.create(contest, null, Clock.fixed(now, ZoneOffset.UTC));
        return contest.id();
    }

    void start() {
        for (int i = 1; i <= BOTS; i++) {
            BotRecord bot = bot("contestant " + i, new Program.AtUrl("http://127.0.0.1:1/" + i));
            start(bot.owner(), self -> enter(self, played, bot));
        }
        start("an organiser", this::playAgain);
        BotRecord busy = bot("publisher", code(0));
        changes.add(new Change(scheduler.now(), busy.code()));
        contests.add(published, contest -> entry(scheduler.now(), busy));
        start(busy.owner(), self -> publish(self, busy));
    }

    private void start(String name, Consumer<Actor> body) {
        scheduler.new Process(name, network.skew(), false, false).start(body);
    }

    private BotRecord bot(String owner, Program program) {
        Instant now = scheduler.now();
        BotRecord bot = new BotRecord(
                IdKind.BOT.next(ids),
                owner,
                GAME.id(),
                new BotSettings("Bot of " + owner, program, SECRET, Visibility.PRIVATE, true),
                new BotVersion(1, new Verification(now, null), Health.UNKNOWN, null),
                1,
                now,
                now);
        bots.register(bot, null, 0);
        return bot;
    }

    private static Program code(int number) {
        return Program.Published.of("() => " + number, false);
    }

    private static ContestEvent entry(Instant now, BotRecord bot) {
        return new Entered(now, bot.owner(), bot.id(), bot.settings().name());
    }

    /** Asks until there is an answer. */
    private void enter(Actor self, String contest, BotRecord bot) {
        self.sleep(Duration.ofMillis(self.random(OPEN_MILLIS + 2_000)));
        Contests faulty = new Contests(aws.table());
        Callers.insist(self, () -> {
            Added added = faulty.add(contest, now -> entry(self.clock().instant(), bot));
            if (added instanceof Added.Done || added.equals(new Added.Refused("the bot takes part already"))) {
                entered.add(bot.id());
            }
            return true;
        });
    }

    /** Once a match of the stage has a result, or never, if it gets none. */
    private void playAgain(Actor self) {
        self.sleep(Duration.ofMillis(self.random(4 * OPEN_MILLIS)));
        Contests faulty = new Contests(aws.table());
        Callers.insist(self, () -> {
            ContestRecord record = contests.find(played).orElseThrow();
            Contest contest = record.contest();
            Optional<MatchRecord> match = contest.stages().isEmpty()
                    ? Optional.empty()
                    : new Journals(table)
                            .read(new Subject.Tournament(record.tournament(0)), 0, 1).stream()
                                    .flatMap(entry -> matches.find(entry.match()).stream())
                                    .findFirst();
            if (match.isPresent()) {
                Added added = faulty.again(played, match.get(), "a lost connection", self.clock());
                if (added instanceof Added.Done) {
                    again = match.get().id();
                }
                organised = true;
            } else if (contest.state().over() || waitsForOperator(contest)) {
                organised = true;
            } else {
                self.sleep(Duration.ofSeconds(10));
            }
            return organised;
        });
    }

    private void publish(Actor self, BotRecord bot) {
        Bots faulty = new Bots(aws.table(), self.clock());
        for (int number = 1; number <= CHANGES; number++) {
            self.sleep(Duration.ofMillis(self.random(2 * OPEN_MILLIS / CHANGES)));
            Program next = code(number);
            Callers.insist(self, () -> {
                BotRecord before = faulty.find(bot.id()).orElseThrow();
                Instant now = self.clock().instant();
                BotRecord after = before.changed(
                        new BotSettings(
                                before.settings().name(),
                                next,
                                before.settings().secret(),
                                Visibility.PRIVATE,
                                true),
                        now);
                if (before.settings().program().sameAs(next)) {
                    // The answer was lost; the change says when it was made.
                    changes.add(new Change(before.updatedAt(), before.code()));
                    return true;
                }
                boolean done = faulty.change(before, after) instanceof BotChange.Done;
                if (done) {
                    changes.add(new Change(after.updatedAt(), after.code()));
                }
                return done;
            });
        }
    }

    /** The fault that remains, or {@code null}. */
    String missing() {
        if (!organised) {
            return "the organiser of " + played + " has no answer";
        }
        for (String id : List.of(played, published)) {
            Contest contest = contests.find(id).orElseThrow().contest();
            if (!contest.state().over() && !waitsForOperator(contest)) {
                return "the contest " + id + " is not over";
            }
        }
        return null;
    }

    /** A match of its stage has failed, with a dead letter: an operator has it played again. */
    private boolean waitsForOperator(Contest contest) {
        return contest.stages().stream()
                .flatMap(stage -> tournaments.find(stage.tournament()).stream())
                .flatMap(tournament ->
                        matches
                                .find(tournament.progress().open().stream()
                                        .map(tournament::matchId)
                                        .toList())
                                .stream())
                .anyMatch(match -> match.status() == Status.FAILED);
    }

    void check() {
        ContestRecord record = contests.find(played).orElseThrow();
        Contest contest = record.contest();
        List<String> there = contest.entries().stream().map(Contest.Entry::bot).toList();
        if (!there.containsAll(entered)) {
            throw promises.broken("of the bots " + entered + " that were entered there are only " + there);
        }
        List<String> takenBack = record.contest().stages().isEmpty()
                ? List.of()
                : new Journals(table)
                        .read(new Subject.Tournament(record.tournament(0)), 0, 100).stream()
                                .filter(JournalEntry::takesBack)
                                .map(JournalEntry::match)
                                .toList();
        if (!takenBack.equals(contest.takenBack(0)) || again != null && !takenBack.equals(List.of(again))) {
            throw promises.broken("the match " + again + " was to be played again; the contest says "
                    + contest.takenBack(0) + ", and its tournament " + takenBack);
        }
        // Of a stage that ended twice, the last time counts.
        for (ContestEvent event : record.journal().reversed()) {
            if (event instanceof Again) {
                break;
            }
            if (event instanceof Ended(Instant _, int stage, List<String> ranking)) {
                String tournament = record.tournament(stage);
                List<String> table = tournaments
                        .find(tournament)
                        .flatMap(files::get)
                        .map(TournamentStandings::ranking)
                        .orElse(List.of());
                if (!table.equals(ranking)) {
                    throw promises.broken(
                            "the stage " + tournament + " ended as " + ranking + ", and its table is " + table);
                }
            }
        }
        checkCode(contests.find(published).orElseThrow());
    }

    private void checkCode(ContestRecord record) {
        Instant deadline = record.settings().plan().deadline();
        String expected = changes.stream()
                .filter(change -> change.at().isBefore(deadline))
                .reduce((before, after) -> after)
                .orElseThrow()
                .code();
        Optional<String> pinned = record.journal().stream()
                .filter(Closed.class::isInstance)
                .flatMap(closed -> ((Closed) closed).entrants().stream())
                .map(Entrant::code)
                .findFirst();
        if (!pinned.equals(Optional.of(expected))) {
            throw promises.broken("at the deadline the code was " + expected + ", and " + pinned + " counts");
        }
    }
}
