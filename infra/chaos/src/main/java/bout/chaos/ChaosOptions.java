package bout.chaos;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What is to be gone through.
 *
 * @param template the template.yaml
 * @param matches how many matches are posted, from 1
 * @param kills how many processes of functions are killed, from 0; three and more hit the runner, the API and the sweeper
 * @param seed decides the matches, the bots, the faults and whom the kills hit
 * @param limit after so long it is over, with whatever is not finished counted as lost
 */
public record ChaosOptions(Path template, int matches, int kills, long seed, Duration limit) {}
