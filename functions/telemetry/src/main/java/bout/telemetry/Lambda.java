package bout.telemetry;

import java.util.Map;

/** Tells Lambda from a machine where a person reads the output. */
final class Lambda {

    private Lambda() {}

    static boolean runs(Map<String, String> environment) {
        return environment.containsKey("AWS_LAMBDA_FUNCTION_NAME");
    }
}
