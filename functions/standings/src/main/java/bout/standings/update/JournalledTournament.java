package bout.standings.update;

import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.RoundRobin;
import bout.competition.tables.Ranking;
import bout.competition.tally.SeatTally;
import bout.competition.tournament.Format;
import bout.competition.tournament.OpenLimits;
import bout.competition.tournament.Plan;
import bout.competition.tournament.PlayedMatch;
import bout.competition.tournament.Tournament;
import bout.engine.Game;
import bout.engine.Seat;
import bout.games.Games;
import bout.store.tournament.OpenFixture;
import bout.store.tournament.TournamentPlan;
import bout.store.tournament.TournamentRecord;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tournament computed from its journal. After each entry it opens every match that may start, so everyone who reads
 * the journal up to the same entry sees the same open matches.
 */
final class JournalledTournament {

    private static final Logger LOG = LoggerFactory.getLogger(JournalledTournament.class);

    private final String id;
    private final Tournament tournament;
    private long sequence;
    private Instant updatedAt;

    /** Before the first entry. */
    JournalledTournament(TournamentRecord record, OpenLimits limits) {
        id = record.id();
        tournament = Tournament.of(plan(record), limits);
        updatedAt = record.createdAt();
        openAll();
    }

    /** @throws IllegalStateException for a record with an unknown format, game or ranking */
    static Plan plan(TournamentRecord record) {
        TournamentPlan plan = record.settings().plan();
        Format format = Format.of(plan.format()).orElseThrow(() -> unknown(record, "format " + plan.format()));
        Game<?> game = Games.byId(record.game()).orElseThrow(() -> unknown(record, "game " + record.game()));
        return Plan.of(format, plan.playerCount())
                .boards(plan.boards())
                .rounds(plan.rounds())
                .order(RoundRobin.Order.of(game.tournamentStyle()))
                .ranking(Ranking.of(plan.ranking()).orElseThrow(() -> unknown(record, "ranking " + plan.ranking())))
                .seed(record.settings().seed())
                .withdrawAfter(plan.withdrawAfter())
                .build();
    }

    private static IllegalStateException unknown(TournamentRecord record, String what) {
        return new IllegalStateException("the tournament " + record.id() + " has the unknown " + what);
    }

    /** Adds the next entry. */
    void add(JournalEntry entry) {
        if (entry.sequence() != sequence + 1) {
            throw new IllegalStateException(
                    "the journal of the tournament " + id + " has entry " + entry.sequence() + " after " + sequence);
        }
        sequence = entry.sequence();
        if (entry.finishedAt().isAfter(updatedAt)) {
            updatedAt = entry.finishedAt();
        }
        Fixture fixture = fixture(entry);
        if (!tournament.possible(fixture)) {
            // Only a version of the code with other pairings can have started it.
            LOG.atWarn()
                    .addKeyValue("tournament", id)
                    .addKeyValue("match", entry.match())
                    .log("Ignored a result, because the tournament has no such match: " + fixture);
            return;
        }
        tournament.result(fixture, played(entry));
        openAll();
    }

    static Fixture fixture(JournalEntry entry) {
        if (entry.competition() instanceof Competition.OfTournament match) {
            return new Fixture(match.board(), match.first(), match.second());
        }
        throw new IllegalStateException(
                "the journal of a tournament has a match that is not one of its own: " + entry.match());
    }

    static Fixture fixture(OpenFixture open) {
        return new Fixture(open.board(), open.first(), open.second());
    }

    private static PlayedMatch played(JournalEntry entry) {
        SeatTally first = entry.tallies().get(Seat.FIRST.index());
        SeatTally second = entry.tallies().get(Seat.SECOND.index());
        return new PlayedMatch(
                entry.result(), entry.failed(), first.calls(), first.failed(), second.calls(), second.failed());
    }

    private void openAll() {
        Optional<Fixture> next = tournament.next();
        while (next.isPresent()) {
            next = tournament.next();
        }
    }

    Tournament tournament() {
        return tournament;
    }

    /** The sequence number of the last entry. */
    long sequence() {
        return sequence;
    }

    /** When the last match finished; before the first result, when the tournament was created. */
    Instant updatedAt() {
        return updatedAt;
    }
}
