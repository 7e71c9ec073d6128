package bout.api;

import bout.address.UrlCheck;
import bout.api.http.Caller;
import bout.api.http.Callers;
import bout.api.http.Field;
import bout.api.http.IdempotencyHeader;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.competition.Author;
import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent;
import bout.competition.contest.ContestEvent.Disqualified;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestEvent.Entrant;
import bout.competition.contest.ContestEvent.Late;
import bout.competition.contest.ContestEvent.Postponed;
import bout.competition.contest.ContestEvent.Revealed;
import bout.competition.contest.ContestEvent.Withdrawn;
import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Reveal;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.contest.Grade;
import bout.competition.journal.Competition.Subject;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.engine.Game;
import bout.engine.Option;
import bout.engine.Plain;
import bout.store.access.Owners;
import bout.store.access.Owners.OwnerRecord;
import bout.store.access.Scope;
import bout.store.bot.Authors;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Bots.Programmed;
import bout.store.contest.ContestRecord;
import bout.store.contest.ContestRecord.ContestSettings;
import bout.store.contest.Contests;
import bout.store.contest.Contests.Added;
import bout.store.journal.StandingsFiles;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.queue.UpdateQueue;
import bout.store.tournament.Tournaments;
import bout.store.webhook.WebhookTarget;
import bout.table.Creation;
import bout.wire.Json;
import bout.wire.ProblemType;
import bout.wire.id.IdKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Creates, shows and changes contests, and enters bots. A contest that a caller may not see is answered like one that
 * does not exist.
 */
