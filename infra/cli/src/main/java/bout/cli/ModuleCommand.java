package bout.cli;

import java.util.ServiceLoader;
import java.util.concurrent.Callable;

/**
 * A command of {@code bout} from a module above this one, such as {@code deploy}. {@link ServiceLoader} finds it,
 * picocli's {@code @Command} describes it, and it returns the exit status.
 */
public interface ModuleCommand extends Callable<Integer> {}
