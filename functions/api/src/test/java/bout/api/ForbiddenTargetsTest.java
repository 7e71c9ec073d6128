package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
 * The table of targets that no bot may have, held against requests for matches. The API looks no name up, so of names that
 * have a forbidden address the runner is the judge.
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
    void a_forbidden_target_is_refused_for_its_form_or_its_address(
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
        assertEquals(
                List.of("/players/0/url"),
                refused.wrongs().stream().map(Wrong::place).toList());
        ProblemType type = refused.wrongs().getFirst().type();
        assertTrue(FORM_OR_ADDRESS.contains(type), type::toString);
    }
}
