package bout.simulation;

import bout.cloud.Observed.Observer;
import bout.cloud.template.Application;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.Leaderboard;
import bout.competition.ladder.Leaderboard.Participant;
import bout.engine.HouseBot;
import bout.engine.Plain;
import bout.engine.Result;
import bout.games.Games;
import bout.simulation.Network.Faults;
import bout.simulation.Scheduler.Actor;
import bout.store.Aws;
import bout.store.Clients;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.replay.Replays;
import bout.table.Creation;
import bout.table.Quota;
import bout.table.TableLayout;
import bout.wire.Json;
import bout.wire.ReplayFile;
import bout.wire.id.SeatIds;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A few matches from their acceptance to the journal, played by the functions that ship, while everything goes wrong
 * that may: requests and answers are lost, machines are suspended, killed or have wrong clocks, messages arrive late
 * and twice, indexes lag. A seed decides all of it.
 *
 * <p>The promises: every accepted match ends exactly once, and fails only with a dead letter; its recorded result is
 * that of its stored replay; no checkpoint that a record names is deleted; no runner that renews its lease is declared
 * dead; every result that counts is in its journal exactly once, without gaps, and the published ladder follows from
 * its journal, to the last bit; an owner never has more open matches than allowed; room in a quota that a crash left
 * taken is found by who needs it, and without faults none is left taken; every match counts for a day; every webhook
 * that was asked for is posted after the end of its match, or put aside after the last attempt, and none is lost; an
 * invitation gives no more tokens than it has uses, and once it and its tokens are revoked, none of them works; a bot
 * that was reported as entered in a contest is there, its code is that of the deadline, and the stages of the contest
 * end as their tables say.
 */
public final class Simulation {

    private static final int MAX_STEPS = 10_000;

    /** A webhook is given up after 28 hours. */
    private static final Duration GIVEN_UP = Duration.ofHours(48);

    /** How many more seeds are run after the first that breaks a promise, to find a shorter trace. */
    private static final int MORE = 1_000;

    private static final Subject LADDER = new Subject.Ladder(Callers.GAME);

    private final Application application;
    private final Bug bug;

    /**
     * @param template says what the table, the queues and the functions are like
     * @param bug what to plant; {@link Bug#NONE} in earnest
     */
    public Simulation(Template template, Bug bug) {
        this.application = template.application(
                new Deployment("simulated", Map.of(), URI.create("http://127.0.0.1:1"), "us-east-1"));
        this.bug = bug;
    }

    /** @param broken which promise was broken, if one was */
    public record Outcome(long seed, int steps, Optional<String> broken) {}

    /**
     * The outcome of a search for seeds that break a promise.
     *
     * @param seeds how many were run
     * @param steps how many steps all runs took
     * @param shortest the run with the fewest steps of those that broke a promise, if one did
     */
    public record Search(long seeds, long steps, Optional<Outcome> shortest) {}

    /**
     * Runs seeds.
     *
     * @param first the first of them
     * @param most how many; fewer if a promise is broken
     * @param progress receives how many were run, after each
     */
    public Search search(long first, long most, LongConsumer progress) {
        Outcome shortest = null;
        long steps = 0;
        long last = most;
        long done = 0;
        while (done < last) {
            Outcome outcome = run(first + done++, null);
            steps += outcome.steps();
            if (outcome.broken().isPresent()) {
                if (shortest == null) {
                    last = Math.min(most, done + MORE);
                }
                if (shortest == null || outcome.steps() < shortest.steps()) {
                    shortest = outcome;
                }
            }
            progress.accept(done);
        }
        return new Search(done, steps, Optional.ofNullable(shortest));
    }

    /** @param trace receives a line for each step, or {@code null} */
    public Outcome run(long seed, Consumer<String> trace) {
        return run(seed, trace, bug.plant());
    }

    /** @param plant what is wrong with the calls */
    Outcome run(long seed, Consumer<String> trace, Observer plant) {
        Scheduler scheduler = new Scheduler(seed, MAX_STEPS, trace);
        new Run(scheduler, plant).start();
        Throwable failure = scheduler.run();
        return new Outcome(
                seed,
                scheduler.steps(),
                Optional.ofNullable(failure)
                        .map(thrown ->
                                thrown.getClass() == AssertionError.class ? thrown.getMessage() : thrown.toString()));
    }

    public List<String> trace(long seed) {
        List<String> lines = new ArrayList<>();
        run(seed, lines::add);
        return lines;
    }

    private final class Run {

        private final Scheduler scheduler;
        private final Network network;
        private final Promises promises;
        private final Aws quiet;
        private final Callers callers;
        private final Functions functions;
        private final Contestants contestants;
        private final boolean faultless;
        private final boolean answers;
        private final boolean standings;
        private final Set<String> notified = new HashSet<>();

