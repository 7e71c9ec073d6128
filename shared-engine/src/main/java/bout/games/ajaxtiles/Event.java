package bout.games.ajaxtiles;

public enum Event {
    PAINT("paint"),
    WON("won"),
    LOST("lost"),
    NUKE("nuke"),
    PASS("pass");

    private final String word;

    Event(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
