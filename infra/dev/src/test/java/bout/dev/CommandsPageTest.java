package bout.dev;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.cli.Bout;
import bout.cloud.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The page of all commands has their help. To write it again, run this test with {@code -Dbout.record=true}. */
class CommandsPageTest {

    private static final Path PAGE =
            Template.ofThisRepository().resolveSibling("docs").resolve("commands.md");

    @Test
    void the_page_has_the_help_of_every_command() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Commands

                Type `./bout` in a clone of the repository, then a command. This page has the text that `--help` prints for each.
                """);
        append(page, Bout.commandLine());
        if (Boolean.getBoolean("bout.record")) {
            Files.writeString(PAGE, page);
        }
        assertEquals(page.toString(), Files.readString(PAGE), "docs/commands.md is not what --help says");
    }

    private static void append(StringBuilder page, CommandLine command) {
        String help = command.setUsageHelpAutoWidth(false).getUsageMessage(CommandLine.Help.Ansi.OFF);
        page.append("\n## %s\n\n```text\n%s\n```\n"
                .formatted(
                        command.getCommandSpec().qualifiedName(), help.strip().replaceAll("(?m) +$", "")));
        command.getSubcommands().values().forEach(below -> append(page, below));
    }
}
