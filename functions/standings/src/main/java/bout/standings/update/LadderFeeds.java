package bout.standings.update;

import bout.competition.Author;
import bout.competition.Outcome;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.LadderPlayer;
import bout.competition.ladder.LadderPlayer.RecentMatch;
import bout.competition.ladder.Leaderboard.Participant;
import bout.engine.Failure;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.journal.StandingsFiles;
import bout.store.match.PlayerRecord;
import bout.wire.AtomFeed;
import bout.wire.ScoreText;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The feeds of a ladder: one with the latest matches of each bot, and one with those of the game.
 *
 * <p>They follow from the journal and the names, so an unchanged ladder has unchanged feeds.
 *
 * @param title the game's name
 * @param site the site's address
 * @param named the players whose names may be shown, by key
 */
record LadderFeeds(String game, String title, URI site, Map<String, Participant> named) {

    private static final int ENTRIES = 50;

    private static final String NAMELESS = "a private bot";

    /** The feed of a player's latest matches; none before the first match, and none of a house bot. */
    Optional<AtomFeed> ofPlayer(LadderPlayer player, Participant participant) {
        String page = Participant.page(game, player.key());
        List<AtomFeed.Entry> entries =
                player.recent().stream().map(match -> entry(match)).toList();
        return entries.isEmpty() || participant.house()
                ? Optional.empty()
                : Optional.of(new AtomFeed(
                        "urn:bout:bot:" + page,
                        participant.name() + ", " + title,
                        site.resolve("/" + StandingsFiles.key(StandingsFiles.botFeed(page))),
                        site.resolve("/bot.html?key=" + page),
                        entries));
    }

    /** The feed of the game's latest matches that are worth showing, except those between house bots. */
    Optional<AtomFeed> ofGame(Ladder ladder) {
        Map<String, AtomFeed.Entry> entries = new LinkedHashMap<>();
        for (LadderPlayer player : ladder.players().values()) {
            Participant participant = named.get(player.key());
            if (participant != null && !participant.house()) {
                player.recent().stream()
                        .filter(RecentMatch::worthShowing)
                        .forEach(match -> entries.putIfAbsent(match.match(), entry(match)));
            }
        }
        List<AtomFeed.Entry> latest = new ArrayList<>(entries.values());
        latest.sort(Comparator.comparing(AtomFeed.Entry::updated)
                .thenComparing(AtomFeed.Entry::id)
                .reversed());
        return latest.isEmpty()
                ? Optional.empty()
                : Optional.of(new AtomFeed(
                        "urn:bout:ladder:" + game,
                        title + ": ladder matches",
                        site.resolve("/" + StandingsFiles.key(StandingsFiles.ladderFeed(game))),
                        site.resolve("/ladder.html?game=" + game),
                        latest.subList(0, Math.min(ENTRIES, latest.size()))));
    }

    private AtomFeed.Entry entry(RecentMatch match) {
        return entry(
                site,
                match.match(),
                match.players().stream().map(this::name).toList(),
                names(match.players().stream()
                        .map(named::get)
                        .filter(Objects::nonNull)
                        .map(Participant::author)),
                match.result(),
                match.failed(),
                match.failureKind(),
                match.at());
    }

    /** Each once, without those that are {@code null}. */
    static List<String> names(Stream<Author> authors) {
        return authors.filter(Objects::nonNull).map(Author::name).distinct().toList();
    }

    /** A finished match, with the names by seat, as feeds of ladders and of tournaments tell of it. */
    static AtomFeed.Entry entry(
            URI site,
            String match,
            List<String> names,
            List<String> authors,
            Result result,
            Seat failed,
            Failure.Kind failureKind,
            Instant at) {
        String end = Outcome.of(result, failed).ending(names);
        String failure = failed == null || failureKind == null
                ? ""
                : " (" + names.get(failed.index()) + ": " + failureKind.lost() + ")";
        return new AtomFeed.Entry(
                "urn:uuid:" + match,
                String.join(" vs ", names) + ": " + end + ", " + ScoreText.of(result) + failure,
                site.resolve("/match.html?id=" + match),
                at,
                authors);
    }

    private String name(String key) {
        Participant participant = named.get(key);
        if (participant == null) {
            return NAMELESS;
        }
        return participant.house() ? PlayerRecord.shownHouse(participant.name()) : participant.name();
    }
}
