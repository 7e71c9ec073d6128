package bout.standings.update;

import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent;
import bout.competition.contest.ContestEvent.Begun;
import bout.competition.contest.ContestEvent.Cancelled;
import bout.competition.contest.ContestEvent.Closed;
import bout.competition.contest.ContestEvent.Ended;
import bout.competition.contest.ContestEvent.Entrant;
import bout.competition.contest.ContestPlan.Reveal;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.ladder.Ladder;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.engine.Game;
import bout.engine.Game.TournamentStyle;
import bout.games.Games;
import bout.standings.journal.JournalledLadders;
import bout.store.Aws;
import bout.store.bot.Bots;
import bout.store.contest.ContestRecord;
import bout.store.contest.ContestRecord.ContestSettings;
import bout.store.contest.Contests;
import bout.store.contest.Contests.Added;
import bout.store.journal.Journals;
import bout.store.journal.LadderSnapshots;
import bout.store.journal.StandingsFiles;
import bout.store.match.PlayerRecord;
import bout.store.queue.Queue.WebhookQueue;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.store.tournament.Tournaments;
import bout.telemetry.Parallel;
import bout.wire.Sha256;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries contests on: closes them at the deadline, begins their stages, and records how these end. Each step is an
 * entry in the journal of the contest, checked against all before it. The tournament of a stage is created after its
 * entry, with an id and settings that follow from the journal. So after a crash, or when two work at once, the next
 * update continues with the same.
 */
final class ContestUpdate {

    private static final Logger LOG = LoggerFactory.getLogger(ContestUpdate.class);

    /** A publication just before the deadline is written by then, or else refused. */
    private static final Duration SETTLED = Duration.ofSeconds(10);

    private final Contests contests;
    private final JournalledLadders ladders;
    private final Tournaments tournaments;
    private final Bots bots;
    private final WebhookQueue webhooks;
    private final StandingsFiles files;
    private final Clock clock;

    ContestUpdate(Aws aws, StandingsFiles files, Clock clock) {
        this.contests = new Contests(aws.table());
        this.ladders = new JournalledLadders(new Journals(aws.table()), new LadderSnapshots(aws.bucket()));
        this.tournaments = new Tournaments(aws.table(), clock);
        this.bots = new Bots(aws.table(), clock);
        this.webhooks = aws.webhookQueue();
        this.files = files;
        this.clock = clock;
    }

    /**
     * Adds entries to the journal of a contest as long as something follows.
     *
     * @return the contest as it is then
     */
    Optional<ContestRecord> update(String id) {
        return update(id, -1);
    }

    private Optional<ContestRecord> update(String id, int before) {
        return switch (contests.add(id, this::next)) {
            case Added.Done(ContestRecord contest) -> {
                if (contest.journal().size() != before) {
                    yield update(id, contest.journal().size());
                }
                tell(contest);
                yield Optional.of(contest);
            }
            // The organiser has added something in the meantime; the next minute looks at it again.
            case Added.Refused(String why) -> {
                LOG.atInfo().addKeyValue("contest", id).log("Not carried on, because " + why);
                yield Optional.empty();
            }
            case Added.Unknown unknown -> {
                LOG.atWarn().addKeyValue("contest", id).log("No contest has this id; nothing to carry on");
                yield Optional.empty();
            }
        };
    }

    /** Sends the webhooks; after a crash in between, once more. */
    private void tell(ContestRecord contest) {
        List<Integer> untold = contests.untold(contest);
        untold.forEach(number -> webhooks.send(new WebhookQueue.Ended(
                contest.id() + WebhookQueue.ENTRY + number, contest.settings().owner())));
        // Also if there was a webhook once: then nothing else says that there is nothing left to do.
        if (!untold.isEmpty() || contest.contest().state().over()) {
            contests.told(contest);
        }
    }

    /** The next step, or {@code null}. */
    private ContestEvent next(ContestRecord record) {
        Contest contest = record.contest();
        Instant now = clock.instant();
        return switch (contest.state()) {
            case OPEN -> now.isBefore(contest.deadline().plus(SETTLED)) ? null : closed(record, contest, now);
            case CLOSED -> begun(record, contest, now);
            case RUNNING -> ended(record, contest, now);
            case FINISHED, CANCELLED -> null;
        };
    }

    /** With those who can play: the best rated first, then in the order in which they entered. */
    private Closed closed(ContestRecord record, Contest contest, Instant now) {
        List<String> entered = contest.entries().stream()
                .map(Contest.Entry::bot)
                .filter(contest::takesPart)
                .toList();
        if (!record.settings().plan().ladder()) {
            Map<String, Integer> ranks = ranks(record.settings().game().id());
            List<String> bestFirst = entered.stream()
                    .sorted(Comparator.comparing(bot -> ranks.getOrDefault(bot, Integer.MAX_VALUE)))
                    .toList();
            return new Closed(now, entrants(bestFirst, contest));
        }
        Ladder ladder = ladders.read(record.id());
        return new Closed(now, entrants(ladder.bestFirst(entered), contest), ladder.sequence());
    }

