package bout.telemetry;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a function's environment variables say. A value that a variable cannot have is an
 * {@link IllegalArgumentException} that names the variable and what is expected. template.yaml sets the variables of
 * every function.
 */
public final class Settings {

    private final Map<String, String> environment;

    /** @param environment the variables, such as {@link System#getenv()} */
    public Settings(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** A text that has to be there. */
    public String text(String variable) {
        return find(variable).filter(value -> !value.isBlank()).orElseThrow(() -> missing(variable));
    }

    /** A text, or {@code byDefault} where the variable is not set. */
    public String text(String variable, String byDefault) {
        return find(variable).orElse(byDefault);
    }

    public Optional<String> find(String variable) {
        return Optional.ofNullable(environment.get(variable));
    }

    /** A number from {@code least} to {@code most} that has to be there. */
    public int wholeNumber(String variable, int least, int most) {
        return wholeNumber(variable, text(variable), least, most);
    }

    /** A number from {@code least} to {@code most}, or {@code byDefault} where the variable is not set. */
    public int wholeNumber(String variable, int least, int most, int byDefault) {
        return find(variable)
                .map(value -> wholeNumber(variable, value, least, most))
                .orElse(byDefault);
    }

    /** Whole seconds from {@code least} to {@code most}, or {@code byDefault} where the variable is not set. */
    public Duration seconds(String variable, int least, int most, Duration byDefault) {
        return find(variable)
                .map(value -> Duration.ofSeconds(wholeNumber(variable, value, least, most)))
                .orElse(byDefault);
    }

    /** An absolute URL, where the variable is set. */
    public Optional<URI> url(String variable) {
        return find(variable).map(value -> {
            try {
                URI url = new URI(value);
                if (url.getScheme() != null && url.getHost() != null) {
                    return url;
                }
            } catch (URISyntaxException notAUrl) {
                // Said below, as for a relative one.
            }
            throw wrong(variable, value, "a URL such as http://127.0.0.1:4566");
        });
    }

    /** One of a few words, or the first of them where the variable is not set. */
    public String choice(String variable, String byDefault, String... others) {
        String value = text(variable, byDefault);
        if (!value.equals(byDefault) && !List.of(others).contains(value)) {
            throw wrong(variable, value, byDefault + " or " + String.join(" or ", others));
        }
        return value;
    }

    private static int wholeNumber(String variable, String value, int least, int most) {
        // parseInt takes signs and the digits of every script.
        if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
            throw wrong(variable, value, "a whole number from " + least + " to " + most);
        }
        return Integer.parseInt(value);
    }

    private static IllegalArgumentException missing(String variable) {
        return new IllegalArgumentException(
                "The environment variable " + variable + " is not set; template.yaml sets it for every function.");
    }

    private static IllegalArgumentException wrong(String variable, String value, String expected) {
        return new IllegalArgumentException(
                "The environment variable " + variable + " is '" + value + "', but should be " + expected + ".");
    }
}
