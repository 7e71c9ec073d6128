package bout.guide;

/** A starter: a small working bot in one file, with no dependencies, that plays every game. */
enum Starter {
    PYTHON("Python", "3.9", "python/bot.py", "python3 bot.py 9000"),
    JAVASCRIPT("JavaScript (Node)", "18", "javascript/bot.mjs", "node bot.mjs 9000"),
    JAVA("Java", "21", "java/Bot.java", "java Bot.java 9000"),
    GO("Go", "1.22", "go/bot.go", "go run bot.go 9000"),
    PHP("PHP", "8.0", "php/bot.php", "php -S 127.0.0.1:9000 bot.php");

    /** The folder on the site; in the repository the files are in {@code docs/starters/}. */
    public static final String FOLDER = "/starters/";

    private final String language;
    private final String since;
    private final String file;
    private final String command;

    Starter(String language, String since, String file, String command) {
        this.language = language;
        this.since = since;
        this.file = file;
        this.command = command;
    }

    /** The language's display name. */
    public String language() {
        return language;
    }

    /** The oldest version of the language that works. */
    public String since() {
        return since;
    }

    /** Its path below {@link #FOLDER}. */
    public String file() {
        return file;
    }

    /** The command that starts it on port 9000 of this machine, run in the file's folder. */
    public String command() {
        return command;
    }
}
