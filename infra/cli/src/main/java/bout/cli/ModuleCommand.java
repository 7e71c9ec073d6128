package bout.cli;

import java.util.ServiceLoader;
import java.util.concurrent.Callable;

/**
 * A command of {@code bout} that a module above this one brings, as the benchmarks do. It is found by
 * {@link ServiceLoader}, carries picocli's {@code @Command}, and returns the exit status.
 */
public interface ModuleCommand extends Callable<Integer> {}
