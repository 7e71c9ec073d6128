package bout.simulation;

import bout.cloud.CloudTable;
import bout.cloud.Storage;
import bout.cloud.template.Application;
import bout.cloud.template.Deployment;
import bout.cloud.template.Template;
import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.journal.Subject;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.games.Games;
import bout.simulation.Scheduler.Actor;
import bout.store.access.AccessTokens;
import bout.store.access.Invitations;
import bout.store.access.Joins;
import bout.store.access.OwnerCounts;
import bout.store.access.Quotas;
import bout.store.access.TokenRecord;
import bout.store.id.MatchIds;
import bout.store.journal.Journals;
import bout.store.match.AbandonedMatches;
import bout.store.match.GameSettings;
import bout.store.match.Handover;
import bout.store.match.Lease;
import bout.store.match.LeaseResult;
import bout.store.match.Leases;
import bout.store.match.MatchLimits;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchOutbox;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.match.WaitingMatch;
import bout.store.runner.RunnerRecord;
import bout.store.runner.Runners;
import bout.store.table.Creation;
import bout.store.table.IdempotencyKey;
import bout.store.table.Table;
import bout.store.webhook.WebhookTarget;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * A few matches from their acceptance to the journal, on the store's own classes, while everything goes wrong that may:
 * requests and answers are lost, machines are suspended, killed or have wrong clocks, messages arrive late and twice,
 * indexes lag. A seed decides all of it.
 *
 * <p>The promises: every accepted match ends exactly once; its recorded result is that of its stored replay; no
 * checkpoint that a record names is deleted; every result that counts is in its journal exactly once, without gaps; an
 * owner never has more open matches than allowed; room in a quota that a crash left taken is found by who needs it, and
 * without faults none is left taken; every match counts for a day; every webhook that was asked for is posted after the
 * end of its match, or put aside after the last attempt, and none is lost; an invitation gives no more tokens than it
 * has uses, and once it and its tokens are revoked, none of them works.
 *
 * <p>Runners, clients, sweepers, journal and webhook functions are models: they make the calls of the store that the
 * functions make, in the same order, without Lambda, HTTP and games.
 */
public final class Simulation {

    private static final int MAX_STEPS = 20_000;
    private static final int RUNNERS = 3;

    /** Different requests; one of them comes twice. */
    private static final int REQUESTS = 3;

    /** People with the same invitation, which does not suffice for all. */
    private static final int PEOPLE = 3;

    private static final Duration LEASE = Duration.ofSeconds(45);
    private static final Duration RENEWED_EVERY = Duration.ofSeconds(5);
    private static final Duration GIVEN_UP = Duration.ofHours(3);
    private static final String OWNER = "tok_owner";

    /** More than are ever accepted: they are counted, and none is refused. */
    private static final int MOST_A_DAY = 100;

    /** A bot of someone else, which plays in two of the matches. */
    private static final String BOT = "bot_of_another";

    /** The idempotency key of the request for that match. */
    private static final String OTHER = "other";

    private static final String MATCHES = "matches";
    private static final String RESULTS = "results";
    private static final String WEBHOOKS = "webhooks";
    private static final int WEBHOOK_ATTEMPTS = 8;

    /** Longer than an attempt takes. */
    private static final Duration WEBHOOK_TAKEN = Duration.ofMinutes(5);

    private static final WebhookTarget RECEIVER = new WebhookTarget("https://receiver.example/", "a secret");
    private static final String GAME = Games.ALL.getFirst().card().id();
    private static final Subject LADDER = new Subject.Ladder(GAME);

    private final Application.Table layout;
    private final Bug bug;

    /**
     * @param template says the keys and indexes of the table
     * @param bug what to plant; {@link Bug#NONE} in earnest
     */
    public Simulation(Template template, Bug bug) {
        this.layout = template.application(
                        new Deployment("simulated", Map.of(), URI.create("http://127.0.0.1:1"), "us-east-1"))
                .tables()
                .getFirst();
        this.bug = bug;
    }

    /**
     * The outcome of a run.
     *
     * @param broken which promise was broken, if one was
     */
    public record Outcome(long seed, int steps, Optional<String> broken) {}

