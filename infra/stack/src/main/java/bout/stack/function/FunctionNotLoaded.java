package bout.stack.function;

/** Why a function could not be loaded: its class is missing or fails, or this machine cannot run it in a process. */
public final class FunctionNotLoaded extends Exception {

    FunctionNotLoaded(String why) {
        super(why);
    }

    FunctionNotLoaded(String why, Throwable cause) {
        super(why, cause);
    }
}
