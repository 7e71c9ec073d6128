package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.text.CommandFailed;
import bout.competition.journal.JournalEntry;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.Leaderboard;
import bout.competition.ladder.Leaderboard.Participant;
import bout.engine.Plain;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A ladder that is computed again from its public journal. */
final class RecomputedLadder {

    private final ApiClient client;
    private final String path;
    private final String id;
    private final Consumer<JournalEntry> check;
    private Ladder ladder;

    /**
     * @param path where the API has it
     * @param id of the game or contest
     * @param check is called for each entry
     */
    RecomputedLadder(ApiClient client, String path, String id, Consumer<JournalEntry> check) {
        this.client = client;
        this.path = path;
        this.id = id;
        this.check = check;
        this.ladder = new Ladder(id);
    }

    Plain published() {
        return client.get(path);
    }

    /** As it should be published, with the players that are. */
    Plain recompute(Plain published) {
        Map<String, Participant> listed = new LinkedHashMap<>();
        for (Plain row : published.get("players").entries()) {
            String key = row.text("key");
            listed.put(
                    key, new Participant(key, row.text("name"), row.get("house").bool(), null));
        }
        return Plain.of(Leaderboard.of(after(published.get("sequence").integer(0, Integer.MAX_VALUE)), listed)
                .toPlain());
    }

    /** After so many entries of its journal, which is read on from where it was left, if possible. */
    Ladder after(int entries) {
        if (ladder.sequence() > entries) {
            ladder = new Ladder(id);
        }
        while (ladder.sequence() < entries) {
            List<JournalEntry> page = client.journal(path, ladder.sequence());
            if (page.isEmpty()) {
                throw new CommandFailed("the published ladder of " + id
                        + " contains matches that are missing in its journal, which ends with entry "
                        + ladder.sequence());
            }
            for (JournalEntry entry : page) {
                if (ladder.sequence() == entries) {
                    break;
                }
                check.accept(entry);
                ladder.add(entry);
            }
        }
        return ladder;
    }

    /** Fails with the first difference, if there is one. */
    void compare(Plain published, Plain recomputed) {
        difference(published, recomputed).ifPresent(what -> {
            throw new CommandFailed("the published ladder of " + id + " does not follow from its matches: " + what);
        });
    }

    private static Optional<String> difference(Plain published, Plain recomputed) {
        Optional<String> difference = difference("", published, recomputed, List.of("sequence", "matches"));
        List<Plain> rows = published.get("players").entries();
        List<Plain> here = recomputed.get("players").entries();
        for (int i = 0; i < rows.size() && difference.isEmpty(); i++) {
            String row = "row " + (i + 1) + ", " + rows.get(i).text("name") + ": ";
            difference = i == here.size()
                    ? Optional.of(row + "it has no rated matches")
                    : difference(
                            row, rows.get(i), here.get(i), here.get(i).fields().keySet());
        }
        return difference;
    }

    private static Optional<String> difference(String where, Plain published, Plain now, Collection<?> fields) {
        return fields.stream()
                .map(String.class::cast)
                .filter(field -> !RatingsCommand.text(published.get(field)).equals(RatingsCommand.text(now.get(field))))
                .findFirst()
                .map(field -> where + field + " is " + RatingsCommand.text(published.get(field)) + " as published, but "
                        + RatingsCommand.text(now.get(field)) + " recomputed");
    }
}
