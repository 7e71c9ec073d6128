package bout.store.tournament;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.competition.pairings.Fixture;
import bout.store.match.PlayerRecord;
import bout.store.table.Item;
import bout.store.table.TableLayout;
import bout.wire.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A tournament's item in the table.
 *
 * <p>{@code pk} = {@code tournament#ID}, {@code sk} = {@code tournament}.
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><td>{@code id}</td><td>a {@code TournamentIds} id; it sorts by time</td></tr>
 * <tr><td>{@code list}</td><td>{@code tournaments#public} or {@code tournaments#private}</td></tr>
 * <tr><td>{@code settings}, {@code game}, {@code createdAt} (ms)</td><td>JSON text of {@link TournamentSettings}, and
 *     its game again, to filter lists; never changed</td></tr>
 * <tr><td>{@code state}, {@code played}, {@code reason}, {@code winners} (JSON text), {@code startedAt}, {@code finishedAt}
 *     (ms)</td><td>as in {@link TournamentProgress}</td></tr>
 * <tr><td>{@code open}</td><td>the open matches, each {@code BOARD,FIRST,SECOND}, separated by spaces; missing if
 *     there are none. 400 of them take about 4 KB</td></tr>
 * <tr><td>{@code planRevision}, {@code change}</td><td>the number of changes, and a random name of the last one, so
 *     that a change that is sent twice is recognized</td></tr>
 * <tr><td>{@code due}, {@code dueAt} (ms)</td><td>{@code tournament-webhooks} from its end until its webhook is
 *     queued, if it has one, and when the sweeper sends that</td></tr>
 * </table>
 *
 * <p>More items with the same {@code pk}: {@code sk} = {@code players#NNNN}, with a hundred players each as JSON text
 * ({@code players}), because a URL may take two KB and all players do not fit into one item; {@code sk} =
 * {@code owner}, with {@code id}, {@code game} and {@code list} = {@code tournaments-of#OWNER}; and, until it ends,
 * {@code sk} = {@code open}, with {@code id} and {@code list} = {@code tournaments-open}. All are written in one
 * transaction. The idempotency key has {@code tournament} instead of {@code match}.
 */
public record TournamentItem(Map<String, AttributeValue> attributes) implements Item {

    /** A hundred players with the longest URLs and names take 235 KB; an item may have 400 KB. */
    private static final int PLAYERS_OF_AN_ITEM = 100;

    /** The item of a new tournament. */
    static TournamentItem planned(TournamentRecord tournament) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.tournamentKey(tournament.id()));
        item.put(TableLayout.ID, text(tournament.id()));
        item.put(TableLayout.LIST, text(TableLayout.tournaments(tournament.isPublic())));
        item.put(TableLayout.SETTINGS, text(Json.text(tournament.settings())));
        item.put(TableLayout.GAME, text(tournament.game()));
        item.put(TableLayout.STATE, text(tournament.state().code()));
        item.put(TableLayout.PLAYED, number(0));
        item.put(TableLayout.PLAN_REVISION, number(0));
        item.put(TableLayout.CREATED_AT, number(tournament.createdAt().toEpochMilli()));
        return new TournamentItem(item);
    }

    /** The items that hold its players. */
    static List<Map<String, AttributeValue>> players(String id, List<PlayerRecord> players) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        for (int from = 0; from < players.size(); from += PLAYERS_OF_AN_ITEM) {
            Map<String, AttributeValue> item = new HashMap<>(TableLayout.playersKey(id, items.size()));
            List<PlayerRecord> chunk = players.subList(from, Math.min(from + PLAYERS_OF_AN_ITEM, players.size()));
            item.put(TableLayout.PLAYERS, text(Json.text(chunk)));
            items.add(item);
        }
        return items;
    }

    /** The item that lists the tournament for its owner. */
    static Map<String, AttributeValue> pointer(TournamentRecord tournament) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.tournamentOfOwnerKey(tournament.id()));
        item.put(TableLayout.ID, text(tournament.id()));
        item.put(TableLayout.LIST, text(TableLayout.tournamentsOfOwner(tournament.owner())));
        item.put(TableLayout.GAME, text(tournament.game()));
        return item;
    }

    /** The item that lists the tournament as open until it is over. */
    static Map<String, AttributeValue> openPointer(TournamentRecord tournament) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.openTournamentKey(tournament.id()));
        item.put(TableLayout.ID, text(tournament.id()));
        item.put(TableLayout.LIST, text(TableLayout.TOURNAMENTS_OPEN));
        return item;
    }

    TournamentRecord tournament() {
        return new TournamentRecord(
                id(), read(TableLayout.SETTINGS, TournamentSettings.class), time(TableLayout.CREATED_AT), progress());
    }

    private TournamentProgress progress() {
        return new TournamentProgress(
                state(),
                whole(TableLayout.PLAYED),
                has(TableLayout.OPEN) ? open() : List.of(),
                whole(TableLayout.PLAN_REVISION),
                stringOrNull(TableLayout.REASON),
                has(TableLayout.WINNERS) ? List.of(read(TableLayout.WINNERS, String[].class)) : List.of(),
                timeOrNull(TableLayout.STARTED_AT),
                timeOrNull(TableLayout.FINISHED_AT));
    }

    /** The players of one of the items that hold them. */
    List<PlayerRecord> players() {
        return List.of(read(TableLayout.PLAYERS, PlayerRecord[].class));
    }

    String id() {
        return string(TableLayout.ID);
    }

    TournamentState state() {
        String code = string(TableLayout.STATE);
        return TournamentState.of(code).orElseThrow(() -> wrong(TableLayout.STATE, "is " + code));
    }

    /** Whether the last change was this one. */
    boolean changedBy(String change) {
        return has(TableLayout.CHANGE) && string(TableLayout.CHANGE).equals(change);
    }

    static AttributeValue openText(List<Fixture> open) {
        return text(open.stream()
                .map(fixture -> fixture.board() + "," + fixture.first() + "," + fixture.second())
                .collect(Collectors.joining(" ")));
    }

    private List<Fixture> open() {
        try {
            return Arrays.stream(string(TableLayout.OPEN).split(" "))
                    .map(fixture -> fixture.split(",", -1))
                    .map(parts -> new Fixture(
                            Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2])))
                    .toList();
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException notFixtures) {
            throw wrong(TableLayout.OPEN, "is no list of matches: " + notFixtures.getMessage());
        }
    }

    /** Without the attributes, which hold URLs. */
    @Override
    public String toString() {
        return "TournamentItem[" + attributes.get(TableLayout.PK) + "]";
    }
}
