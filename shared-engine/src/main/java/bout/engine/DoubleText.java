package bout.engine;

/**
 * Formats a double as the shortest decimal text that parses back to the same double, exactly like ECMAScript's
 * {@code Number::toString}. In the browser, {@code bout.browser.DoubleText} replaces this class.
 */
public final class DoubleText {

    private DoubleText() {}

    /** {@code Double.toString} gives the shortest digits since JDK 19, but it formats exponents differently. */
    public static String of(double value) {
        if (value == 0) {
            return "0";
        }
        String text = Double.toString(Math.abs(value));
        if (!(value - value == 0)) {
            return value != value ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
        }
        int e = text.indexOf('E');
        String mantissa = e < 0 ? text : text.substring(0, e);
        int exponent = e < 0 ? 0 : Integer.parseInt(text.substring(e + 1));
        int dot = mantissa.indexOf('.');
        String digits = mantissa.substring(0, dot) + mantissa.substring(dot + 1);
        int point = dot + exponent;
        int leading = 0;
        while (digits.charAt(leading) == '0') {
            leading++;
        }
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        String shortest = (value < 0 ? "-" : "") + ecmaScript(digits.substring(leading, end), point - leading);
        return end - leading == 2 ? oneDigitOf(value, shortest) : shortest;
    }

    /** Corrects the smallest numbers, such as 5e-324: the JVM writes two digits even if one is enough. */
    private static String oneDigitOf(double value, String twoDigits) {
        int e = twoDigits.indexOf("e-3");
        if (e < 0) {
            return twoDigits;
        }
        int dot = twoDigits.indexOf('.');
        int digit = twoDigits.charAt(dot - 1) - '0' + (twoDigits.charAt(dot + 1) >= '5' ? 1 : 0);
        int exponent = Integer.parseInt(twoDigits.substring(e + 2));
        String oneDigit = (value < 0 ? "-" : "") + (digit == 10 ? "1e-" + (exponent - 1) : digit + "e-" + exponent);
        return Double.parseDouble(oneDigit) == value ? oneDigit : twoDigits;
    }

    /**
     * Steps 6 to 12 of Number::toString in ECMA-262; {@code point} is where the decimal point is, 0 before the first
     * digit.
     */
    private static String ecmaScript(String digits, int point) {
        int count = digits.length();
        if (count <= point && point <= 21) {
            return digits + "0".repeat(point - count);
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String power = "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
        return count == 1 ? digits + power : digits.charAt(0) + "." + digits.substring(1) + power;
    }
}
