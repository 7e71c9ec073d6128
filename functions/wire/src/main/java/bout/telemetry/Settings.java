package bout.telemetry;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a function's environment variables; template.yaml sets them. An invalid value throws an
 * {@link IllegalArgumentException} that names the variable and the values it accepts.
 */
public final class Settings {

    private final Map<String, String> environment;

    public Settings(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    public String text(String variable) {
        return find(variable)
                .filter(value -> !value.isBlank())
                .orElseThrow(() -> new IllegalArgumentException("The environment variable " + variable
                        + " is not set; template.yaml sets it for every function."));
    }

    /** A text, or {@code byDefault} if the variable is not set. */
    public String text(String variable, String byDefault) {
        return find(variable).orElse(byDefault);
    }

    public Optional<String> find(String variable) {
        return Optional.ofNullable(environment.get(variable));
    }

    /** Or on a machine where a person reads the output. */
    boolean inLambda() {
        return environment.containsKey("AWS_LAMBDA_FUNCTION_NAME");
    }

    public int wholeNumber(String variable, int least, int most) {
        return wholeNumber(variable, text(variable), least, most);
    }

    /** A number from {@code least} to {@code most}, or {@code byDefault} if the variable is not set. */
    public int wholeNumber(String variable, int least, int most, int byDefault) {
        return find(variable)
                .map(value -> wholeNumber(variable, value, least, most))
                .orElse(byDefault);
    }

    /** Whole seconds from {@code least} to {@code most}, or {@code byDefault} if the variable is not set. */
    public Duration seconds(String variable, int least, int most, Duration byDefault) {
        return find(variable)
                .map(value -> Duration.ofSeconds(wholeNumber(variable, value, least, most)))
                .orElse(byDefault);
    }

    /** An absolute URL; empty if the variable is not set. */
    public Optional<URI> url(String variable) {
        return find(variable).map(value -> {
            try {
                URI url = new URI(value);
                if (url.getScheme() != null && url.getHost() != null) {
                    return url;
                }
            } catch (URISyntaxException notAUrl) {
                // reported below, like a relative URL
            }
            throw wrong(variable, value, "a URL such as http://127.0.0.1:4566");
        });
    }

    /** One of the given words; {@code byDefault} if the variable is not set. */
    public String choice(String variable, String byDefault, String... others) {
        String value = text(variable, byDefault);
        if (!value.equals(byDefault) && !List.of(others).contains(value)) {
            throw wrong(variable, value, byDefault + " or " + String.join(" or ", others));
        }
        return value;
    }

    private static int wholeNumber(String variable, String value, int least, int most) {
        // parseInt also accepts signs and digits of other scripts.
        if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
            throw wrong(variable, value, "a whole number from " + least + " to " + most);
        }
        return Integer.parseInt(value);
    }

    private static IllegalArgumentException wrong(String variable, String value, String expected) {
        return new IllegalArgumentException(
                "The environment variable " + variable + " is '" + value + "', but must be " + expected + ".");
    }
}
