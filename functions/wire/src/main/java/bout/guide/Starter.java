package bout.guide;

/** A bot to start from: one file that plays every game and needs nothing but its language. */
enum Starter {
    PYTHON("Python", "3.9", "python/bot.py", "python3 bot.py 9000"),
    JAVASCRIPT("JavaScript (Node)", "18", "javascript/bot.mjs", "node bot.mjs 9000"),
    JAVA("Java", "21", "java/Bot.java", "java Bot.java 9000"),
    GO("Go", "1.22", "go/bot.go", "go run bot.go 9000"),
    PHP("PHP", "8.0", "php/bot.php", "php -S 127.0.0.1:9000 bot.php");

    /** Where the site has the files; in the repository they are under {@code functions/bots/starters/}. */
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

    /** The language, for people. */
    public String language() {
        return language;
    }

    /** The first version of the language that will do. */
    public String since() {
        return since;
    }

    /** Its path below {@link #FOLDER}. */
    public String file() {
        return file;
    }

    /** What starts it at port 9000 of this machine, in the file's own folder. */
    public String command() {
        return command;
    }
}
