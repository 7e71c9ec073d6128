package bout.api;

import bout.address.UrlCheck;
import bout.api.http.Caller;
import bout.api.http.Cursor;
import bout.api.http.IdempotencyHeader;
import bout.api.http.Limits;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.pairings.Fixture;
import bout.engine.Plain;
import bout.store.access.Scope;
import bout.store.bot.Bots;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.queue.UpdateQueue;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.Tournaments;
import bout.table.Creation;
import bout.table.Creator.IdempotencyKey;
import bout.table.Listing;
import bout.wire.ProblemType;
import bout.wire.id.IdKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Creates, shows and cancels tournaments, and lists their matches. A tournament that a caller may not see, or may not
 * cancel, is answered like one that does not exist.
 */
public record TournamentEndpoints(
        Tournaments tournaments,
        Matches matches,
        Journals journals,
        SeatKey names,
        Bots bots,
        StandingsFiles standings,
        UpdateQueue updates,
        UrlCheck urls,
        IdsAndSeeds drawn) {

    /** Enough for 1000 players with the longest URLs and names, every character of a name escaped. */
    public static final int MAX_BYTES = 3 << 20;

    /** In a tournament of an owner who is not an admin. A round robin of 100 bots has 9,900 on each board. */
    public static final int MOST_MATCHES = 20_000;

    /** The maximum of tournaments in progress of an owner who is not an admin. */
    public static final int MOST_OPEN = 3;

    private static final int MOST_LISTED = 100;

    /**
     * The number of the last journal entry listed, then optionally a full stop and the id of the last open match
     * listed.
     */
    private static final Pattern CURSOR = Pattern.compile("(0|[1-9][0-9]{0,14})(?:\\.([0-9a-f-]{36}))?");

    private static final Pattern CURSOR_OF_TWO = Pattern.compile("[1-9][0-9]{0,6}");

    private static final String NO_CURSOR = "0";

    private static final Logger LOG = LoggerFactory.getLogger(TournamentEndpoints.class);
    private static final int TRY_OPEN_AGAIN_SECONDS = 60;

    public Response create(Request request) {
        Caller caller = request.caller();
        IdempotencyHeader.Post post = IdempotencyHeader.read(caller, request, MAX_BYTES);
        TournamentRequest wanted;
        try {
            wanted = TournamentRequest.read(
                    post.body(),
                    urls,
                    caller,
                    bots::find,
                    caller.scope() == Scope.ADMIN ? 0 : MOST_MATCHES,
                    drawn.tournamentSeed());
        } catch (Refusal refused) {
            return accepted(post.made(tournaments::earlier, refused));
        }
        return create(caller, wanted, post.key());
    }

    private Response create(Caller caller, TournamentRequest request, IdempotencyKey key) {
        TournamentRecord planned =
                TournamentRecord.planned(drawn.next(IdKind.TOURNAMENT), request.settings(), drawn.now());
        int mostOpen = caller.scope() == Scope.ADMIN ? 0 : MOST_OPEN;
        return switch (tournaments.create(planned, request.players(), key, mostOpen)) {
            case Creation.New<TournamentRecord>(TournamentRecord made) -> {
                update(made);
                yield accepted(made);
            }
            case Creation.Repeated<TournamentRecord>(TournamentRecord made) -> accepted(made);
            case Creation.TooManyOpen<TournamentRecord> tooMany ->
                throw Limits.over(
                        ProblemType.TOO_MANY_TOURNAMENTS,
                        "You have " + mostOpen
                                + " tournaments in progress, the maximum. Wait until one finishes, or cancel one.",
                        "open-tournaments",
                        mostOpen,
                        TRY_OPEN_AGAIN_SECONDS);
            case Creation.Conflicting<TournamentRecord> conflicting -> throw IdempotencyHeader.reused("tournament");
            case Creation.TooManyToday<TournamentRecord> _, Creation.Deleted<TournamentRecord> _ ->
                throw new IllegalStateException("tournaments have no daily limit and are not deleted");
        };
    }

    private void update(TournamentRecord tournament) {
        try {
            updates.send(new UpdateQueue.Task.Standings(new Subject.Tournament(tournament.id())));
        } catch (SdkException notSent) {
            // The tournament is stored, and the planner looks at every tournament once a minute.
            LOG.atWarn()
                    .addKeyValue("tournament", tournament.id())
                    .setCause(notSent)
                    .log("Could not notify the planner of the tournament; its next run will find it");
        }
    }

    private static Response accepted(TournamentRecord tournament) {
        Map<String, Object> plain = ContestReader.withSecret(
                TournamentAnswer.of(tournament), tournament.settings().webhook());
        return Response.fresh(202, plain).with("Location", TournamentAnswer.path(tournament));
    }

    public Response list(Request request) {
        Listing.Page<TournamentRecord> page = Query.read(request.query(), "game", "mine", "limit", "cursor")
                .page(request.caller(), null, IdKind.TOURNAMENT, tournaments::list);
        return Response.list(
                "tournaments", page.items().stream().map(TournamentAnswer::of).toList(), Cursor.behind(page.last()));
    }

    public Response get(Request request) {
        TournamentRecord tournament = seen(request);
        return Response.ok(standings
                .get(tournament)
                .map(published -> TournamentAnswer.of(tournament, published))
                .orElseGet(() -> TournamentAnswer.of(tournament, tournaments.players(tournament.id()))));
    }

    public Response matches(Request request) {
        Query query = Query.read(request.query(), "first", "second", "limit", "cursor");
        try {
            return matches(seen(request), query);
        } catch (Refusal unknown) {
            query.check();
            throw unknown;
        }
    }

    /**
     * First the finished ones in the order of its journal, then the open ones. Or those of two players: their ids
     * follow from the tournament's, so no list of them is needed.
     */
    private Response matches(TournamentRecord tournament, Query query) {
        int limit = query.limit(MOST_LISTED);
        boolean ofTwo = query.get("first") != null || query.get("second") != null;
        int first = player(tournament, query, "first", ofTwo);
        int second = player(tournament, query, "second", ofTwo);
        if (query.violations().isEmpty() && ofTwo && first == second) {
            query.wrong(ProblemType.BAD_PARAMETER, "second", "must differ from first");
        }
        int seats = tournament.settings().plan().size().seats();
        if (ofTwo && seats != 2) {
            query.wrong(ProblemType.BAD_PARAMETER, "first", "only for matches of two, not of " + seats);
        }
        String cursor = query.values().getOrDefault("cursor", NO_CURSOR);
        Matcher place = CURSOR.matcher(cursor);
        boolean known = ofTwo
                ? cursor.equals(NO_CURSOR) || CURSOR_OF_TWO.matcher(cursor).matches()
                : place.matches();
        if (!known) {
            query.badCursor();
        }
        query.check();
        Page page = ofTwo
                ? ofTwo(tournament, first, second, Integer.parseInt(cursor), limit)
                : ofAll(tournament, Long.parseLong(place.group(1)), place.group(2), limit);
        return Response.list("matches", page.matches, page.next);
    }

    private static int player(TournamentRecord tournament, Query query, String name, boolean needed) {
        String text = query.get(name);
        int players = tournament.settings().plan().players();
        boolean fine = text == null ? !needed : text.matches("0|[1-9][0-9]{0,3}") && Integer.parseInt(text) < players;
        if (!fine) {
            query.wrong(
                    ProblemType.BAD_PARAMETER,
                    name,
                    "expected the index of a player, from 0 to " + (players - 1) + ", got "
                            + (text == null ? "none; give first and second together" : Plain.describe(text)));
        }
        return fine && text != null ? Integer.parseInt(text) : 0;
    }

    private record Page(List<TournamentAnswer.Listed> matches, String next) {}

    private Page ofAll(TournamentRecord tournament, long after, String behindOpen, int limit) {
        List<TournamentAnswer.Listed> listed = new ArrayList<>();
        long last = after;
        if (behindOpen == null) {
            // One more than fits on the page shows whether there is a next page.
            List<JournalEntry> entries = journals.read(new Subject.Tournament(tournament.id()), after, limit + 1);
            for (JournalEntry entry : entries.stream().limit(limit).toList()) {
                if (!entry.takesBack()) {
                    listed.add(TournamentAnswer.Listed.of(
                            fixture(entry.competition()), entry, names.ids().fileName(entry.match())));
                }
                last = entry.sequence();
            }
            if (entries.size() > limit) {
                return new Page(listed, Long.toString(last));
            }
        }
        // Sorted by id, so that a page continues where the previous one stopped, whatever has ended meanwhile.
        TreeMap<String, Fixture> open = new TreeMap<>();
        tournament.progress().open().forEach(fixture -> open.put(tournament.matchId(fixture), fixture));
        List<MatchRecord> found = matches.find(List.copyOf(
                behindOpen == null
                        ? open.keySet()
                        : open.tailMap(behindOpen, false).keySet()));
        List<MatchRecord> waiting = found.stream()
                .filter(match -> match.outcome().journalled() == null)
                .sorted(Comparator.comparing(MatchRecord::id))
                .toList();
        int room = limit - listed.size();
        List<MatchRecord> onPage = waiting.subList(0, Math.min(room, waiting.size()));
        onPage.forEach(
                match -> listed.add(TournamentAnswer.Listed.of(open.get(match.id()), match, names.fileName(match))));
        if (waiting.size() == onPage.size()) {
            return new Page(listed, null);
        }
        return new Page(
                listed, last + (onPage.isEmpty() ? "" : "." + onPage.getLast().id()));
    }

    private static Fixture fixture(Competition competition) {
        return switch (competition) {
            case Competition.OfTournament of -> of.fixture();
            case Competition.OfLadder of ->
                throw new IllegalStateException("ladder result in a tournament's journal: " + of);
        };
    }

    private Page ofTwo(TournamentRecord tournament, int first, int second, int board, int limit) {
        int boards = tournament.settings().plan().mostBoards();
        int end = Math.min(boards, board + limit);
        Map<String, Fixture> fixtures = new LinkedHashMap<>();
        IntStream.range(Math.min(board, end), end)
                .mapToObj(each -> new Fixture(each, first, second))
                .forEach(fixture -> fixtures.put(tournament.matchId(fixture), fixture));
        List<TournamentAnswer.Listed> listed = matches.find(List.copyOf(fixtures.keySet())).stream()
                .map(match -> TournamentAnswer.Listed.of(fixtures.get(match.id()), match, names.fileName(match)))
                .toList();
        return new Page(listed, end < boards ? Integer.toString(end) : null);
    }

    private TournamentRecord seen(Request request) {
        return request.caller().seenTournament(tournaments.find(request.id()));
    }

    public Response cancel(Request request) {
        TournamentRecord cancelled = tournaments
                .find(request.id())
                .filter(tournament -> request.caller().mayHandle(tournament.owner()))
                .flatMap(tournament -> tournaments.cancel(tournament.id()))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_TOURNAMENT, "You have no tournament with this id."));
        if (!cancelled.state().over()) {
            update(cancelled);
        }
        return Response.ok(TournamentAnswer.of(cancelled));
    }
}
