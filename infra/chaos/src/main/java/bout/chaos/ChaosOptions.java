package bout.chaos;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Options of a chaos test.
 *
 * @param template the template.yaml
 * @param matches the number of matches, from 1
 * @param kills the number of processes to kill, from 0; three or more include the runner, the API and the sweeper
 * @param seed decides the matches, the bots, the faults and the victims of the kills
 * @param limit the time limit; matches that have not finished by then count as lost
 */
public record ChaosOptions(Path template, int matches, int kills, long seed, Duration limit) {}
