package bout.api;

import bout.competition.tournament.Seeds;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;

/** The source of ids and seeds of new matches, bots and tournaments, and the clock that dates them. */
public record IdsAndSeeds(MatchIds ids, Clock clock) {

    /** From such a seed, the boards of a tournament follow unpredictably. */
    private static final int TOURNAMENT_SEED_BYTES = 16;

    private static final SecureRandom RANDOM = new SecureRandom();

    public IdsAndSeeds(Clock clock) {
        this(new MatchIds(clock, RANDOM), clock);
    }

    public Instant now() {
        return clock.instant();
    }

    public String next(IdKind kind) {
        return kind.next(ids);
    }

    public String seed() {
        return Seeds.drawn(RANDOM);
    }

    /** A secret: the seeds of the tournament's matches follow from it. */
    public String tournamentSeed() {
        byte[] bytes = new byte[TOURNAMENT_SEED_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    public WebhookSecret secret() {
        return WebhookSecret.draw(RANDOM);
    }
}