    /**
     * Runs one seed.
     *
     * @param trace receives a line for each step, or {@code null}
     */
    public Outcome run(long seed, Consumer<String> trace) {
        Scheduler scheduler = new Scheduler(seed, MAX_STEPS, trace);
        Run run = new Run(scheduler);
        try {
            run.start();
            scheduler.run();
            return new Outcome(seed, scheduler.steps(), Optional.empty());
        } catch (Throwable broken) {
            return new Outcome(
                    seed,
                    scheduler.steps(),
                    Optional.of(broken instanceof World.Broken ? broken.getMessage() : broken.toString()));
        }
    }

    private final class Run {

        private final Scheduler scheduler;
        private final World world;
        private final Set<String> accepted = new HashSet<>();
        private final List<String> cancellable = new ArrayList<>();
        private final Set<String> webhooks = new HashSet<>();
        private final Set<String> limited = new HashSet<>();
        private final MatchIds ids;
        private final int mostOpen;
        private final boolean faultless;
        private final Invitations.Created invitation;
        private int outside = PEOPLE;

        /** The match of the client that asks once. */
        private String once;

        private boolean revoked;

        private Run(Scheduler scheduler) {
            this.scheduler = scheduler;
            // A quarter of the runs has no faults, only different orders: their traces are the easiest to read.
            Faults faults = scheduler.random().nextInt(4) == 0 ? Faults.NONE : Faults.MANY;
            faultless = faults.equals(Faults.NONE);
            world = new World(scheduler, new CloudTable(Storage.inMemory(), layout), bug, faults);
            mostOpen = 1 + scheduler.random().nextInt(2);
            world.limitOpenMatches(mostOpen);
            Clock start = Clock.fixed(Scheduler.START, ZoneOffset.UTC);
            // An id contains its time, which tells how long a reservation without a match is old.
            InstantSource now = scheduler::now;
            ids = new MatchIds(now.withZone(ZoneOffset.UTC), scheduler.random());
            invitation = new Invitations(world.quiet(layout.name()), start, scheduler.random())
                    .create("for all", 1 + scheduler.random().nextInt(PEOPLE - 1), Duration.ofDays(1), Quotas.NONE);
        }

        private void start() {
            for (int i = 0; i < RUNNERS; i++) {
                int number = i;
                scheduler.start("runner " + i, skew(), true, self -> runners(self, number));
            }
            scheduler.start("sweeper", skew(), true, this::sweep);
            scheduler.start("journal 1", skew(), true, this::journal);
            scheduler.start("journal 2", skew(), true, this::journal);
            scheduler.start("client 1", skew(), false, self -> request(self, "same", true));
            scheduler.start("client 2", skew(), false, self -> request(self, "same", true));
            scheduler.start(
                    "client 3",
                    skew(),
                    false,
                    self -> request(self, OTHER, scheduler.random().nextBoolean()));
            scheduler.start("client 4", skew(), false, self -> request(self, null, true));
            scheduler.start("client 5", skew(), false, this::requestOnce);
            scheduler.start("canceller", skew(), true, this::cancel);
            boolean answers = scheduler.random().nextInt(8) > 0;
            scheduler.start("webhooks 1", skew(), true, self -> webhooks(self, false, answers));
            scheduler.start("webhooks 2", skew(), true, self -> webhooks(self, true, answers));
            for (int i = 1; i <= PEOPLE; i++) {
                String name = "person " + i;
                scheduler.start(name, skew(), false, self -> join(self, name));
            }
            if (scheduler.random().nextBoolean()) {
                scheduler.start("admin", skew(), false, this::revoke);
            }
            scheduler.start("judge", Duration.ZERO, false, this::judge);
        }

        private Duration skew() {
            long most = world.faults().skew().toMillis();
            return most == 0
                    ? Duration.ZERO
                    : Duration.ofMillis(scheduler.random().nextLong(-most, most));
        }

