package bout.competition.tournament;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How a tournament decides who plays whom. */
public enum Format {
    ROUND_ROBIN("round-robin"),
    SWISS("swiss"),
    KNOCKOUT("knockout"),
    GAUNTLET("gauntlet");

    private final String code;

    Format(String code) {
        this.code = code;
    }

    /** The name in requests and on the command line. */
    public String code() {
        return code;
    }

    public static Optional<Format> of(String code) {
        return Arrays.stream(values())
                .filter(format -> format.code.equals(code))
                .findFirst();
    }

    public static List<String> codes() {
        return Arrays.stream(values()).map(Format::code).toList();
    }
}
