package bout.chaos;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Options of a tournament chaos test.
 *
 * @param template the template.yaml
 * @param bots the number of bots, from 2 to 1000
 * @param boards the number of boards that each pair plays from both seats, from 1
 * @param kills the number of processes to kill, from 0; three or more include the journal, the standings and the runner
 * @param seed decides the boards and the victims of the kills
 * @param limit the time limit; matches not played by then count as lost
 */
public record TournamentChaosOptions(Path template, int bots, int boards, int kills, long seed, Duration limit) {}
