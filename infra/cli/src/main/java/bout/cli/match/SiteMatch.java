package bout.cli.match;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiClient.RequestRefused;
import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.sandbox.BotsAgain;
import bout.wire.Sha256;
import bout.wire.id.IdKind;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class SiteMatch {

    /** The match page, its link for sharing, or the match in the API. */
    private static final Pattern LINK = Pattern.compile(
            "(https?://[^/?#]+)/(?:match\\.html\\?(?:[^#]*&)?id=|api/(?:share/)?matches/)([0-9a-f-]{36})(?:[&#?].*)?");

    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    record Link(URI site, String id) {

        static Optional<Link> of(String text) {
            Matcher link = LINK.matcher(text);
            return link.matches()
                    ? Optional.of(new Link(URI.create(link.group(1) + "/"), link.group(2)))
                    : Optional.empty();
        }
    }

    /** Either is {@code null}: the program of a published bot, or half a sentence on why there is none. */
    record Program(BotsAgain.Program known, String why) {

        static Program of(String code, String randomSeed) {
            return new Program(new BotsAgain.Program(code, randomSeed), null);
        }

        static Program unknown(String why) {
            return new Program(null, why);
        }
    }

    private final ApiClient api;
    private final Plain match;

    SiteMatch(ApiClient api, String id) {
        this.api = api;
        this.match = api.get("/api/matches/" + id);
        if (match.get("replay").isNull()) {
            throw new CommandFailed("the match has no replay: it is " + match.text("status"));
        }
    }

    String replay() {
        return match.text("replay");
    }

    /** The seed of the published bot at this seat; empty for other bots. */
    String randomSeed(Seat seat) {
        Plain player = match.get("players").at(seat.index());
        return player.has("randomSeed") ? player.text("randomSeed") : "";
    }

    Program program(Seat seat) {
        Plain player = match.get("players").at(seat.index());
        if (!player.has("code")) {
            return Program.unknown("it is no published bot");
        }
        String played = player.text("code");
        String bot = player.text("bot");
        if (!IdKind.BOT.is(bot) || !SHA256.matcher(played).matches()) {
            throw new CommandFailed("the site names a bot or code that cannot be one: " + bot + ", " + played);
        }
        String code;
        try {
            code = api.text("/api/bots/" + bot + "/code/" + played);
        } catch (RequestRefused refused) {
            if (refused.status() == 404) {
                return Program.unknown("its code is not open source, or the bot was deleted");
            }
            throw refused;
        }
        String is = Sha256.hex(code);
        if (!is.equals(played)) {
            throw new CommandFailed("the match was played with the code " + played + ", and the site gives " + is);
        }
        return Program.of(code, randomSeed(seat));
    }
}
