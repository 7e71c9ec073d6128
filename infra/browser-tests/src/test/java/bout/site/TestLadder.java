package bout.site;

import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.ladder.BotPage;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.Leaderboard;
import bout.competition.ladder.Leaderboard.Participant;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A ladder of Tokens with random results, and its published files. */
final class TestLadder {

    static final String GAME = "tokens";

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final Ladder ladder = new Ladder(GAME);
    private final Map<String, Participant> listed = new LinkedHashMap<>();
    private final SplittableRandom random = new SplittableRandom(11);

    TestLadder() {
        add(Participant.house("naive"));
        add(Participant.house("hungry"));
    }

    /** Adds a participant to the ladder, or renames it. */
    void add(Participant participant) {
        listed.put(participant.key(), participant);
    }

    /** Removes a participant; its name is then no longer published. */
    void remove(String key) {
        listed.remove(key);
    }

    /** Plays one match; the player with the greater strength usually wins. */
    void play(String first, int firstVersion, double firstStrength, String second, int secondVersion, double strength) {
        double ahead = firstStrength - strength + random.nextDouble(-3, 3);
        Result result = Math.abs(ahead) < 0.3
                ? Result.byScore(12, 12, "full")
                : Result.byScore(ahead > 0 ? 14 : 11, ahead > 0 ? 11 : 14, "full");
        long sequence = ladder.sequence() + 1;
        ladder.add(new JournalEntry(
                sequence,
                "match-" + sequence,
                new Competition.OfLadder(firstVersion, secondVersion),
                List.of(first, second),
                result,
                null,
                null,
                List.of(tally(first), tally(second)),
                NOON.plusSeconds(60 * sequence),
                true,
                false));
    }

    private SeatTally tally(String key) {
        if (key.startsWith("house:")) {
            return SeatTally.NONE;
        }
        List<Integer> times = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            times.add(random.nextInt(40, 250));
        }
        return new SeatTally(
                20,
                random.nextInt(4) == 0 ? Map.of(Failure.Kind.TIME_OUT, 2, Failure.Kind.NOT_EXPECTED, 1) : Map.of(),
                AnswerTimes.of(times));
    }

    /** Plays all against all this often; strength follows from the position, the first being the strongest. */
    void playAll(int times) {
        List<String> keys = List.copyOf(listed.keySet());
        for (int time = 0; time < times; time++) {
            for (int one = 0; one < keys.size(); one++) {
                for (int other = 0; other < one; other++) {
                    play(keys.get(one), version(keys.get(one)), one, keys.get(other), version(keys.get(other)), other);
                }
            }
        }
    }

    private static int version(String key) {
        return key.startsWith("house:") ? 0 : 1;
    }

    /** Whether somebody with this key has played. */
    boolean has(String key) {
        return ladder.player(key).isPresent();
    }

    private Leaderboard board() {
        return Leaderboard.of(ladder, listed);
    }

    Map<String, Object> leaderboard() {
        return file(board().toPlain());
    }

    Map<String, Object> bot(String key) {
        return file(BotPage.of(
                ladder.player(key).orElseThrow(),
                listed.getOrDefault(key, Participant.registered(key, "Not listed", null)),
                board(),
                listed));
    }

    /** A rating as every page shows it. */
    static String shown(Map<?, ?> player) {
        return player.get("rating") + ((boolean) player.get("provisional") ? " ± " + player.get("plusMinus") : "");
    }

    /** The writer of a file adds its time. */
    private Map<String, Object> file(Map<String, Object> content) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("updatedAt", NOON.plusSeconds(60 * ladder.sequence()).toString());
        file.putAll(content);
        return file;
    }

    /** A ladder with bots of all kinds: established ones, one with a second version, one that has hardly played. */
    static TestLadder ofAClass() {
        TestLadder ladder = new TestLadder();
        List<String> names = List.of(
                "Zigzag",
                "brute force",
                "The Quiet One",
                "minimax 3",
                "Pathfinder",
                "A bot with a name of 40 characters, long");
        for (int i = 0; i < names.size(); i++) {
            ladder.add(Participant.registered("bot_0" + i, names.get(i), null));
        }
        ladder.playAll(6);
        ladder.add(Participant.registered("bot_09", "Newcomer", null));
        ladder.play("bot_09", 1, 4, "bot_03", 1, 4);
        ladder.play("bot_02", 1, 4, "bot_09", 1, 4);
        for (int i = 0; i < 12; i++) {
            ladder.play("bot_04", 2, 12, i % 2 == 0 ? "bot_05" : "house:hungry", i % 2 == 0 ? 1 : 0, 5);
        }
        ladder.play("bot_04", 1, 6, "bot_03", 1, 5);
        return ladder;
    }
}
