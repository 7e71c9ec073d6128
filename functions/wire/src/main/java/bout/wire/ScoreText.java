package bout.wire;

import bout.engine.Result;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.stream.Collectors;

/** The scores of a match in a sentence, such as {@code 1008.02 : 7}. */
public final class ScoreText {

    private ScoreText() {}

    public static String of(Result result) {
        return result.scores().stream().map(score -> of(score)).collect(Collectors.joining(" : "));
    }

    /** With up to two decimals: sums of fractions end in digits that mean nothing. */
    public static String of(double score) {
        BigDecimal rounded = BigDecimal.valueOf(score).setScale(2, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
