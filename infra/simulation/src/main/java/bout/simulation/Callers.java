package bout.simulation;

import bout.competition.journal.Competition;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.games.Games;
import bout.simulation.Scheduler.Actor;
import bout.store.Aws;
import bout.store.access.Invitations;
import bout.store.access.Owners;
import bout.store.access.Owners.OwnerRecord;
import bout.store.access.Owners.Quotas;
import bout.store.match.GameSettings;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.WaitingMatch;
import bout.store.webhook.WebhookTarget;
import bout.table.Creation;
import bout.table.Creator.IdempotencyKey;
import bout.telemetry.Machine;
import bout.wire.id.MatchIds;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;

/** Those who ask for matches, cancel them and join: they call the store as the API does, without HTTP. */
final class Callers {

    static final String OWNER = "tok_owner";
    static final String GAME = "ajax-tiles";

    /** The first that takes the most players. What counts for no ladder is of this game. */
    static final Game<?> LARGEST = Collections.max(
            Games.ALL, Comparator.comparing(game -> game.card().seats().most()));

    private static final int MOST_PLAYERS = 4;

    static final String HOUSE_BOT = "random";

    /** A bot of someone else, which counts as playing in two of the matches. */
    static final String BOT = "bot_of_another";

    /** People with the same invitation, which does not suffice for all. */
    private static final int PEOPLE = 3;

    /** More than are ever accepted: they are counted, and none is refused. */
    private static final int MOST_A_DAY = 100;

    /** Shorter waits only repeat what fails: services cannot be reached for up to a minute and a half. */
    private static final Duration AGAIN = Duration.ofSeconds(10);

    /** After a refusal because too many matches are open: they take minutes. */
    private static final Duration ROOM_AGAIN = Duration.ofSeconds(60);

    private static final String OTHER = "other";

    private static final WebhookTarget RECEIVER =
            new WebhookTarget("http://127.0.0.1:1/hook", "whsec_c2ltdWxhdGVkLXNpbXVsYXRlZC1zaW11bGF0ZWQ=");

    private final Scheduler scheduler;
    private final Network network;
    private final Promises promises;
    private final Aws aws;
    private final Aws quiet;
    private final int mostOpen;
    private final boolean housed;
    private final MatchIds ids;
    private final Invitations.Created invitation;
    final Set<String> accepted = new HashSet<>();

    /** The accepted matches that count for a day. */
    final Set<String> limited = new HashSet<>();

    /** The accepted matches with a webhook. */
    final Set<String> webhooks = new HashSet<>();

    private final List<String> cancellable = new ArrayList<>();
    private int requests;
    private int outside;
    private boolean revoked;

    /**
     * @param quiet the services without faults, for the checks
     * @param housed whether one player of each match is a house bot: only those and registered bots are on a ladder
     */
    Callers(Scheduler scheduler, Network network, Promises promises, Aws aws, Aws quiet, int mostOpen, boolean housed) {
        this.scheduler = scheduler;
        this.network = network;
        this.promises = promises;
        this.aws = aws;
        this.quiet = quiet;
        this.mostOpen = mostOpen;
        this.housed = housed;
        InstantSource now = scheduler::now;
        // An id contains its time, which tells how long a reservation without a match is old.
        ids = new MatchIds(now.withZone(ZoneOffset.UTC), scheduler.random());
        invitation = new Invitations(quiet.table(), now.withZone(ZoneOffset.UTC), scheduler.random())
                .create("for all", 1 + scheduler.random().nextInt(PEOPLE - 1), Duration.ofDays(1), Quotas.NONE);
    }

