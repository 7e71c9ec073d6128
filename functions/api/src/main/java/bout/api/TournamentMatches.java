package bout.api;

import bout.api.http.Query;
import bout.api.http.Response;
import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.journal.Subject;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.Knockout;
import bout.competition.tournament.Plan;
import bout.engine.Plain;
import bout.store.journal.Journals;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.SeatKey;
import bout.store.tournament.TournamentRecord;
import bout.wire.ProblemType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Lists the matches of a tournament: first the finished ones in the order of its journal, then the open ones. Or lists
 * the matches of two players: their ids follow from the tournament's, so no list of them is needed.
 */
public record TournamentMatches(Matches matches, Journals journals, SeatKey names) {

    private static final int MAX_LIMIT = 100;

    /**
     * The number of the last journal entry listed, then optionally a full stop and the id of the last open match
     * listed.
     */
    private static final Pattern CURSOR = Pattern.compile("(0|[1-9][0-9]{0,14})(?:\\.([0-9a-f-]{36}))?");

    private static final Pattern CURSOR_OF_TWO = Pattern.compile("[1-9][0-9]{0,6}");

    private static final String NO_CURSOR = "0";

    Response list(TournamentRecord tournament, Query query) {
        int limit = query.limit(MAX_LIMIT);
        boolean ofTwo = query.get("first") != null || query.get("second") != null;
        int first = player(tournament, query, "first", ofTwo);
        int second = player(tournament, query, "second", ofTwo);
        if (query.violations().isEmpty() && ofTwo && first == second) {
            query.wrong(ProblemType.BAD_PARAMETER, "second", "must differ from first");
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
                listed.add(TournamentAnswer.Listed.of(
                        fixture(entry.competition()), entry, names.ids().fileName(entry.match())));
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

    /**
     * How many boards a tournament can have: in a Swiss tournament and in a knockout, each round has boards of its own.
     */
    private static int boards(Plan plan) {
        return switch (plan.format()) {
            case SWISS -> plan.rounds() * plan.boards();
            case KNOCKOUT -> Knockout.firstBoard(Knockout.rounds(plan.players()), plan.boards());
            case ROUND_ROBIN, GAUNTLET -> plan.boards();
        };
    }

    private Page ofTwo(TournamentRecord tournament, int first, int second, int board, int limit) {
        int boards = boards(tournament.settings().plan());
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
}
