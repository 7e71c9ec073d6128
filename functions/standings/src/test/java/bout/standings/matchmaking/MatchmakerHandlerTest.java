package bout.standings.matchmaking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import bout.competition.journal.Competition.Subject;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.engine.Game.TournamentStyle;
import bout.games.Games;
import bout.standings.LadderCloud;
import bout.store.TestAws;
import bout.store.match.GameSettings;
import bout.store.match.PlayerRecord;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.Tournaments;
import bout.table.Creation;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class MatchmakerHandlerTest {

    private final LadderCloud cloud = new LadderCloud();

    private String tournament() {
        TournamentRecord planned = TournamentRecord.planned(
                IdKind.TOURNAMENT.next(new MatchIds(Clock.systemUTC(), new SecureRandom())),
                new TournamentSettings(
                        "Cup",
                        "somebody",
                        true,
                        GameSettings.of(LadderCloud.GAME),
                        new Plan(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, 2, "cup", Map.of()),
                        null),
                Instant.now());
        List<PlayerRecord> players = List.of(LadderCloud.house("random"), LadderCloud.house("expand"));
        assertInstanceOf(
                Creation.New.class,
                new Tournaments(cloud.aws.table(), Clock.systemUTC()).create(planned, players, null, 0));
        return planned.id();
    }

    @Test
    void each_run_requests_updates_of_all_ladders_and_running_tournaments() {
        Set<String> expected = Games.ALL.stream()
                .map(game -> new Subject.Ladder(game.card().id()).text())
                .collect(Collectors.toCollection(HashSet::new));
        expected.add(new Subject.Tournament(tournament()).text());
        Map<String, String> environment = new HashMap<>(cloud.environment);
        environment.put("BOUT_LADDER_MATCHES_PER_BOT_AND_HOUR", "0");
        ScheduledEvent event = new ScheduledEvent();
        event.setTime(DateTime.now(DateTimeZone.UTC));
        new MatchmakerHandler(TestAws.aws(environment)).handleRequest(event, null);

        assertEquals(expected, Set.copyOf(cloud.queues.takeAll("BOUT_UPDATES_QUEUE")));
    }
}