    /** Some of them, others in each run: small runs are quick, and few callers do not hide each other's mistakes. */
    void start() {
        if (takesPart()) {
            requests++;
            start("client 1", false, false, self -> request(self, "same", true));
            start("client 2", false, false, self -> request(self, "same", true));
        }
        if (takesPart()) {
            requests++;
            boolean rated = scheduler.random().nextInt(3) == 0;
            start("client 3", false, false, self -> request(self, OTHER, rated));
        }
        if (takesPart() || requests == 0) {
            requests++;
            start("client 4", false, false, self -> request(self, null, true));
        }
        if (takesPart()) {
            start("client 5", true, false, this::requestOnce);
        }
        if (takesPart()) {
            start("canceller", false, true, this::cancel);
        }
        if (takesPart()) {
            outside = PEOPLE;
            for (int i = 1; i <= PEOPLE; i++) {
                String name = "person " + i;
                start(name, false, false, self -> join(self, name));
            }
            if (takesPart()) {
                start("admin", false, false, this::revoke);
            }
        }
    }

    private boolean takesPart() {
        return scheduler.random().nextBoolean();
    }

    private void start(String name, boolean mortal, boolean background, Consumer<Actor> body) {
        scheduler.new Process(name, network.skew(), mortal, background).start(body);
    }

    int outside() {
        return outside;
    }

    /** How many different matches are asked for until there is an answer. */
    int requests() {
        return requests;
    }

    /**
     * Asks for a match until it is accepted, and puts it into the queue.
     *
     * @param key the idempotency key, or {@code null} for a caller without one and without limits
     */
    private void request(Actor self, String key, boolean competition) {
        Matches matches = aws.matches(Machine.systemClock());
        MatchOrigin origin = competition
                ? new MatchOrigin(OWNER, null, new Competition.OfLadder(0, 0))
                : new MatchOrigin(OWNER, RECEIVER, null);
        MatchRecord once = wanted(self, origin);
        insist(self, () -> {
            // Like the API, which draws an id for each request: room that is taken with an old one counts as stale.
            MatchRecord wanted = key == null ? once : wanted(self, origin);
            Creation<MatchRecord> creation = matches.acceptMatch(
                    wanted,
                    key == null ? null : new IdempotencyKey(OWNER, key, "body of " + key),
                    key == null ? MatchLimits.NONE : new MatchLimits(mostOpen, MOST_A_DAY, mostOpen),
                    OTHER.equals(key) ? Set.of(BOT) : Set.of());
            switch (creation) {
                case Creation.New<MatchRecord>(MatchRecord made) -> {
                    accepted(made, key != null);
                    if (self.random(4) > 0) {
                        send(made);
                    }
                }
                case Creation.Repeated<MatchRecord>(MatchRecord made) -> accepted(made, true);
                case Creation.TooManyOpen<MatchRecord> none -> {
                    self.sleep(ROOM_AGAIN);
                    return false;
                }
                default -> throw promises.broken("a request was answered with " + creation);
            }
            return true;
        });
    }

    /** Asks until there is an answer, and it says that no more need be asked. */
    static void insist(Actor self, BooleanSupplier request) {
        while (true) {
            try {
                if (request.getAsBoolean()) {
                    return;
                }
            } catch (SdkException unknown) {
                self.sleep(AGAIN);
            }
        }
    }

    private void accepted(MatchRecord match, boolean counted) {
        accepted.add(match.id());
        if (counted) {
            limited.add(match.id());
        }
        if (match.origin().webhook() != null) {
            webhooks.add(match.id());
            cancellable.add(match.id());
        }
    }

    private void send(MatchRecord match) {
        aws.matchQueue().sendMatches(List.of(new WaitingMatch(match.id(), null)), Duration.ZERO);
    }

    MatchRecord wanted(Actor self, MatchOrigin origin) {
        GameCard game =
                (origin.competition() == null ? LARGEST : Games.byId(GAME).orElseThrow()).card();
        boolean limited =
                game.options().stream().anyMatch(option -> option.name().equals("maxTurns"));
        int turns = 2 + self.random(4);
        return MatchRecord.queued(
                ids.next(),
                new MatchSettings(
                        GameSettings.of(game.id()).withOptions(limited ? Map.of("maxTurns", turns) : Map.of()),
                        Stream.of("One", "Two", "Three", "Four")
                                .limit(game.seats().closest(MOST_PLAYERS))
                                .map(name -> housed && name.equals("Two")
                                        ? PlayerRecord.house(name, HOUSE_BOT)
                                        : PlayerRecord.url(name, "http://127.0.0.1:1/" + name))
                                .toList(),
                        "seed"),
                origin,
                self.clock().instant());
    }

