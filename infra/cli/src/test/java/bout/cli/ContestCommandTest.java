package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.Leaderboard;
import bout.competition.ladder.Leaderboard.Participant;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.engine.Seat;
import bout.wire.Json;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The commands, with an API that answers what a finished contest of two bots would. */
@Tag("server")
class ContestCommandTest {

    private static final String ID = "con_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    private static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    private static final String CONTEST = """
            {"id":"%s","name":"Cup","game":"tokens","state":"finished","deadline":"2026-03-08T13:00:00Z",
            "firstDeadline":"2026-03-08T12:00:00Z","perOwner":1,"reveal":"at-once","ladder":false,
            "stages":[{"settings":{"format":"swiss","rounds":1},"best":null}],"ranking":["b","a"],"journal":[
            {"event":"entered","at":"2026-03-01T12:00:00Z","owner":"ada","bot":"a","name":"A"},
            {"event":"postponed","at":"2026-03-02T12:00:00Z","deadline":"2026-03-08T13:00:00Z"},
            {"event":"entered","at":"2026-03-08T12:30:00Z","owner":"ben","bot":"b","name":"B"},
            {"event":"closed","at":"2026-03-08T13:00:10Z","entrants":[
              {"bot":"a","owner":"ada","name":"A","version":1},{"bot":"b","owner":"ben","name":"B","version":2}]},
            {"event":"begun","at":"2026-03-08T13:00:10Z","stage":0,"tournament":"trn_1","bots":["a","b"]},
            {"event":"ended","at":"2026-03-08T13:10:00Z","stage":0,"bots":["b","a"]}]}""".formatted(ID);

    private static final String TOURNAMENT = """
            {"boards":5,"players":[{"name":"A","key":"a"},{"name":"B","key":"b"}],"table":[
            {"rank":1,"player":1,"points":6,"wins":6,"draws":0,"losses":4},
            {"rank":2,"player":0,"points":5,"wins":5,"draws":0,"losses":5}]}""";

    private static Ran run(String contest, String tournament, String... arguments) throws Exception {
        try (BotServer api = new BotServer(
                0,
                asked -> HttpAnswer.json(
                        200, asked.path().startsWith("/api/tournaments/trn_1") ? tournament : contest))) {
            return Ran.api(URI.create(api.url()), "", "contest", arguments);
        }
    }

    @Test
    void a_contest_that_follows_from_its_journal_is_verified() throws Exception {
        assertEquals(
                List.of(
                        "'Cup' is finished. All 6 entries of its journal follow from each other.",
                        "1. B (b)",
                        "2. A (a)"),
                run(CONTEST, TOURNAMENT, "verify", ID).succeeds().lines());
    }

    @Test
    void a_changed_entry_ranking_or_table_is_found() throws Exception {
        for (String changed : List.of(
                CONTEST.replace("T12:30:00Z\",\"owner\"", "T13:30:00Z\",\"owner\""),
                CONTEST.replace(
                        "\"tournament\":\"trn_1\",\"bots\":[\"a\",\"b\"]",
                        "\"tournament\":\"trn_1\",\"bots\":[\"b\",\"a\"]"),
                CONTEST.replace("\"event\":\"postponed\"", "\"event\":\"moved\""),
                CONTEST.replace("\"version\":2", "\"version\":\"x\""))) {
            run(changed, TOURNAMENT, "verify", ID).fails(1, "The journal is wrong: ");
        }
        run(CONTEST.replace("\"ranking\":[\"b\",\"a\"]", "\"ranking\":[\"a\",\"b\"]"), TOURNAMENT, "verify", ID)
                .fails(1, "What the contest shows does not follow from its journal.");
        run(CONTEST, TOURNAMENT.replace("\"rank\":1", "\"rank\":null"), "verify", ID)
                .fails(1, "The journal has another ranking than the tournament trn_1.");
    }

    private static JournalEntry ladderMatch(int sequence, Result result) {
        return new JournalEntry(
                sequence,
                "m" + sequence,
                new Competition.OfLadder(ID, List.of(1, 2)),
                List.of("b", "a"),
                result,
                null,
                null,
                SeatTally.NO_CALLS,
                Instant.EPOCH,
                true,
                false);
    }

    @Test
    void the_ladder_is_computed_again_and_the_seeds_from_it() throws Exception {
        String contest = CONTEST.replace("\"ladder\":false", "\"ladder\":true")
                .replace("\"event\":\"closed\",", "\"event\":\"closed\",\"ladder\":1,");
        JournalEntry entry = ladderMatch(1, Result.of(Seat.SECOND, 1, 2, "full"));
        JournalEntry later = ladderMatch(2, Result.of(Seat.FIRST, 2, 1, "full"));
        Ladder ladder = new Ladder(ID);
        ladder.add(entry);
        ladder.add(later);
        String published = Json.text(Leaderboard.of(
                        ladder,
                        Map.of(
                                "a",
                                Participant.registered("a", "A", null),
                                "b",
                                Participant.registered("b", "B", null)))
                .toPlain());
        List<String> matches = List.of(Json.text(entry), Json.text(later));
        assertEquals(
                "The ladder follows from its 2 matches.",
                verify(contest, published, matches).succeeds().lines().getFirst());
        verify(contest, published.replace("\"wins\":1", "\"wins\":2"), matches)
                .fails(1, "the published ladder of " + ID + " does not follow from its matches: row 1");
        for (String strange : List.of(
                matches.getFirst().replace("\"contest\":\"" + ID + "\",", ""),
                matches.getFirst().replace("[\"b\",\"a\"]", "[\"b\",\"x\"]"))) {
            verify(contest, published, List.of(strange)).fails(1, "The match m1 is not of this contest's ladder.");
        }
        String others = contest.replace("\"closed\",\"ladder\":1", "\"closed\",\"ladder\":2");
        verify(others, published, matches).fails(1, "The order of the seeds does not follow from the ladder.");
    }

    /** The journal is read once: on from the first match, which the seeds follow from. */
    private static Ran verify(String contest, String ladder, List<String> matches) throws Exception {
        AtomicInteger pages = new AtomicInteger();
        try (BotServer api = new BotServer(0, asked -> {
            String path = asked.path();
            return HttpAnswer.json(
                    200,
                    path.contains("/ladder/matches")
                            ? "{\"matches\":" + matches.subList(pages.getAndIncrement(), matches.size()) + "}"
                            : path.endsWith("/ladder") ? ladder : path.contains("trn_1") ? TOURNAMENT : contest);
        })) {
            return Ran.api(URI.create(api.url()), "", "contest", "verify", ID);
        }
    }

    @Test
    void bots_are_entered_and_withdrawn_and_contests_listed() throws Exception {
        assertEquals(
                "Entered in 'Cup'. The deadline is 2026-03-08T13:00:00Z.",
                run(CONTEST, "", "enter", ID, BOT).succeeds().lastLine());
        run(CONTEST, "", "enter", "--invitation", "0a1b", ID, BOT).succeeds();
        assertEquals(
                "Withdrawn from 'Cup'.",
                run(CONTEST, "", "leave", ID, BOT).succeeds().lastLine());
        assertTrue(run("{\"contests\":[" + CONTEST + "]}", "", "list")
                .succeeds()
                .lastLine()
                .matches(ID + " +tokens +finished +until 2026-03-08T13:00:00Z +Cup"));
        run(CONTEST, "", "verify", "con_1").fails(2, "'con_1' is not the id of a contest");
    }

    @Test
    void a_match_that_is_played_again_is_in_the_journal_and_in_the_tournament() throws Exception {
        assertEquals(
                "The match is played again in 'Cup'.",
                run(CONTEST, "", "again", ID, "m1", "No power.").succeeds().lastLine());
        String again = CONTEST.replace(
                "{\"event\":\"ended\"",
                "{\"event\":\"again\",\"at\":\"2026-03-08T13:09:00Z\",\"stage\":0,\"match\":\"m1\",\"reason\":\"x\"},"
                        + "{\"event\":\"ended\"");
        String table = TOURNAMENT.replace("{\"boards\"", "{\"again\":[\"m1\"],\"boards\"");
        run(again, table, "verify", ID).succeeds();
        for (String[] changed : List.of(new String[] {CONTEST, table}, new String[] {again, TOURNAMENT}, new String[] {
            again.replace("m1", "m2"), table
        })) {
            run(changed[0], changed[1], "verify", ID)
                    .fails(
                            1,
                            "According to the journal, other matches were played again than in the tournament trn_1.");
        }
    }

    @Test
    void a_bot_that_is_entered_late_is_in_the_journal() throws Exception {
        assertEquals(
                "Entered in 'Cup', from the next stage on.",
                run(CONTEST, "", "late", ID, BOT, "The bus was late.")
                        .succeeds()
                        .lastLine());
        String late = CONTEST.replace(
                        ",{\"bot\":\"b\",\"owner\":\"ben\",\"name\":\"B\",\"version\":2}]}",
                        "]},{\"event\":\"late\",\"at\":\"2026-03-08T13:00:10Z\",\"reason\":\"x\",\"entrant\":"
                                + "{\"bot\":\"b\",\"owner\":\"ben\",\"name\":\"B\",\"version\":2}}")
                .replaceFirst("\\{\"event\":\"entered\",\"at\":\"2026-03-08T12.*\n", "");
        assertEquals(
                List.of(
                        "'Cup' is finished. All 6 entries of its journal follow from each other.",
                        "1. B (b)",
                        "2. A (a)"),
                run(late, TOURNAMENT, "verify", ID).succeeds().lines());
        run(late.replace("\"entrant\":{\"bot\":\"b\"", "\"entrant\":{\"bot\":\"c\""), TOURNAMENT, "verify", ID)
                .fails(1, "The journal is wrong: ");
    }

    @Test
    void criteria_are_computed_again() throws Exception {
        String gauntlet = CONTEST.replace(
                "{\"format\":\"swiss\",\"rounds\":1},\"best\":null",
                "{\"format\":\"gauntlet\",\"boards\":5},\"best\":null,\"house\":\"greedy\",\"percent\":60");
        assertEquals(
                List.of(
                        "A has not met the criterion: won 5 of 10 matches against greedy, 60 % needed.",
                        "B has met the criterion: won 6 of 10 matches against greedy, 60 % needed."),
                run(gauntlet, TOURNAMENT, "verify", ID).succeeds().lines().subList(3, 5));
    }

    @Test
    void grades_are_a_table() throws Exception {
        String grades = """
                {"grades":[{"ownerName":"Ada","name":"A","place":1,"wins":3,"draws":2,"losses":1,"out":null,"stages":[
                null,{"criterion":{"house":"greedy","met":true}},{"criterion":null}]}]}""";
        assertTrue(run(grades, "", "grades", ID).succeeds().lastLine().matches("1 +Ada +A +3 +2 +1 +greedy met +-"));
        assertEquals("a,b", run("a,b\r\n", "", "grades", "--csv", ID).succeeds().lastLine());
    }

    @Test
    void a_hidden_stage_is_revealed_and_cannot_be_checked_before() throws Exception {
        String hidden = CONTEST.replace("at-once", "by-organiser")
                .replace("\"tournament\":\"trn_1\",\"bots\":[\"a\",\"b\"]", "\"tournament\":null,\"bots\":[]")
                .replace("\"bots\":[\"b\",\"a\"]", "\"bots\":[]")
                .replace("\"ranking\":[\"b\",\"a\"]", "\"ranking\":[]");
        assertEquals(
                List.of(
                        "'Cup' is finished. All 6 entries of its journal follow from each other.",
                        "Stage 1 cannot be checked before its results are revealed."),
                run(hidden, TOURNAMENT, "verify", ID).succeeds().lines());
        assertEquals(
                "Stage 1 of 'Cup' is revealed.",
                run(CONTEST, "", "reveal", ID, "1").succeeds().lastLine());
        run(CONTEST, "", "reveal", ID, "0").fails(2, "A contest has stages from 1 to 4.");
    }
}
