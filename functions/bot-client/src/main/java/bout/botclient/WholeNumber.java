package bout.botclient;

import java.util.Map;

/** An environment variable that is a whole number above 0. */
public final class WholeNumber {

    private WholeNumber() {}

    /** @throws IllegalArgumentException for a value that it cannot have */
    public static int of(Map<String, String> environment, String variable, int byDefault) {
        String value = environment.get(variable);
        if (value == null) {
            return byDefault;
        }
        int number;
        try {
            number = Integer.parseInt(value);
        } catch (NumberFormatException notANumber) {
            number = 0;
        }
        if (number < 1) {
            throw new IllegalArgumentException(variable + " is " + value + ", but should be a whole number above 0");
        }
        return number;
    }
}