        private Run(Scheduler scheduler, Observer plant) {
            this.scheduler = scheduler;
            // A quarter of the runs has no faults, only different orders: their traces are the easiest to read.
            faultless = scheduler.random().nextInt(4) == 0;
            answers = scheduler.random().nextInt(8) > 0;
            // An update makes many calls, and few orders of them matter: none where a bug is planted elsewhere.
            standings = bug == Bug.NONE ? scheduler.random().nextInt(16) == 0 : bug.needsStandings();
            int mostOpen = 1 + scheduler.random().nextInt(2);
            network = new Network(scheduler, application, faultless ? Faults.NONE : Faults.MANY);
            promises = new Promises(scheduler, faultless, mostOpen);
            network.promise(promises);
            Clients clients = network.clients(plant);
            Map<String, String> environment =
                    application.function("bout.api.ApiHandler").environment();
            quiet = new Aws(environment, network.quiet());
            drawSeatKey();
            callers = new Callers(
                    scheduler, network, promises, new Aws(environment, clients), quiet, mostOpen, standings);
            functions = new Functions(scheduler, network, application, clients, bug);
            boolean contest = standings && (scheduler.random().nextBoolean() || bug.needsContest());
            contestants = contest
                    ? new Contestants(scheduler, network, promises, new Aws(environment, clients), quiet)
                    : null;
            scheduler.receiver(this::receive);
        }

        /** So that files have the same names each time that a seed is run. */
        private void drawSeatKey() {
            byte[] key = new byte[SeatIds.KEY_LENGTH];
            scheduler.random().nextBytes(key);
            Map<String, AttributeValue> item = new HashMap<>(TableLayout.seatKey());
            item.put(TableLayout.SECRET, AttributeValue.fromB(SdkBytes.fromByteArray(key)));
            quiet.table().put(item).write();
        }

        private void start() {
            functions.start(standings);
            callers.start();
            if (contestants != null) {
                contestants.start();
            }
            scheduler.new Process("judge", Duration.ZERO, false, false).start(this::judge);
        }

        /** A receiver that has a webhook may say so, or its answer may be lost. */
        private int receive(Actor sender, String match) {
            sender.step(() -> "posts the webhook of " + match);
            if (!promises.over(match)) {
                throw promises.broken("a webhook says that " + match + " is over, and it is not");
            }
            int luck = sender.random(4);
            if (answers && luck > 0) {
                notified.add(match);
            }
            return answers && luck > 1 || bug == Bug.WEBHOOK_REFUSAL_IGNORED ? 204 : luck == 0 ? 503 : 0;
        }

        private void judge(Actor self) {
            Matches matches = quiet.matches(self.clock());
            Instant end = scheduler.now().plus(GIVEN_UP);
            String missing;
            do {
                self.sleep(scheduler.busy() ? Duration.ofSeconds(30) : Functions.RARELY);
                network.settleIndexes();
                missing = missing(self, matches);
            } while (missing != null && scheduler.now().isBefore(end));
            if (missing != null) {
                throw promises.broken(missing + ", after " + GIVEN_UP.toHours() + " hours");
            }
            List<MatchRecord> finished = matches.find(List.copyOf(promises.over())).stream()
                    .filter(match -> match.status() == Status.FINISHED)
                    .toList();
            finished.forEach(this::checkReplay);
            Journals journals = new Journals(quiet.table());
            checkJournal(journals, finished);
            if (standings) {
                checkLadder(journals.read(LADDER, 0, 100));
            }
            if (contestants != null) {
                contestants.check();
            }
            callers.checkInvitation(self);
            int counted = promises.countedForDays(Callers.OWNER);
            int limited = callers.limited.size();
            if (counted < limited || faultless && counted > limited) {
                throw promises.broken(
                        limited + " matches with limits were accepted, and " + counted + " were counted for a day");
            }
        }

        /** The fault that remains, or {@code null}. */
        private String missing(Actor self, Matches matches) {
            Set<String> accepted = callers.accepted;
            if (callers.outside() > 0) {
                return callers.outside() + " people have no answer to their wish to join";
            }
            if (accepted.size() < callers.requests()) {
                return "only " + accepted.size() + " of " + callers.requests() + " matches are accepted";
            }
            if (accepted.size() > callers.requests()) {
                throw promises.broken("requests with the same idempotency key made several matches: " + accepted);
            }
            if (!promises.open().isEmpty()) {
                return "the matches " + promises.open() + " are not over";
            }
            // What needs no table comes first: this is asked often.
            for (String id : callers.webhooks) {
                if (!notified.contains(id) && !buried().contains(id)) {
                    return "the webhook of " + id + " is neither delivered nor put aside";
                }
            }
            if (!promises.unjournalled().isEmpty()) {
                return "of the matches " + promises.unjournalled() + " the results are not journalled";
            }
            for (String owner : List.of(Callers.OWNER, Callers.BOT, Callers.BOT + "#" + Callers.OWNER)) {
                int taken = openMatches(owner);
                if (taken > 0 && (faultless || !freesCapacity(self, matches, owner, taken))) {
                    return "room in the quota of " + owner + " is taken for nothing";
                }
            }
            long results = standings ? new Journals(quiet.table()).length(LADDER) : 0;
            if (results > 0
                    && published()
                            .map(file -> !Long.valueOf(results).equals(number(file)))
                            .orElse(true)) {
                return "the ladder is published without some of the " + results + " results in its journal";
            }
            return contestants == null ? null : contestants.missing();
        }

