package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.ledger.BotRecord;
import bout.wire.Problem.Wrong;
import bout.wire.ProblemType;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * The table of targets that no bot may have, held against requests for matches and for registered bots. The API looks no
 * name up, so of names that have a forbidden address the runner is the judge.
 */
class ForbiddenTargetsTest {

    private static final Caller ANYONE = Caller.anonymous("127.0.0.1");
    private static final Function<String, Optional<BotRecord>> NO_BOTS = id -> Optional.empty();
    private static final Set<ProblemType> FORM_OR_ADDRESS =
            EnumSet.of(ProblemType.BAD_URL, ProblemType.ADDRESS_NOT_ALLOWED);

    @ParameterizedTest(name = "{0}: {1}")
    @CsvFileSource(
            files = "../ledger/src/test/resources/bout/address/forbidden-targets.csv",
            numLinesToSkip = 1,
            delimiter = '|')
    void a_match_with_a_forbidden_target_is_refused_for_its_form_or_its_address(
            String kind, String url, String addresses, String reason) {
        MatchRequest.Reading read = MatchRequest.read(
                Map.of("game", "ajax-tiles", "players", List.of(Map.of("url", url), Map.of("house", "random"))),
                AddressPolicy.PUBLIC,
                ANYONE,
                NO_BOTS);
        if (addresses != null) {
            assertInstanceOf(MatchRequest.Accepted.class, read, url);
            return;
        }
        MatchRequest.Refused refused = assertInstanceOf(MatchRequest.Refused.class, read, url);
        assertRefused(refused.wrongs(), "/players/0/url", url);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvFileSource(
            files = "../ledger/src/test/resources/bout/address/forbidden-targets.csv",
            numLinesToSkip = 1,
            delimiter = '|')
    void a_bot_cannot_be_registered_at_a_forbidden_target_nor_moved_there(
            String kind, String url, String addresses, String reason) {
        for (BotRequest.Reading read : List.of(
                BotRequest.registration(Map.of("game", "ajax-tiles", "name", "Ada", "url", url), AddressPolicy.PUBLIC),
                BotRequest.change(Map.of("url", url), AddressPolicy.PUBLIC))) {
            if (addresses != null) {
                assertInstanceOf(BotRequest.Accepted.class, read, url);
                continue;
            }
            BotRequest.Refused refused = assertInstanceOf(BotRequest.Refused.class, read, url);
            assertRefused(refused.wrongs(), "/url", url);
        }
    }

    private static void assertRefused(List<Wrong> wrongs, String place, String url) {
        assertEquals(List.of(place), wrongs.stream().map(Wrong::place).toList());
        Wrong wrong = wrongs.getFirst();
        assertTrue(FORM_OR_ADDRESS.contains(wrong.type()), wrong.toString());
        assertFalse(wrong.detail().contains(url), wrong.detail());
    }
}
