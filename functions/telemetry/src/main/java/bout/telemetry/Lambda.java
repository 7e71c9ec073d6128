package bout.telemetry;

import java.util.Map;

/** Whether the functions run in Lambda, or on a machine where someone reads what they print. */
final class Lambda {

    private Lambda() {}

    static boolean runs(Map<String, String> environment) {
        return environment.containsKey("AWS_LAMBDA_FUNCTION_NAME");
    }
}