    /**
     * Asks for a match without an idempotency key and under limits, until there is an answer or none comes. So its
     * match may be stored or not, and room may be taken for it or not.
     */
    private void requestOnce(Actor self) {
        Matches matches = aws.matches(Machine.systemClock());
        MatchRecord wanted = wanted(self, MatchOrigin.owner(OWNER));
        try {
            while (matches.acceptMatch(wanted, null, new MatchLimits(mostOpen, MOST_A_DAY, mostOpen), Set.of(BOT))
                    instanceof Creation.TooManyOpen<MatchRecord>) {
                self.sleep(ROOM_AGAIN);
            }
            limited.add(wanted.id());
            cancellable.add(wanted.id());
            send(wanted);
        } catch (SdkException unknown) {
            self.step(() -> "does not ask again");
        }
    }

    /** Cancels each match that may be cancelled: at any time, perhaps repeatedly. */
    private void cancel(Actor self) {
        Matches matches = aws.matches(Machine.systemClock());
        while (true) {
            self.sleep(scheduler.busy() ? Duration.ofMillis(1 + self.random(20_000)) : Functions.RARELY);
            for (String match : List.copyOf(cancellable)) {
                try {
                    matches.cancel(match, "not wanted any more");
                    cancellable.remove(match);
                } catch (SdkException unknown) {
                    self.step(() -> "does not know whether " + match + " is cancelled");
                }
            }
        }
    }

    /** Joins until there is an answer. Without one, a person tries again, and may use up the invitation twice. */
    private void join(Actor self, String name) {
        Invitations invitations = new Invitations(aws.table(), self.clock(), scheduler.random());
        self.sleep(Duration.ofMillis(self.random(20_000)));
        insist(self, () -> {
            switch (invitations.join(invitation.secret(), name)) {
                case Invitations.Welcome(Owners.Issued issued) -> {
                    if (new Owners(quiet.table(), self.clock())
                            .find(issued.token())
                            .isEmpty()) {
                        throw promises.broken(name + " was welcomed with a key that there is not");
                    }
                }
                case Invitations.UsedUp usedUp -> self.step(() -> "comes too late");
                case Invitations.Revoked late -> self.step(() -> "comes after the admin");
                default -> throw promises.broken(name + " had a good invitation and was refused");
            }
            outside--;
            return true;
        });
    }

    /** Revokes the invitation and blocks who joined with it, as the API does, until all of it has worked. */
    private void revoke(Actor self) {
        Owners owners = new Owners(aws.table(), self.clock());
        Invitations invitations = new Invitations(aws.table(), self.clock());
        self.sleep(Duration.ofMillis(self.random(20_000)));
        insist(self, () -> {
            invitations.revoke(invitation.record().id());
            invitations.joined(invitation.record().id()).forEach(owner -> owners.change(owner.id(), null, true));
            return true;
        });
        revoked = true;
    }

    void checkInvitation(Actor self) {
        Invitations invitations = new Invitations(quiet.table(), self.clock());
        int used = invitations.find(invitation.record().id()).orElseThrow().used();
        List<OwnerRecord> joined = invitations.joined(invitation.record().id());
        if (joined.size() != used) {
            throw promises.broken("an invitation was used " + used + " times and let in " + joined.size());
        }
        if (revoked && !joined.stream().allMatch(OwnerRecord::blocked)) {
            throw promises.broken("an owner may do all although its invitation was revoked with all who joined");
        }
    }
}