record ContestEndpoints(
        Contests contests,
        Tournaments tournaments,
        Matches matches,
        Bots bots,
        Owners owners,
        Authors authors,
        StandingsFiles standings,
        UpdateQueue updates,
        UrlCheck urls,
        IdsAndSeeds drawn) {

    /** In characters: two pages. */
    static final int LONGEST_TEXT = 5000;

    static final int LONGEST_REASON = 200;

    static final int MOST_OWNERS = 1000;

    private static final int MOST_LISTED = 50;
    private static final String BEST = "best";
    private static final String HOUSE = "house";
    private static final String PERCENT = "percent";

    private static final List<String> CHANGES = List.of("deadline", "cancelled", "revealed", "again", "late");
    private static final String CSV = "csv";
    private static final List<String> FORMATS = List.of("json", CSV);

    private static final List<String> FIELDS = List.of(
            "game",
            "name",
            "text",
            "deadline",
            "perOwner",
            "stages",
            "reveal",
            "ladder",
            "options",
            "timeLimit",
            "public",
            "onlyInvited",
            "owners",
            "webhook",
            "webhookFormat",
            "webhookSecret");
    private static final List<String> STAGE_FIELDS = Stream.concat(
                    Plan.SETTINGS.stream().map(Option::name), Stream.of(BEST, HOUSE, PERCENT))
            .toList();

    Response create(Request request) {
        IdempotencyHeader.Post post = IdempotencyHeader.read(request.caller(), request, Field.MAX_BYTES);
        try {
            return create(request, post);
        } catch (Refusal refused) {
            return created(request, post.made(key -> contests.earlier(key, drawn.clock()), refused));
        }
    }

    private Response create(Request request, IdempotencyHeader.Post post) {
        Field body = post.body().object("an object with the fields game, name, deadline and stages", FIELDS);
        Game<?> game = body.game();
        String name = body.required("name", "a name").name();
        String text = body.get("text").text();
        if (text != null && text.codePointCount(0, text.length()) > LONGEST_TEXT) {
            body.get("text").wrong(ProblemType.OUT_OF_RANGE, "expected at most " + LONGEST_TEXT + " characters");
        }
        Instant deadline = body.required("deadline", "a time").time();
        if (deadline != null && !deadline.isAfter(drawn.now())) {
            body.get("deadline").wrong(ProblemType.OUT_OF_RANGE, "expected a time to come");
        }
        Integer perOwner = body.get("perOwner").whole(1, ContestPlan.MOST_PER_OWNER);
        List<Stage> stages = stages(body, game);
        Reveal reveal = body.get("reveal").oneOf(Reveal.class);
        Boolean ladder = body.get("ladder").flag();
        GameSettings settings = ContestReader.gameSettings(body, game);
        Boolean isPublic = body.get("public").flag();
        Boolean onlyInvited = body.get("onlyInvited").flag();
        List<String> listed = owners(body);
        WebhookTarget webhook = ContestReader.webhook(body, urls);
        body.check();
        ContestRecord contest = new ContestRecord(
                drawn.next(IdKind.CONTEST),
                new ContestSettings(
                        name,
                        request.caller().owner(),
                        isPublic == null || isPublic,
                        text == null ? "" : text,
                        settings,
                        new ContestPlan(deadline, perOwner == null ? 1 : perOwner, stages, reveal, ladder),
                        drawn.tournamentSeed(),
                        onlyInvited,
                        listed,
                        webhook),
                drawn.now(),
                List.of());
        return switch (contests.create(contest, post.key(), drawn.clock())) {
            case Creation.New<ContestRecord>(ContestRecord made) -> created(request, made);
            case Creation.Repeated<ContestRecord>(ContestRecord made) -> created(request, made);
            case Creation.Conflicting<ContestRecord> _ -> throw IdempotencyHeader.reused("contest");
            case Creation.TooManyOpen<ContestRecord> _,
                    Creation.TooManyToday<ContestRecord> _,
                    Creation.Deleted<ContestRecord> _ ->
                throw new IllegalStateException("contests have no limits and are not deleted");
        };
    }

    private Response created(Request request, ContestRecord contest) {
        Map<String, Object> created = ContestReader.withSecret(
                answer(request, contest), contest.settings().webhook());
        return Response.fresh(201, created).with("Location", "/api/contests/" + contest.id());
    }

    /** Named by id, or by a name that only one owner has; the ids are kept, since names can change. */
    private List<String> owners(Field body) {
        List<Field> given = body.get("owners").list("a list of ids or names of owners");
        if (given == null) {
            return null;
        }
        if (given.isEmpty() || given.size() > MOST_OWNERS) {
            body.get("owners").wrong(ProblemType.OUT_OF_RANGE, "expected 1 to " + MOST_OWNERS + " owners");
            return null;
        }
        List<OwnerRecord> known = owners.list();
        Set<String> ids = new LinkedHashSet<>();
        for (Field field : given) {
            String text = field.text();
            // An owner may take the id of another one as its name.
            boolean byId = text != null && IdKind.OWNER.is(text);
            List<String> found = known.stream()
                    .filter(owner -> (byId ? owner.id() : owner.name()).equals(text))
                    .map(OwnerRecord::id)
                    .toList();
            if (text != null && found.size() != 1) {
                field.wrong(
                        ProblemType.OUT_OF_RANGE,
                        found.isEmpty() ? "no owner has this id or name" : "several owners have this name; give an id");
            }
            ids.addAll(found);
        }
        return List.copyOf(ids);
    }

    private static List<Stage> stages(Field body, Game<?> game) {
        List<Field> listed = body.required("stages", "a list of stages")
                .list("a list of 1 to " + ContestPlan.MOST_STAGES + " stages");
        List<Stage> stages = new ArrayList<>();
        if (listed == null || listed.isEmpty() || listed.size() > ContestPlan.MOST_STAGES) {
            if (listed != null) {
                body.get("stages")
                        .wrong(ProblemType.OUT_OF_RANGE, "expected 1 to " + ContestPlan.MOST_STAGES + " stages");
            }
            return stages;
        }
        for (Field field : listed) {
            if (!field.isObject("an object with settings of a tournament", STAGE_FIELDS)) {
                continue;
            }
            Integer best = field.get(BEST).whole(2, Plan.MOST_PLAYERS);
            Map<String, Object> given = ContestReader.planSettings(field);
            String house = house(field, game, given);
            Integer percent = field.get(PERCENT).whole(1, 100);
            if (percent != null && !field.has(HOUSE)) {
                field.wrong(ProblemType.MISSING_FIELD, HOUSE, "missing; it is the opponent that percent is about");
            }
            if (game != null
                    && ContestReader.allowsPlan(
                            field,
                            game.tournamentStyle(),
                            GroupSize.of(game.card().seats()),
                            best == null ? Plan.MOST_PLAYERS : best,
                            given)
                    && (house != null || percent == null)) {
                stages.add(new Stage(given, best, house, percent));
            }
        }
        return stages;
    }

    private static String house(Field stage, Game<?> game, Map<String, Object> given) {
        String house = game == null ? null : ContestReader.house(stage.get(HOUSE), game);
        if (house != null && !Stage.isGauntlet(given)) {
            stage.wrong(ProblemType.UNKNOWN_FIELD, HOUSE, "only in a gauntlet, in which all play against it");
            return null;
        }
        return house;
    }

    /** Those that everybody may see, and for an admin all others, the newest first. */
    Response list(Request request) {
        List<Contests.Listed> listed = new ArrayList<>(contests.newest(true, MOST_LISTED));
        if (request.caller().may(Scope.ADMIN)) {
            listed.addAll(contests.newest(false, MOST_LISTED));
        }
        listed.sort(Comparator.comparing(Contests.Listed::id).reversed());
        return Response.ok(
                Map.of("contests", listed.stream().map(ContestEndpoints::shown).toList()));
    }

    private static Map<String, Object> shown(Contests.Listed contest) {
        Map<String, Object> plain = heading(contest.id(), contest.settings(), contest.createdAt());
        plain.put("state", contest.state());
        plain.put("deadline", contest.deadline());
        plain.put("podium", contest.podium());
        return plain;
    }

    private static Map<String, Object> heading(String id, ContestSettings settings, Instant createdAt) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", id);
        plain.put("name", settings.name());
        plain.put("game", settings.game().id());
        plain.put("public", settings.isPublic());
        plain.put("createdAt", createdAt);
        return plain;
    }

    Response get(Request request) {
        return Response.ok(answer(request, seen(request)));
    }

    private ContestRecord seen(Request request) {
        return contests.find(request.id())
                .filter(contest -> contest.settings().isPublic()
                        || request.caller().mayHandle(contest.settings().owner()))
                .orElseThrow(ContestEndpoints::unknown);
    }

    /** A contest with a ladder of its own. */
    ContestRecord withLadder(Request request) {
        ContestRecord contest = seen(request);
        if (!contest.settings().plan().ladder()) {
            throw new Refusal(ProblemType.UNKNOWN_CONTEST, "This contest has no ladder of its own.");
        }
        return contest;
    }

    private static Refusal unknown() {
        return new Refusal(ProblemType.UNKNOWN_CONTEST, "No contest has this id.");
    }

    private Map<String, Object> answer(Request request, ContestRecord found) {
        ContestSettings settings = found.settings();
        // All that is shown follows from the journal that this caller may read.
        boolean organises = request.caller().mayHandle(settings.owner());
        ContestRecord record = organises ? found : found.masked();
        Contest contest = record.contest();
        Map<String, Object> plain = heading(record.id(), settings, record.createdAt());
        plain.put("state", contest.state().code());
        plain.put("deadline", contest.deadline());
        plain.put("podium", Contests.Prize.of(contest));
        plain.put("firstDeadline", settings.plan().deadline());
        plain.put("text", settings.text());
        plain.putAll(Json.fields(settings.game()));
        plain.put("perOwner", settings.plan().perOwner());
        plain.put("onlyInvited", settings.onlyInvited());
        plain.put("onlyListed", settings.owners() != null);
        plain.put("owners", organises ? settings.owners() : null);
        plain.put("invitation", organises && settings.onlyInvited() ? found.invitation() : null);
        plain.put("reveal", settings.plan().reveal().code());
        plain.put("ladder", settings.plan().ladder());
        plain.put("reason", contest.reason());
        List<Object> stages = new ArrayList<>();
        for (int i = 0; i < settings.plan().stages().size(); i++) {
            Stage stage = settings.plan().stages().get(i);
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("settings", stage.settings());
            each.put(BEST, stage.best());
            each.put(HOUSE, stage.house());
            each.put(PERCENT, stage.percent());
            boolean begun = i < contest.stages().size();
            each.put("tournament", begun ? contest.stages().get(i).tournament() : null);
            each.put("bots", begun ? contest.stages().get(i).bots() : List.of());
            each.put("ranking", begun ? contest.stages().get(i).ranking() : List.of());
            each.put("hidden", contest.hides(i));
            stages.add(each);
        }
        plain.put("stages", stages);
        plain.put("entries", entries(request, contest.entries()));
        plain.put("entrants", contest.entrants());
        plain.put("ranking", contest.ranking());
        plain.put(
                "journal",
                record.journal().stream()
                        .map(event -> Json.fields((Record) event))
                        .toList());
        return plain;
    }

    private List<Map<String, Object>> entries(Request request, List<Contest.Entry> entries) {
        Map<String, Author> known = authors.of(
                entries.stream().map(Contest.Entry::bot).collect(Collectors.toSet()), request.caller()::sees);
        return entries.stream()
                .map(entry -> {
                    Map<String, Object> plain = Json.fields(entry);
                    plain.put("author", known.get(entry.bot()));
                    return plain;
                })
                .toList();
    }

    /** For the organiser: grades are nobody else's business. */
    Response grades(Request request) {
        Query query = Query.read(request.query(), "format");
        String format = query.get("format");
        if (format != null && !FORMATS.contains(format)) {
            query.unlike("format", "one of " + String.join(", ", FORMATS));
        }
        query.check();
        ContestRecord record = seen(request);
        if (!request.caller().mayHandle(record.settings().owner())) {
            throw Callers.forbidden(request.caller(), Scope.ADMIN);
        }
        List<Grade> graded = Grade.of(record.settings().plan(), record.contest(), this::table);
        Map<String, String> names =
                owners.find(graded.stream().map(grade -> grade.entry().owner()).collect(Collectors.toSet())).stream()
                        .collect(Collectors.toMap(OwnerRecord::id, OwnerRecord::name));
        ContestGrades grades = new ContestGrades(record.settings().plan(), graded, names);
        return CSV.equals(format)
                ? Response.file("text/csv; charset=utf-8", "grades.csv", grades.csv())
                : Response.ok(grades.toPlain());
    }

    private Plain table(Contest.Played stage) {
        return tournaments
                .find(stage.tournament())
                .flatMap(standings::get)
                .orElseThrow(() -> new IllegalStateException("no table of " + stage.tournament()));
    }

    /** A bot of the caller's own that can play now. */
    Response enter(Request request) {
        Caller caller = request.caller();
        ContestRecord contest = seen(request);
        Field body = Field.body(request)
                .object("an object with the fields bot and invitation", List.of("bot", "invitation"));
        String id = body.required("bot", "the id of a bot of yours").text();
        String invitation = body.get("invitation").text();
        boolean onlyInvited = contest.settings().onlyInvited();
        if (onlyInvited && invitation == null) {
            body.get("invitation").wrong(ProblemType.MISSING_FIELD, "missing; it is in the link from the organiser");
        }
        body.check();
        if (onlyInvited
                && !MessageDigest.isEqual(
                        contest.invitation().getBytes(StandardCharsets.UTF_8),
                        invitation.getBytes(StandardCharsets.UTF_8))) {
            throw new Refusal(ProblemType.UNKNOWN_INVITATION, "This is not the invitation to this contest.");
        }
        BotRecord bot = caller.ownBot(bots.find(id));
        if (!contest.settings().mayEnter(bot.owner())) {
            throw new Refusal(
                    ProblemType.INVITATION_REQUIRED, "The organiser has listed who can enter bots, without you.");
        }
        refuseObstacle(bot, contest, body);
        return changed(request, 201, before -> {
            before.contest().entries().stream()
                    .filter(entry -> entry.bot().equals(bot.id()) && entry.disqualified())
                    .forEach(entry -> {
                        throw notNow("the bot was " + entry.out());
                    });
            return new Entered(
                    drawn.now(), bot.owner(), bot.id(), bot.settings().name());
        });
    }

    private static void refuseObstacle(BotRecord bot, ContestRecord contest, Field named) {
        obstacle(bot, contest.settings().game().id()).ifPresent(why -> {
            named.get("bot").wrong(ProblemType.BOT_NOT_PLAYABLE, why);
            named.check();
        });
    }

    private static Optional<String> obstacle(BotRecord bot, String game) {
        if (!bot.game().equals(game)) {
            return Optional.of("the bot plays " + bot.game() + ", not " + game);
        } else if (!bot.settings().active()) {
            return Optional.of("the bot is paused; its owner activates it first");
        }
        return bot.proven()
                ? Optional.empty()
                : Optional.of("the bot's URL is not verified; its owner verifies it first");
    }

    /** Its owner withdraws a bot; the organiser disqualifies it and says why. */
    Response leave(Request request) {
        Query query = Query.read(request.query(), "reason");
        query.check();
        String reason = query.get("reason");
        Caller caller = request.caller();
        ContestRecord contest = seen(request);
        String bot = request.place().get("bot");
        boolean own = contest.contest().entries().stream()
                .anyMatch(entry -> entry.bot().equals(bot) && entry.owner().equals(caller.owner()));
        boolean organises = caller.mayHandle(contest.settings().owner());
        if (!own && !organises) {
            throw new Refusal(ProblemType.UNKNOWN_BOT, "You have entered no bot with this id.");
        }
        if (reason != null && !(organises && isReason(reason))) {
            query.wrong(
                    ProblemType.BAD_PARAMETER,
                    "reason",
                    "expected 1 to " + LONGEST_REASON + " characters, without control characters, from the organiser");
        } else if (reason == null && !own) {
            query.wrong(ProblemType.BAD_PARAMETER, "reason", "missing; it says why the bot is disqualified");
        }
        query.check();
        Response left = changed(
                request,
                200,
                before -> reason == null
                        ? new Withdrawn(drawn.now(), bot)
                        : new Disqualified(drawn.now(), bot, reason.strip()));
        if (contest.settings().plan().ladder()) {
            updates.send(new UpdateQueue.Task.Standings(new Subject.Ladder(contest.id())));
        }
        return left;
    }

    private static boolean isReason(String text) {
        Field field = Field.of(text);
        field.line(LONGEST_REASON);
        return field.violations().isEmpty() && !text.isBlank();
    }

    /**
     * Postpones the deadline, cancels the contest with the stage that is being played, reveals a stage, has a match
     * played again, or enters a bot after the deadline.
     */
    Response change(Request request) {
        ContestRecord contest = seen(request);
        Field body =
                Field.body(request).object("an object with one of the fields " + String.join(", ", CHANGES), CHANGES);
        Instant deadline = body.get("deadline").time();
        String reason = body.get("cancelled").line(LONGEST_REASON);
        Integer stage = body.get("revealed").whole(0, ContestPlan.MOST_STAGES - 1);
        if (CHANGES.stream().filter(body::has).count() != 1) {
            body.wrong(ProblemType.MISSING_FIELD, "expected one of " + String.join(", ", CHANGES));
        }
        if (body.has("again")) {
            return again(request, body);
        }
        if (body.has("late")) {
            return late(request, body);
        }
        body.check();
        if (stage != null) {
            return reveal(request, contest, stage);
        }
        return deadline == null
                ? answered(request, 200, contests.cancel(request.id(), reason, drawn.clock()))
                : changed(request, 200, before -> new Postponed(drawn.now(), deadline));
    }

    /**
     * The entry comes last. If this breaks off before, the stage still counts as hidden, and the next request to reveal
     * it does the rest; nothing of it does harm when it is repeated.
     */
    private Response reveal(Request request, ContestRecord contest, int stage) {
        Contest before = contest.contest();
        boolean done = stage < before.stages().size() && before.hasEnded(stage) && !before.hides(stage);
        before.refusal(new Revealed(drawn.now(), stage)).filter(why -> !done).ifPresent(why -> {
            throw notNow(why);
        });
        String tournament = before.stages().get(stage).tournament();
        if (contest.settings().isPublic()) {
            tournaments.reveal(tournament);
            updates.send(new UpdateQueue.Task.Standings(new Subject.Tournament(tournament)));
        }
        return changed(request, 200, now -> now.contest().hides(stage) ? new Revealed(drawn.now(), stage) : null);
    }

    private Response again(Request request, Field body) {
        Field again =
                body.get("again").object("an object with the fields match and reason", List.of("match", "reason"));
        String id = again.required("match", "the id of a match").text();
        String reason = again.required("reason", "why it is played again").line(LONGEST_REASON);
        body.check();
        MatchRecord match =
                matches.find(id).orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_MATCH, "No match has this id."));
        Response done = answered(request, 200, contests.again(request.id(), match, reason, drawn.clock()));
        match.subject().ifPresent(stage -> updates.send(new UpdateQueue.Task.Standings(stage)));
        return done;
    }

    /**
     * Its program is that of the moment: whatever its owner asked for before that and is not written yet is refused.
     */
    private Response late(Request request, Field body) {
        Field late = body.get("late").object("an object with the fields bot and reason", List.of("bot", "reason"));
        String id = late.required("bot", "the id of a bot").text();
        String reason =
                late.required("reason", "why it is entered after the deadline").line(LONGEST_REASON);
        body.check();
        request.caller().seenBot(bots.find(id));
        return changed(request, 200, contest -> {
            Instant now = drawn.now();
            Programmed program = bots.programAt(id, now)
                    .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_BOT, "No bot has this id."));
            BotRecord bot = program.bot();
            refuseObstacle(bot, contest, late);
            return new Late(
                    now,
                    new Entrant(id, bot.owner(), bot.settings().name(), program.version(), program.code()),
                    reason);
        });
    }

    private Response changed(Request request, int status, Function<ContestRecord, ContestEvent> event) {
        return answered(request, status, contests.add(request.id(), event));
    }

    private Response answered(Request request, int status, Added added) {
        return switch (added) {
            case Added.Done(ContestRecord contest) -> {
                if (contest.settings().webhook() != null) {
                    updates.send(new UpdateQueue.Task.Contest(contest.id()));
                }
                yield Response.fresh(status, answer(request, contest));
            }
            case Added.Refused(String why) -> throw notNow(why);
            case Added.Unknown() -> throw unknown();
        };
    }

    private static Refusal notNow(String why) {
        return new Refusal(ProblemType.NOT_NOW, Character.toUpperCase(why.charAt(0)) + why.substring(1) + ".");
    }
}