        /**
         * Asks for a match until it is accepted, and puts it into the queue.
         *
         * @param key the idempotency key, or {@code null} for a caller without one and without limits
         */
        private void request(Actor self, String key, boolean competition) {
            FaultyTable.Line line = new FaultyTable.Line(world, self, false);
            Table table = world.table(layout.name(), line);
            Matches matches = new Matches(table, self.clock());
            MatchRecord wanted = wanted(
                    self,
                    competition
                            ? new MatchOrigin(OWNER, null, new Competition.OfLadder(0, 0))
                            : new MatchOrigin(OWNER, RECEIVER, null));
            while (true) {
                try {
                    Creation<MatchRecord> creation = matches.acceptMatch(
                            wanted,
                            key == null ? null : new IdempotencyKey(OWNER, key, "body of " + key),
                            key == null ? MatchLimits.NONE : new MatchLimits(mostOpen, MOST_A_DAY, mostOpen),
                            OTHER.equals(key) ? Set.of(BOT) : Set.of());
                    switch (creation) {
                        case Creation.New<MatchRecord> made -> {
                            accepted.add(made.made().id());
                            if (key != null) {
                                limited.add(made.made().id());
                            }
                            if (!competition) {
                                cancellable.add(made.made().id());
                                webhooks.add(made.made().id());
                            }
                            if (self.random(4) > 0) {
                                world.send(line, MATCHES, made.made().id(), Duration.ZERO);
                            }
                            return;
                        }
                        case Creation.Repeated<MatchRecord> repeated -> {
                            accepted.add(repeated.made().id());
                            limited.add(repeated.made().id());
                            return;
                        }
                        case Creation.TooManyOpen<MatchRecord> none -> self.sleep(Duration.ofSeconds(20));
                        default -> throw new World.Broken("a request was answered with " + creation);
                    }
                } catch (SdkException unknown) {
                    self.sleep(Duration.ofSeconds(1));
                }
            }
        }

        private MatchRecord wanted(Actor self, MatchOrigin origin) {
            return MatchRecord.queued(
                    ids.next(),
                    new MatchSettings(
                            GameSettings.of(GAME),
                            List.of(PlayerRecord.house("One", "random"), PlayerRecord.house("Two", "random")),
                            "seed"),
                    origin,
                    self.clock().instant());
        }

        /**
         * Asks for a match without an idempotency key and under limits, until there is an answer or none comes. So its
         * match may be stored or not, and room may be taken for it or not.
         */
        private void requestOnce(Actor self) {
            FaultyTable.Line line = new FaultyTable.Line(world, self, true);
            Matches matches = new Matches(world.table(layout.name(), line), self.clock());
            MatchRecord wanted = wanted(self, MatchOrigin.owner(OWNER));
            once = wanted.id();
            try {
                while (matches.acceptMatch(wanted, null, new MatchLimits(mostOpen, MOST_A_DAY, mostOpen), Set.of(BOT))
                        instanceof Creation.TooManyOpen<MatchRecord>) {
                    self.sleep(Duration.ofSeconds(20));
                }
                limited.add(once);
                cancellable.add(once);
                world.send(line, MATCHES, once, Duration.ZERO);
            } catch (SdkException unknown) {
                self.step(() -> "does not ask again");
            }
        }

        /** Cancels a match in half of the runs that have one that may be cancelled: at any time, perhaps repeatedly. */
        private void cancel(Actor self) {
            Matches matches =
                    new Matches(world.table(layout.name(), new FaultyTable.Line(world, self, false)), self.clock());
            boolean cancels = self.random(2) == 0;
            while (cancels) {
                self.sleep(Duration.ofSeconds(1L + self.random(60)));
                for (String match : List.copyOf(cancellable)) {
                    try {
                        matches.cancel(match, "not wanted any more");
                    } catch (SdkException unknown) {
                        self.step(() -> "does not know whether " + match + " is cancelled");
                    }
                }
            }
        }

        /** Joins until there is an answer. Without one, a person tries again, and may use up the invitation twice. */
        private void join(Actor self, String name) {
            Table table = world.table(layout.name(), new FaultyTable.Line(world, self, false));
            AccessTokens tokens = new AccessTokens(table, self.clock(), scheduler.random());
            Joins joins =
                    new Joins(table, self.clock(), tokens, new Invitations(table, self.clock(), scheduler.random()));
            self.sleep(Duration.ofMillis(self.random(20_000)));
            while (true) {
                try {
                    switch (joins.join(invitation.secret(), name)) {
                        case Joins.Welcome(AccessTokens.Issued issued) -> {
                            if (tokensOf(self).find(issued.token()).isEmpty()) {
                                throw new World.Broken(name + " was welcomed with a token that there is not");
                            }
                        }
                        case Joins.UsedUp usedUp -> self.step(() -> "comes too late");
                        case Joins.Revoked late -> self.step(() -> "comes after the admin");
                        default -> throw new World.Broken(name + " had a good invitation and was refused");
                    }
                    outside--;
                    return;
                } catch (SdkException unknown) {
                    self.sleep(Duration.ofSeconds(1));
                }
            }
        }

