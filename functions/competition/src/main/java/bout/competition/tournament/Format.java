package bout.competition.tournament;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

public enum Format {
    ROUND_ROBIN,
    SWISS,
    KNOCKOUT,
    GAUNTLET;

    /** The name in requests and on the command line, such as {@code round-robin}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Format> of(String code) {
        return Arrays.stream(values())
                .filter(format -> format.code().equals(code))
                .findFirst();
    }

    public static List<String> codes() {
        return Arrays.stream(values()).map(Format::code).toList();
    }
}
