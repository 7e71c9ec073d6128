package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.address.UrlCheck;
import bout.api.http.Caller;
import bout.api.http.Field;
import bout.api.http.Refusal;
import bout.store.bot.BotRecord;
import bout.store.bot.Program;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** The table of targets that no bot may have, held against requests for matches and for registered bots. */
class ForbiddenTargetsTest {

    private static final Caller ANYONE = Caller.anonymous("127.0.0.1");
    private static final Function<String, Optional<BotRecord>> NO_BOTS = id -> Optional.empty();
    private static final Program.AtUrl BOT = new Program.AtUrl("https://bot.example.org/");
    private static final Set<ProblemType> FORM_OR_ADDRESS =
            EnumSet.of(ProblemType.BAD_URL, ProblemType.ADDRESS_NOT_ALLOWED);

    @ParameterizedTest(name = "{0}: {1}")
    @CsvFileSource(
            files = "../wire/src/test/resources/bout/address/forbidden-targets.csv",
            numLinesToSkip = 1,
            delimiter = '|')
    void a_forbidden_target_is_refused_for_its_form_or_its_address(
            String kind, String url, String addresses, String reason) {
        Field match = Field.of(
                Map.of("game", "ajax-tiles", "players", List.of(Map.of("url", url), Map.of("house", "random"))));
        assertRefused(() -> MatchRequest.read(match, urls(addresses), ANYONE, NO_BOTS), "/players/0/url", url);
        Field bot = Field.of(Map.of("game", "ajax-tiles", "name", "Ada", "url", url));
        assertRefused(() -> BotRequest.registration(bot, urls(addresses)), "/url", url);
        assertRefused(() -> BotRequest.change(Field.of(Map.of("url", url)), urls(addresses)), "/url", url);
    }

    @Test
    void a_name_is_taken_whose_addresses_are_public_or_not_to_be_had_in_time() {
        for (String addresses : Arrays.asList("8.8.8.8 2606:4700::1", null)) {
            assertEquals(
                    BOT,
                    BotRequest.change(Field.of(Map.of("url", BOT.url())), urls(addresses))
                            .program());
        }
        CountDownLatch never = new CountDownLatch(1);
        UrlCheck slow = new UrlCheck(AddressPolicy.PUBLIC, name -> {
            try {
                never.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(name);
        });
        assertEquals(
                BOT, BotRequest.change(Field.of(Map.of("url", BOT.url())), slow).program());
        never.countDown();
    }

    /** @param addresses those of every name, or {@code null} for a world without names */
    private static UrlCheck urls(String addresses) {
        return new UrlCheck(AddressPolicy.PUBLIC, name -> {
            if (addresses == null) {
                throw new UnknownHostException(name);
            }
            return Arrays.stream(addresses.strip().split(" "))
                    .map(address -> InetAddress.ofLiteral(address.strip()))
                    .toList();
        });
    }

    private static void assertRefused(Executable read, String place, String url) {
        List<Violation> violations =
                assertThrows(Refusal.class, read, url).problem().errors();
        assertEquals(List.of(place), violations.stream().map(Violation::place).toList());
        Violation wrong = violations.getFirst();
        assertTrue(FORM_OR_ADDRESS.contains(wrong.type()), wrong.toString());
        assertFalse(wrong.detail().contains(url), wrong.detail());
    }
}