        private AccessTokens tokensOf(Actor self) {
            return new AccessTokens(world.quiet(layout.name()), self.clock());
        }

        /** Revokes the invitation and what was issued with it, as the API does, until all of it has worked. */
        private void revoke(Actor self) {
            Table table = world.table(layout.name(), new FaultyTable.Line(world, self, false));
            AccessTokens tokens = new AccessTokens(table, self.clock());
            Invitations invitations = new Invitations(table, self.clock());
            self.sleep(Duration.ofMillis(self.random(20_000)));
            while (!revoked) {
                try {
                    invitations.revoke(invitation.record().id());
                    for (TokenRecord token :
                            invitations.joined(invitation.record().id())) {
                        tokens.revoke(token.id());
                    }
                    revoked = true;
                } catch (SdkException unknown) {
                    self.sleep(Duration.ofSeconds(1));
                }
            }
        }

        private void checkInvitation(Table table, Clock clock) {
            Invitations invitations = new Invitations(table, clock);
            int used = invitations.find(invitation.record().id()).orElseThrow().used();
            List<TokenRecord> joined = invitations.joined(invitation.record().id());
            if (joined.size() != used) {
                throw new World.Broken(
                        "an invitation was used " + used + " times and gave " + joined.size() + " tokens");
            }
            if (revoked && !joined.stream().allMatch(TokenRecord::revoked)) {
                throw new World.Broken("a token works although its invitation was revoked with all tokens");
            }
        }

        /**
         * One runner after another: a message starts each, once the one before it has ended, was killed or declared
         * dead.
         */
        private void runners(Actor self, int number) {
            FaultyTable.Line line = new FaultyTable.Line(world, self, number > 0);
            for (int life = 1; ; life++) {
                String match = world.receive(line, MATCHES);
                if (match == null) {
                    world.await(self, MATCHES, Duration.ofSeconds(16));
                    continue;
                }
                try {
                    new Runner(self, line, "run_" + number + "_" + life).live(match);
                } catch (SdkException unreachable) {
                    // The invocation fails; its matches wait until its lease has expired.
                    self.sleep(Duration.ofSeconds(5));
                }
            }
        }

        private void sweep(Actor self) {
            FaultyTable.Line line = new FaultyTable.Line(world, self, false);
            Table table = world.table(layout.name(), line);
            AbandonedMatches abandoned = new AbandonedMatches(table, self.clock());
            MatchOutbox outbox = new MatchOutbox(table, self.clock());
            while (true) {
                self.sleep(Duration.ofSeconds(60));
                try {
                    for (WaitingMatch match : abandoned.requeue(100)) {
                        world.send(line, MATCHES, match.id(), Duration.ZERO);
                    }
                    for (String match : outbox.unsentWebhooks(100)) {
                        world.send(line, WEBHOOKS, match, Duration.ZERO);
                        outbox.webhookQueued(match);
                    }
                    for (MatchRecord match : outbox.unjournalled(100)) {
                        world.send(line, RESULTS, match.id(), Duration.ZERO);
                    }
                } catch (SdkException unreachable) {
                    self.step(() -> "gives up until the next minute");
                }
            }
        }

        private void journal(Actor self) {
            FaultyTable.Line line = new FaultyTable.Line(world, self, false);
            Table table = world.table(layout.name(), line);
            Matches matches = new Matches(table, self.clock());
            Journals journals = new Journals(table);
            while (true) {
                String id = world.receive(line, RESULTS);
                if (id == null) {
                    world.await(self, RESULTS, Duration.ofSeconds(7));
                    continue;
                }
                try {
                    journals.append(LADDER, matches.find(List.of(id)));
                } catch (SdkException failed) {
                    world.redeliver(RESULTS, id, Duration.ofSeconds(30));
                }
            }
        }