        private Optional<Plain> published() {
            return new StandingsFiles(quiet.bucket()).get(StandingsFiles.ladder(Callers.GAME));
        }

        private static long number(Plain ladder) {
            return ((Number) ladder.get("sequence").value()).longValue();
        }

        /** The published ladder follows from its journal, to the last bit. */
        private void checkLadder(List<JournalEntry> entries) {
            Ladder ladder = new Ladder(Callers.GAME);
            entries.forEach(ladder::add);
            Map<String, Participant> listed = new LinkedHashMap<>();
            for (HouseBot bot : Games.byId(Callers.GAME).orElseThrow().houseBots()) {
                Participant house = Participant.house(bot.name());
                listed.put(house.key(), house);
            }
            String expected = Json.text(Leaderboard.of(ladder, listed).toPlain());
            String found = published()
                    .map(file -> {
                        Map<Object, Object> fields = new LinkedHashMap<>(file.fields());
                        fields.remove("updatedAt");
                        return Json.text(fields);
                    })
                    .orElse(expected);
            if (!found.equals(expected)) {
                throw promises.broken("the ladder is published as " + found + ", and its journal gives " + expected);
            }
        }

        /** The ids in the messages about webhooks that were put aside. */
        private List<String> buried() {
            return network.bodies(application.queue("WebhooksDeadLetterQueue")).stream()
                    .map(body -> body.split(" ")[0])
                    .toList();
        }

        private void checkReplay(MatchRecord match) {
            byte[] stored = new Replays(quiet.bucket())
                    .get(new SeatKey(quiet.table()).fileName(match))
                    .orElseThrow();
            try {
                Result replayed = ReplayFile.read(stored).result();
                if (!match.outcome().result().equals(replayed)) {
                    throw promises.broken("the match " + match.id() + " has the result "
                            + match.outcome().result() + ", and its replay " + replayed);
                }
            } catch (ReplayFile.NotAReplay broken) {
                throw promises.broken("the replay of " + match.id() + " is none: " + broken.getMessage());
            }
        }

        private int openMatches(String owner) {
            return new Quota(quiet.table(), TableLayout.MATCH, owner).open().size();
        }

        /** Whether a match is accepted although the quota has no room, because stale ids in it are looked for. */
        private boolean freesCapacity(Actor self, Matches matches, String owner, int taken) {
            boolean ofBot = owner.startsWith(Callers.BOT);
            MatchRecord next = callers.wanted(self, MatchOrigin.owner(Callers.OWNER));
            Creation<MatchRecord> creation = matches.acceptMatch(
                    next,
                    null,
                    ofBot ? new MatchLimits(0, 0, taken) : new MatchLimits(taken, 0),
                    ofBot ? Set.of(Callers.BOT) : Set.of());
            if (!(creation instanceof Creation.New<MatchRecord>)) {
                return false;
            }
            matches.cancel(next.id(), "only to see whether there is room");
            return openMatches(owner) == 0;
        }

        private void checkJournal(Journals journals, List<MatchRecord> finished) {
            List<JournalEntry> entries = journals.read(LADDER, 0, 100);
            Map<String, Long> places = new HashMap<>();
            long next = 1;
            for (JournalEntry entry : entries) {
                if (entry.sequence() != next++) {
                    throw promises.broken(
                            "the journal has the entry " + entry.sequence() + " in the place " + (next - 1));
                }
                if (places.put(entry.match(), entry.sequence()) != null) {
                    throw promises.broken("the match " + entry.match() + " is in the journal twice");
                }
            }
            if (journals.length(LADDER) != entries.size()) {
                throw promises.broken(
                        "the journal has " + entries.size() + " entries and the length " + journals.length(LADDER));
            }
            for (MatchRecord match : finished) {
                if (match.subject().equals(Optional.of(LADDER))
                        && !match.outcome().journalled().equals(places.get(match.id()))) {
                    throw promises.broken("the match " + match.id() + " has the number "
                            + match.outcome().journalled() + " and the place " + places.get(match.id()));
                }
            }
        }
    }
}
