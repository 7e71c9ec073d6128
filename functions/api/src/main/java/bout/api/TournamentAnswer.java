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
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentProgress;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.wire.Json;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tournament as callers see it: the schemas {@code Tournament} and {@code TournamentWithTable} of the OpenAPI
 * document.
 */
final class TournamentAnswer {

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
        plain.put("public", tournament.isPublic());
        plain.put("state", progress.state().code());
        plain.put("played", progress.played());
        plain.put("open", progress.open().size());
        plain.put("createdAt", tournament.createdAt());
        plain.put("startedAt", progress.startedAt());
        plain.put("finishedAt", progress.finishedAt());
        plain.put("standings", tournament.isPublic() ? "/" + StandingsFiles.key(tournament) : null);
        return plain;
    }

    static Map<String, Object> of(TournamentRecord tournament, Plain published) {
        Map<String, Object> plain = of(tournament);
        // What the record has, too, is fresher there. The matches that are played now have a path of their own.
        published.fields().forEach((field, value) -> {
            if (!plain.containsKey(field) && !field.equals("now")) {
                plain.put((String) field, value);
            }
        });
        return plain;
    }

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
        return Plain.object("name", player.name(), "key", player.url() == null ? player.key() : null);
    }

    /** A match: the schema {@code TournamentMatch}. */
    record Listed(
            String id,
            int board,
            List<Integer> players,
            String status,
            Result result,
            @JsonInclude(JsonInclude.Include.NON_NULL) Seat failedSeat,
            @JsonInclude(JsonInclude.Include.NON_NULL) Failure.Kind failureKind,
            boolean worthShowing,
            String replay,
            Instant finishedAt) {

        /** With a result in the journal. */
        static Listed of(Fixture fixture, JournalEntry entry, String fileName) {
            return new Listed(
                    entry.match(),
                    fixture.board(),
                    fixture.players(),
                    Status.FINISHED.code(),
                    entry.result(),
                    entry.failed(),
                    entry.failureKind(),
                    entry.worthShowing(),
                    "/" + Replays.key(fileName),
                    entry.finishedAt());
        }

        /** As the database has it, and as everyone may know it. */
        static Listed of(Fixture fixture, MatchRecord match, String fileName) {
            Status status = match.shownStatus();
            boolean over = status.over();
            return new Listed(
                    match.id(),
                    fixture.board(),
                    fixture.players(),
                    status.code(),
                    over ? match.outcome().result() : null,
                    over ? match.failedSeat().orElse(null) : null,
                    over ? match.forfeit().map(Forfeit::kind).orElse(null) : null,
                    over && match.worthShowing(),
                    status == Status.FINISHED ? "/" + Replays.key(fileName) : null,
                    over ? match.outcome().finishedAt() : null);
        }
    }
}
