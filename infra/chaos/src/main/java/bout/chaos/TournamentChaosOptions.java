package bout.chaos;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What a tournament is to go through.
 *
 * @param template the template.yaml
 * @param bots how many play, from 2 to 1000
 * @param boards on how many boards each pair plays from both seats, from 1
 * @param kills how many processes are killed, from 0; three and more hit the journal, the standings and the runner
 * @param seed decides the boards and whom the kills hit
 * @param limit after so long it is over, with whatever is not played counted as lost
 */
public record TournamentChaosOptions(Path template, int bots, int boards, int kills, long seed, Duration limit) {}