        /**
         * What the function for webhooks does. A message is a match's id, and the number of earlier attempts if it was
         * sent again because its owner had too many.
         *
         * @param answers whether the receiver ever answers
         */
        private void webhooks(Actor self, boolean mortal, boolean answers) {
            FaultyTable.Line line = new FaultyTable.Line(world, self, mortal);
            Matches matches = new Matches(world.table(layout.name(), line), self.clock());
            while (true) {
                World.Message message = world.take(line, WEBHOOKS, WEBHOOK_TAKEN);
                if (message == null) {
                    world.await(self, WEBHOOKS, Duration.ofSeconds(20));
                    continue;
                }
                try {
                    webhook(self, line, matches, message, answers);
                } catch (SdkException unreachable) {
                    self.step(() -> "leaves the message for another delivery");
                }
            }
        }

        private void webhook(
                Actor self, FaultyTable.Line line, Matches matches, World.Message message, boolean answers) {
            String[] body = message.body().split(" ");
            String id = body[0];
            int attempt = body.length < 2 ? 1 : Integer.parseInt(body[1]);
            if (bug == Bug.WEBHOOK_DELETED_EARLY) {
                world.delete(line, WEBHOOKS, message);
            }
            MatchRecord match =
                    matches.find(id).orElseThrow(() -> new World.Broken("no match has the id " + id + " of a webhook"));
            if (self.random(6) == 0) {
                // Its owner has too many.
                world.send(line, WEBHOOKS, id + " " + attempt, Duration.ofSeconds(5));
                world.delete(line, WEBHOOKS, message);
            } else if (!match.status().over() || world.postWebhook(line, id, answers)) {
                world.delete(line, WEBHOOKS, message);
            } else if (attempt == WEBHOOK_ATTEMPTS) {
                world.bury(id);
                world.delete(line, WEBHOOKS, message);
            } else {
                // SQS counts the attempts of a message that stays; here it is replaced by one with the next number.
                world.send(line, WEBHOOKS, id + " " + (attempt + 1), Duration.ofSeconds(5L << attempt));
                world.delete(line, WEBHOOKS, message);
            }
        }

        /** Waits until everything has come right, and checks that it has. */
        private void judge(Actor self) {
            Table table = world.quiet(layout.name());
            Matches matches = new Matches(table, self.clock());
            Journals journals = new Journals(table);
            OwnerCounts counts = new OwnerCounts(table, self.clock());
            Instant end = scheduler.now().plus(GIVEN_UP);
            String missing;
            do {
                self.sleep(Duration.ofSeconds(30));
                world.settleIndexes();
                missing = missing(self, matches, counts);
            } while (missing != null && scheduler.now().isBefore(end));
            if (missing != null) {
                throw new World.Broken(missing + ", after " + GIVEN_UP.toHours() + " hours");
            }
            checkJournal(journals, matches);
            checkInvitation(table, self.clock());
            checkDays();
        }

        /** What has not come right yet, or {@code null}. */
        private String missing(Actor self, Matches matches, OwnerCounts counts) {
            if (outside > 0) {
                return outside + " people have no answer to their wish to join";
            }
            if (accepted.size() < REQUESTS) {
                return "only " + accepted.size() + " of " + REQUESTS + " matches are accepted";
            }
            if (accepted.size() > REQUESTS) {
                throw new World.Broken("requests with the same idempotency key made several matches: " + accepted);
            }
            for (String id : accepted) {
                if (!world.over(id)) {
                    return "the match " + id + " is not over";
                }
            }
            // What needs no table comes first: this is asked often.
            for (String id : webhooks) {
                if (!world.webhookSettled(id)) {
                    return "the webhook of " + id + " is neither delivered nor put aside";
                }
            }
            for (MatchRecord match : matches.find(List.copyOf(accepted))) {
                if (match.status() == Status.CANCELLED) {
                    continue;
                }
                Result replay = result(world.stored(match.id()));
                if (!match.outcome().result().equals(replay)) {
                    throw new World.Broken("the match " + match.id() + " has the result "
                            + match.outcome().result().reason() + ", and its replay " + replay.reason());
                }
                if (match.subject().isPresent() && match.outcome().journalled() == null) {
                    return "the match " + match.id() + " is not journalled";
                }
            }
            Optional<MatchRecord> perhaps = matches.find(once);
            if (perhaps.isPresent() && !perhaps.get().status().over()) {
                return "the match " + once + ", which may have been accepted, is not over";
            }
            for (String owner : List.of(OWNER, BOT, BOT + "#" + OWNER)) {
                int taken = counts.openMatches(owner);
                if (taken > 0 && (faultless || !makesRoom(self, matches, counts, owner, taken))) {
                    return "room in the quota of " + owner + " is taken for nothing";
                }
            }
            return null;
        }

