package bout.cli.api;

import bout.cli.text.Typed;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The path of a bot in the API. */
public final class BotPath {

    private BotPath() {}

    /** @throws ParameterException if this cannot be the id of a bot */
    public static String of(CommandSpec spec, String id) {
        String word = Typed.word(id);
        if (!word.matches("bot_[0-9a-f-]{36}")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'" + id + "' is not the id of a bot (bot_...); 'bout bot list --mine' shows yours.");
        }
        return "/api/bots/" + word;
    }
}
