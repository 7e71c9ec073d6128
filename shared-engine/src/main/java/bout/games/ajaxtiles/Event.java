package bout.games.ajaxtiles;

import java.util.List;

public enum Event {
    PAINT,
    WON,
    LOST,
    NUKE,
    PASS;

    public static final List<String> WORDS = List.of("paint", "won", "lost", "nuke", "pass");

    public String word() {
        return WORDS.get(ordinal());
    }
}