        /** Whether a match is accepted although the quota has no room, because somebody looks for what takes it. */
        private boolean makesRoom(Actor self, Matches matches, OwnerCounts counts, String owner, int taken) {
            boolean ofBot = owner.startsWith(BOT);
            MatchRecord next = wanted(self, MatchOrigin.owner(OWNER));
            Creation<MatchRecord> creation = matches.acceptMatch(
                    next,
                    null,
                    ofBot ? new MatchLimits(0, 0, taken) : new MatchLimits(taken, 0),
                    ofBot ? Set.of(BOT) : Set.of());
            if (!(creation instanceof Creation.New<MatchRecord>)) {
                return false;
            }
            matches.cancel(next.id(), "only to see whether there is room");
            return counts.openMatches(owner) == 0;
        }

        private void checkDays() {
            int counted = world.countedForDays(OWNER);
            if (counted < limited.size() || faultless && counted > limited.size()) {
                throw new World.Broken(limited.size() + " matches with limits were accepted, and " + counted
                        + " were counted for a day");
            }
        }

        private void checkJournal(Journals journals, Matches matches) {
            List<JournalEntry> entries = journals.read(LADDER, 0, 100);
            Map<String, Long> places = new HashMap<>();
            long next = 1;
            for (JournalEntry entry : entries) {
                if (entry.sequence() != next++) {
                    throw new World.Broken(
                            "the journal has the entry " + entry.sequence() + " in the place " + (next - 1));
                }
                if (places.put(entry.match(), entry.sequence()) != null) {
                    throw new World.Broken("the match " + entry.match() + " is in the journal twice");
                }
            }
            if (journals.length(LADDER) != entries.size()) {
                throw new World.Broken(
                        "the journal has " + entries.size() + " entries and the length " + journals.length(LADDER));
            }
            for (MatchRecord match : matches.find(List.copyOf(accepted))) {
                if (match.subject().isPresent() && !match.outcome().journalled().equals(places.get(match.id()))) {
                    throw new World.Broken("the match " + match.id() + " has the number "
                            + match.outcome().journalled() + " and the place " + places.get(match.id()));
                }
            }
        }

        /** What the runner function does: one match after another, under one lease. */
        private final class Runner {

            private final Actor self;
            private final FaultyTable.Line line;
            private final String id;
            private final Runners runners;
            private final Leases leases;
            private final MatchOutbox outbox;
            private long renewedAt;
            private boolean dead;

            private Runner(Actor self, FaultyTable.Line line, String id) {
                Table table = world.table(layout.name(), line);
                this.self = self;
                this.line = line;
                this.id = id;
                this.runners = new Runners(table, self.clock());
                this.leases = new Leases(table, self.clock());
                this.outbox = new MatchOutbox(table, self.clock());
            }

            private void live(String first) {
                runners.start(id, LEASE);
                renewedAt = scheduler.millis();
                String match = first;
                while (!dead && match != null) {
                    take(match);
                    renew();
                    match = world.receive(line, MATCHES);
                    if (match == null) {
                        self.sleep(Duration.ofSeconds(1L + self.random(15)));
                        match = world.receive(line, MATCHES);
                    }
                }
                if (!dead) {
                    runners.end(id);
                }
            }

            private void take(String match) {
                switch (leases.takeLease(match, id)) {
                    case LeaseResult.Leased leased -> attempt(leased.lease());
                    case LeaseResult.Held held -> self.step(() -> "leaves " + match + " to " + held.runner());
                    case LeaseResult.Over over -> self.step(() -> "finds that " + match + " is over");
                    case LeaseResult.Unknown unknown ->
                        throw new World.Broken("no match has the id " + match + " of a message");
                }
            }

            private void renew() {
                if (scheduler.millis() - renewedAt >= RENEWED_EVERY.toMillis()) {
                    Optional<RunnerRecord> renewed = runners.renew(id, LEASE, Set.of());
                    renewedAt = scheduler.millis();
                    dead = renewed.isEmpty();
                }
            }

            private void attempt(Lease lease) {
                world.plays(self, lease);
                try {
                    play(lease);
                } catch (SdkException unreachable) {
                    if (leases.releaseAfterFault(lease)) {
                        world.send(line, MATCHES, lease.id(), Duration.ofSeconds(5));
                    }
                }
            }