    /** Those of these bots who can play, with their code as it was at the deadline. */
    private List<Entrant> entrants(List<String> entered, Contest contest) {
        return Parallel.find(entered, bot -> bots.programAt(bot, contest.deadline())).stream()
                .filter(each -> each.bot().settings().active())
                // Published code needs no proof, whatever has replaced it since.
                .filter(each -> each.code() != null || each.bot().proven())
                .map(each -> new Entrant(
                        each.bot().id(),
                        each.bot().owner(),
                        each.bot().settings().name(),
                        each.version(),
                        each.code()))
                .toList();
    }

    private Map<String, Integer> ranks(String game) {
        Map<String, Integer> ranks = new HashMap<>();
        files.get(StandingsFiles.ladder(game)).stream()
                .flatMap(ladder -> ladder.get("players").entries().stream())
                .forEach(row -> ranks.put(row.text("key"), row.get("rank").integer(0, Integer.MAX_VALUE)));
        return ranks;
    }

    private static ContestEvent begun(ContestRecord record, Contest contest, Instant now) {
        int stage = contest.stages().size();
        List<String> next = contest.next();
        int players = planned(record, stage).players(next.size());
        Optional<String> obstacle = players < 2
                ? Optional.of("fewer than two bots can play it")
                : Plan.violations(style(record), size(record), players, settings(record, stage, next.size())).stream()
                        .findFirst()
                        .map(wrong -> wrong.name() + ": " + wrong.text());
        return obstacle.isPresent()
                ? new Cancelled(now, "Stage " + (stage + 1) + " could not begin: " + obstacle.get() + ".")
                : new Begun(now, stage, record.tournament(stage), next);
    }

    private static Game<?> game(ContestRecord record) {
        return Games.byId(record.settings().game().id()).orElseThrow();
    }

    private static TournamentStyle style(ContestRecord record) {
        return game(record).tournamentStyle();
    }

    private static GroupSize size(ContestRecord record) {
        return GroupSize.of(game(record).card().seats());
    }

    private static Stage planned(ContestRecord record, int stage) {
        return record.settings().plan().stages().get(stage);
    }

    private static Map<String, Object> settings(ContestRecord record, int stage, int bots) {
        Stage planned = planned(record, stage);
        return Plan.forFewer(planned.players(bots), size(record), planned.settings());
    }

    private ContestEvent ended(ContestRecord record, Contest contest, Instant now) {
        int stage = contest.stages().size() - 1;
        TournamentRecord tournament =
                tournaments.find(record.tournament(stage)).orElseGet(() -> create(record, contest, stage));
        if (tournament.state() == TournamentState.CANCELLED) {
            return new Cancelled(now, "Stage " + (stage + 1) + " was cancelled.");
        }
        return tournament.state() == TournamentState.FINISHED
                ? files.get(tournament)
                        // Not those of an end before a match was played again.
                        .filter(published -> tournament
                                .progress()
                                .finishedAt()
                                .toString()
                                .equals(published.get("finishedAt").value()))
                        .map(published -> new Ended(
                                now, stage, contest.stages().get(stage).ranking(published)))
                        .orElse(null)
                : null;
    }

    /** Of a stage that has begun; the same for each creator, and however often. */
    private TournamentRecord create(ContestRecord record, Contest contest, int stage) {
        ContestSettings settings = record.settings();
        Stage planned = planned(record, stage);
        List<String> playing = contest.stages().get(stage).bots();
        String seed = Sha256.hex(settings.seed() + "/" + stage);
        Plan plan = new Plan(
                style(record),
                size(record),
                planned.players(playing.size()),
                seed,
                settings(record, stage, playing.size()));
        String name =
                settings.plan().stages().size() == 1 ? settings.name() : settings.name() + ", stage " + (stage + 1);
        Instant begunAt = record.journal().stream()
                .filter(event -> event instanceof Begun begun && begun.stage() == stage)
                .map(ContestEvent::at)
                .findFirst()
                .orElseThrow();
        boolean seen = settings.isPublic() && settings.plan().reveal() == Reveal.AT_ONCE;
        TournamentRecord tournament = TournamentRecord.planned(
                record.tournament(stage),
                new TournamentSettings(name, settings.owner(), seen, settings.game(), plan, null),
                begunAt);
        Map<String, Entrant> entrants =
                contest.entrants().stream().collect(Collectors.toMap(Entrant::bot, entrant -> entrant));
        // The first player of a gauntlet plays against all others.
        Stream<PlayerRecord> house = Stream.ofNullable(planned.house()).map(bot -> PlayerRecord.house(bot, bot));
        Stream<PlayerRecord> registered = playing.stream()
                .map(entrants::get)
                .map(each -> PlayerRecord.registered(each.name(), each.bot(), each.code()));
        tournaments.create(tournament, Stream.concat(house, registered).toList(), null, 0);
        // Who cancelled the contest in the meantime has found no tournament to cancel.
        contests.find(record.id())
                .filter(now -> now.contest().state() == Contest.State.CANCELLED)
                .ifPresent(_ -> tournaments.cancel(tournament.id()));
        return tournament;
    }
}
