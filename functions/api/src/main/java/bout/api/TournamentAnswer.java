package bout.api;

import bout.competition.journal.JournalEntry;
import bout.competition.pairings.Fixture;
import bout.engine.Failure;
import bout.engine.Forfeit;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.journal.StandingsFiles;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.replay.Replays;
import bout.store.tournament.TournamentProgress;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentSettings;
import bout.wire.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tournament as callers see it: the schemas {@code Tournament} and {@code TournamentWithTable} of the OpenAPI
 * document.
 */
final class TournamentAnswer {

    /** What only the published standings have; everything else comes from the record, which is fresher. */
    private static final List<String> OF_STANDINGS = List.of(
            "players",
            "failed",
            "updatedAt",
            "valueTitle",
            "columns",
            "anchor",
            "table",
            "cross",
            "pairings",
            "bracket");

    private TournamentAnswer() {}

    static String path(TournamentRecord tournament) {
        return "/api/tournaments/" + tournament.id();
    }

    static Map<String, Object> of(TournamentRecord tournament) {
        TournamentSettings settings = tournament.settings();
        TournamentProgress progress = tournament.progress();
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", tournament.id());
        plain.put("name", settings.name());
        plain.putAll(Json.fields(settings.game()));
        plain.put("playerCount", settings.plan().players());
        plain.put("rounds", null);
        plain.putAll(settings.plan().settings());
        plain.put("matches", settings.plan().mostMatches());
        // Until then it would tell the boards of coming matches.
        plain.put("seed", progress.state().over() ? settings.plan().seed() : null);
        plain.put("public", settings.isPublic());
        plain.put("state", progress.state().code());
        plain.put("reason", progress.reason());
        plain.put("played", progress.played());
        plain.put("open", progress.open().size());
        plain.put("createdAt", tournament.createdAt());
        plain.put("startedAt", progress.startedAt());
        plain.put("finishedAt", progress.finishedAt());
        plain.put("standings", tournament.isPublic() ? "/" + StandingsFiles.key(tournament) : null);
        return plain;
    }

    /** With the table as last published. */
    static Map<String, Object> of(TournamentRecord tournament, Plain published) {
        Map<String, Object> plain = of(tournament);
        for (String field : OF_STANDINGS) {
            if (published.has(field)) {
                plain.put(field, published.get(field).value());
            }
        }
        return plain;
    }

    /** Before its standings are first published. */
    static Map<String, Object> of(TournamentRecord tournament, List<PlayerRecord> players) {
        Map<String, Object> plain = of(tournament);
        plain.put("players", players.stream().map(TournamentAnswer::of).toList());
        plain.put("failed", 0);
        plain.put("updatedAt", null);
        plain.put("valueTitle", null);
        plain.put("columns", List.of());
        plain.put("anchor", null);
        plain.put("table", List.of());
        plain.put("cross", null);
        return plain;
    }

    private static Map<String, Object> of(PlayerRecord player) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", player.name());
        plain.put("key", player.url() == null ? player.key() : null);
        return plain;
    }

    /**
     * A match with a result in the journal: the schema {@code TournamentMatch}.
     *
     * @param fileName the name of its files
     */
    static Map<String, Object> of(Fixture fixture, JournalEntry entry, String fileName) {
        return match(
                entry.match(),
                fileName,
                fixture,
                Status.FINISHED,
                entry.result(),
                entry.failed(),
                entry.failureKind(),
                entry.finishedAt(),
                entry.worthShowing());
    }

    /** A match as the database has it, and as everyone may know it. */
    static Map<String, Object> of(Fixture fixture, MatchRecord match, String fileName) {
        boolean over = match.shownStatus().over();
        return match(
                match.id(),
                fileName,
                fixture,
                match.shownStatus(),
                over ? match.outcome().result() : null,
                over ? match.failedSeat().orElse(null) : null,
                over ? match.forfeit().map(Forfeit::kind).orElse(null) : null,
                over ? match.outcome().finishedAt() : null,
                over && match.worthShowing());
    }

    private static Map<String, Object> match(
            String id,
            String fileName,
            Fixture fixture,
            Status status,
            Result result,
            Seat failed,
            Failure.Kind failureKind,
            Instant finishedAt,
            boolean worthShowing) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("id", id);
        plain.put("board", fixture.board());
        plain.put("first", fixture.first());
        plain.put("second", fixture.second());
        plain.put("status", status.code());
        plain.put("result", result);
        if (failed != null) {
            plain.put("failedSeat", failed);
        }
        if (failureKind != null) {
            plain.put("failureKind", failureKind);
        }
        plain.put("worthShowing", worthShowing);
        plain.put("replay", status == Status.FINISHED ? "/" + Replays.key(fileName) : null);
        plain.put("finishedAt", finishedAt);
        return plain;
    }
}
