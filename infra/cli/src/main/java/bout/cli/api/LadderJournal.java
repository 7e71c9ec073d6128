package bout.cli.api;

import bout.cli.text.CommandFailed;
import bout.competition.journal.JournalEntry;
import bout.engine.Plain;
import java.util.ArrayList;
import java.util.List;

/**
 * The public journal of a ladder, as the API shows it.
 *
 * @param game the id of the ladder's game
 */
public record LadderJournal(ApiClient client, String game) {

    private static final int PAGE = 500;

    /** All entries. */
    public List<JournalEntry> all() {
        List<JournalEntry> all = new ArrayList<>();
        List<JournalEntry> page;
        do {
            page = after(all.size());
            all.addAll(page);
        } while (!page.isEmpty());
        return all;
    }

    /**
     * Some entries in order, without a gap.
     *
     * @param sequence they begin after this one
     * @return empty at the end
     */
    public List<JournalEntry> after(long sequence) {
        List<JournalEntry> page = new ArrayList<>();
        Plain answer = client.get("/api/ladders/" + game + "/matches?limit=" + PAGE + "&after=" + sequence);
        for (Plain each : answer.get("matches").entries()) {
            JournalEntry entry = ApiClient.typed(each, JournalEntry.class);
            long next = sequence + page.size() + 1;
            if (entry.sequence() != next) {
                throw new CommandFailed("the journal of the ladder of " + game + " has a gap: entry " + next
                        + " is followed by " + entry.sequence());
            }
            page.add(entry);
        }
        return page;
    }
}