            private void play(Lease lease) {
                if (lease.takenOver() && bug != Bug.RESULT_BEFORE_REPLAY) {
                    byte[] stored = world.replay(line, lease.id());
                    if (stored != null) {
                        commit(lease, stored, lease.checkpoint());
                        return;
                    }
                }
                String checkpoint = lease.checkpoint();
                int turn = 0;
                if (checkpoint != null) {
                    byte[] saved = world.read(line, checkpoint);
                    if (saved != null) {
                        turn = Integer.parseInt(new String(saved, StandardCharsets.UTF_8));
                    }
                }
                int turns = 3 + self.random(4);
                while (turn < turns) {
                    self.sleep(Duration.ofMillis(self.random(self.random(8) == 0 ? 40_000 : 3_000)));
                    turn++;
                    renew();
                    if (dead || self.random(6) == 0) {
                        handOver(lease, checkpoint, turn);
                        return;
                    }
                    if (self.random(3) == 0) {
                        String old = checkpoint;
                        String saved = world.putCheckpoint(line, lease.id(), lease.fence(), turn, bytes(turn));
                        if (bug == Bug.CHECKPOINT_DELETED_EARLY && old != null) {
                            world.deleteCheckpoint(line, old);
                        }
                        if (!leases.saveCheckpoint(lease, turn, saved)) {
                            return;
                        }
                        checkpoint = saved;
                        if (old != null && !old.equals(saved) && bug != Bug.CHECKPOINT_DELETED_EARLY) {
                            world.deleteCheckpoint(line, old);
                        }
                    }
                }
                // Who plays a match again may get another result: bots are free to answer differently.
                byte[] replay = ("by " + id + " under " + lease.fence()).getBytes(StandardCharsets.UTF_8);
                if (bug == Bug.RESULT_BEFORE_REPLAY) {
                    commit(lease, replay, checkpoint);
                    world.putReplay(line, lease.id(), replay);
                    return;
                }
                if (!world.putReplay(line, lease.id(), replay)) {
                    replay = world.replay(line, lease.id());
                }
                commit(lease, replay, checkpoint);
            }

            private void handOver(Lease lease, String checkpoint, int turn) {
                String saved = world.putCheckpoint(line, lease.id(), lease.fence(), turn, bytes(turn));
                if (leases.releaseLease(lease, new Handover(saved, turn, null))) {
                    if (checkpoint != null && !checkpoint.equals(saved)) {
                        world.deleteCheckpoint(line, checkpoint);
                    }
                    world.send(line, MATCHES, lease.id(), Duration.ZERO);
                }
            }

            private void commit(Lease lease, byte[] replay, String checkpoint) {
                if (!leases.finishMatch(lease, result(replay), List.of(), 5, List.of(SeatTally.NONE, SeatTally.NONE))) {
                    return;
                }
                if (lease.match().subject().isPresent() && self.random(3) > 0) {
                    world.send(line, RESULTS, lease.id(), Duration.ZERO);
                }
                if (lease.match().origin().webhook() != null) {
                    sendWebhook(lease.id());
                }
                if (checkpoint != null) {
                    world.deleteCheckpoint(line, checkpoint);
                }
            }

            /** The sweeper sends what is not sent here. */
            private void sendWebhook(String match) {
                try {
                    if (bug == Bug.WEBHOOK_UNMARKED_EARLY) {
                        outbox.webhookQueued(match);
                        world.send(line, WEBHOOKS, match, Duration.ZERO);
                    } else {
                        world.send(line, WEBHOOKS, match, Duration.ZERO);
                        outbox.webhookQueued(match);
                    }
                } catch (SdkException unreachable) {
                    self.step(() -> "leaves the webhook to the sweeper");
                }
            }

            private static byte[] bytes(int turn) {
                return Integer.toString(turn).getBytes(StandardCharsets.UTF_8);
            }
        }
    }

    private static Result result(byte[] replay) {
        return new Result(null, 0, 0, new String(replay, StandardCharsets.UTF_8));
    }

    /** The trace of a seed, a line for each step. */
    public List<String> trace(long seed) {
        List<String> lines = new ArrayList<>();
        run(seed, lines::add);
        return lines;
    }
}
