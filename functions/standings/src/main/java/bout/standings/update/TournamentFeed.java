package bout.standings.update;

import bout.competition.Author;
import bout.competition.journal.JournalEntry;
import bout.competition.pairings.Fixture;
import bout.competition.tournament.JournalledTournament;
import bout.store.journal.StandingsFiles;
import bout.store.match.PlayerRecord;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentProgress;
import bout.wire.AtomFeed;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * The feed of a public tournament: that it has started or who has won, and its latest matches. Written when it starts
 * and ends, and in between at most once a minute, because readers come back after minutes.
 */
final class TournamentFeed {

    private static final int MATCHES = 50;

    private static final Duration WRITTEN_EVERY = Duration.ofMinutes(1);

    private final Deque<JournalEntry> latest = new ArrayDeque<>();
    private AtomFeed published;
    private String publishedState;
    private Instant publishedAt = Instant.MIN;

    void add(JournalEntry entry) {
        latest.addFirst(entry);
        if (latest.size() > MATCHES) {
            latest.removeLast();
        }
    }

    /** @param authors by the ids of bots */
    void publish(
            TournamentRecord record,
            List<PlayerRecord> players,
            Map<String, Author> authors,
            StandingsFiles files,
            URI site,
            Instant now) {
        boolean newState = !record.state().code().equals(publishedState);
        if (!record.isPublic() || !newState && now.isBefore(publishedAt.plus(WRITTEN_EVERY))) {
            return;
        }
        AtomFeed feed = feed(record, players, authors, site);
        if (!feed.equals(published)) {
            files.put(StandingsFiles.tournamentFeed(record.id()), feed);
        }
        published = feed;
        publishedState = record.state().code();
        publishedAt = now;
    }

    private AtomFeed feed(TournamentRecord record, List<PlayerRecord> players, Map<String, Author> authors, URI site) {
        List<AtomFeed.Entry> entries = new ArrayList<>();
        entries.add(entry(record, null, site));
        latest.forEach(match -> entries.add(entry(match, players, authors, site)));
        entries.sort(Comparator.comparing(AtomFeed.Entry::updated)
                .thenComparing(AtomFeed.Entry::id)
                .reversed());
        return new AtomFeed(
                "urn:bout:tournament-matches:" + record.id(),
                record.settings().name(),
                site.resolve("/" + StandingsFiles.key(StandingsFiles.tournamentFeed(record.id()))),
                page(record, site),
                entries);
    }

    /**
     * The entry of the tournament itself, updated when it starts and when it ends. The leader, a name or {@code null},
     * is for tournaments that finished without winners in their record.
     */
    static AtomFeed.Entry entry(TournamentRecord record, Object leader, URI site) {
        TournamentProgress progress = record.progress();
        Instant updated = progress.finishedAt() != null
                ? progress.finishedAt()
                : progress.startedAt() != null ? progress.startedAt() : record.createdAt();
        String state =
                switch (record.state()) {
                    case PLANNED -> "will start";
                    case RUNNING -> "has started";
                    case CANCELLING, CANCELLED -> "was cancelled";
                    case FINISHED ->
                        !progress.winners().isEmpty()
                                ? "won by " + String.join(" and ", progress.winners())
                                : leader == null ? "has ended" : "won by " + leader;
                };
        return new AtomFeed.Entry(
                "urn:bout:tournament:" + record.id(),
                record.settings().name() + ": " + state,
                page(record, site),
                updated,
                List.of());
    }

    private static URI page(TournamentRecord record, URI site) {
        return site.resolve("/tournament.html?id=" + record.id());
    }

    private static AtomFeed.Entry entry(
            JournalEntry match, List<PlayerRecord> players, Map<String, Author> authors, URI site) {
        Fixture fixture = JournalledTournament.fixture(match);
        List<PlayerRecord> seated = fixture.players().stream().map(players::get).toList();
        return LadderFeeds.entry(
                site,
                match.match(),
                seated.stream().map(PlayerRecord::shownName).toList(),
                LadderFeeds.names(seated.stream().map(player -> authors.get(player.bot()))),
                match.result(),
                match.failed(),
                match.failureKind(),
                match.finishedAt());
    }
}
