package bout.guide;

import java.util.List;

/**
 * A starter: a small working bot in one file, with no dependencies, that plays every game.
 *
 * @param language the language's display name
 * @param since the oldest version of the language that works
 * @param file its path below {@link #FOLDER}
 * @param command starts it on port 9000 of this machine, run in the file's folder
 */
record Starter(String language, String since, String file, String command) {

    /** The folder on the site; in the repository the files are in {@code docs/starters/}. */
    static final String FOLDER = "/starters/";

    static final List<Starter> ALL = List.of(
            new Starter("Python", "3.9", "python/bot.py", "python3 bot.py 9000"),
            new Starter("JavaScript (Node)", "18", "javascript/bot.mjs", "node bot.mjs 9000"),
            new Starter("Java", "21", "java/Bot.java", "java Bot.java 9000"),
            new Starter("Go", "1.22", "go/bot.go", "go run bot.go 9000"),
            new Starter("PHP", "8.0", "php/bot.php", "php -S 127.0.0.1:9000 bot.php"));
}
