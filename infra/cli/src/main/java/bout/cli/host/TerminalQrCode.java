package bout.cli.host;

import io.nayuki.qrcodegen.QrCode;
import java.util.ArrayList;
import java.util.List;

/** A QR code as lines for a terminal: two rows of modules in each line of half blocks. */
final class TerminalQrCode {

    /** The standard wants four light modules around a code. */
    private static final int MARGIN = 4;

    private static final String BOTH = "\u2588";
    private static final String UPPER = "\u2580";
    private static final String LOWER = "\u2584";

    /** Black on white whatever the terminal's colors are: some cameras cannot read a code in negative. */
    private static final String BLACK_ON_WHITE = "\u001b[38;5;16;48;5;231m";

    private static final String USUAL = "\u001b[0m";

    private TerminalQrCode() {}

    static List<String> lines(String text) {
        QrCode code = QrCode.encodeText(text, QrCode.Ecc.LOW);
        List<String> lines = new ArrayList<>();
        for (int y = -MARGIN; y < code.size + MARGIN; y += 2) {
            StringBuilder line = new StringBuilder(BLACK_ON_WHITE);
            for (int x = -MARGIN; x < code.size + MARGIN; x++) {
                boolean upper = code.getModule(x, y);
                boolean lower = code.getModule(x, y + 1);
                line.append(upper ? lower ? BOTH : UPPER : lower ? LOWER : " ");
            }
            lines.add(line.append(USUAL).toString());
        }
        return lines;
    }
}
