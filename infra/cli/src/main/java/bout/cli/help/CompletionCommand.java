package bout.cli.help;

import bout.cli.text.BoutCommand;
import bout.cli.text.DidYouMean;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "completion",
        header = "Print a script that completes commands and options in a shell.",
        description = "Load it when the shell starts, so that the Tab key completes what you type after bout.",
        footer = {
            "  bout completion bash > ~/.local/share/bash-completion/completions/bout",
            "  bout completion zsh > ~/.bout-completion  # then load it in ~/.zshrc"
        })
public final class CompletionCommand extends BoutCommand {

    private static final List<String> SHELLS = List.of("bash", "zsh");

    @Parameters(paramLabel = "SHELL", completionCandidates = Shells.class, description = "bash or zsh.")
    private String shell;

    static final class Shells extends ArrayList<String> {
        Shells() {
            super(SHELLS);
        }
    }

    @Override
    public Integer call() {
        check(SHELLS.contains(shell), DidYouMean.message("shell", shell, SHELLS));
        // One script for both: in zsh it loads zsh's own emulation of bash's completion.
        out().print(AutoComplete.bash("bout", spec.root().commandLine()));
        return 0;
    }
}
