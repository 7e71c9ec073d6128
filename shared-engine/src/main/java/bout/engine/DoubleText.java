package bout.engine;

/**
 * Formats a double of at least 1 as the shortest decimal text that parses back to the same double, exactly like
 * ECMAScript's {@code Number::toString}. In the browser, {@code bout.browser.DoubleText} replaces this class.
 */
public final class DoubleText {

    /** The highest power of ten that ECMAScript writes without an exponent. */
    private static final int MOST_PLAIN = 20;

    private DoubleText() {}

    /** {@code Double.toString} gives the shortest digits since JDK 19, but it writes exponents from 10^7 on. */
    public static String of(double value) {
        String text = Double.toString(value);
        if (text.endsWith(".0")) {
            return text.substring(0, text.length() - 2);
        }
        int e = text.indexOf('E');
        if (e < 0) {
            return text;
        }
        int exponent = Integer.parseInt(text.substring(e + 1));
        String fraction = text.startsWith("0E", 2) ? "" : text.substring(2, e);
        if (exponent > MOST_PLAIN) {
            return text.charAt(0) + (fraction.isEmpty() ? "" : "." + fraction) + "e+" + exponent;
        }
        return fraction.length() <= exponent
                ? text.charAt(0) + fraction + "0".repeat(exponent - fraction.length())
                : text.charAt(0) + fraction.substring(0, exponent) + "." + fraction.substring(exponent);
    }
}
