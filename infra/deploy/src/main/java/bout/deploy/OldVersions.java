package bout.deploy;

import bout.cli.text.CommandFailed;
import bout.deploy.Shell.Command;
import bout.deploy.Shell.Output;
import bout.engine.Plain;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The versions of functions that are no longer needed. CloudFormation keeps all of them, each with its code, and all of
 * a region's code together may have 75 GB. A failure to remove some is said, and no failure of the deployment.
 */
record OldVersions(Account account) {

    /** The newest of each function, to go back to. */
    private static final int KEPT = 5;

    void remove() {
        Shell shell = account.shell();
        shell.say("Removing old versions of the functions, except the last " + KEPT);
        Command list = account.cloudFormation("list-stack-resources")
                .and("--query", "StackResourceSummaries[?ResourceType=='AWS::Lambda::Function'].PhysicalResourceId");
        if (shell.dry()) {
            print(list);
            return;
        }
        try {
            for (Plain function : ask(list).entries()) {
                remove(function.text());
            }
        } catch (CommandFailed failed) {
            shell.say("Old versions stay: " + failed.getMessage());
        }
    }

    private void remove(String function) {
        Set<String> led = led(ask(account.aws("lambda list-aliases --function-name %s --query Aliases", function)));
        List<String> versions = ask(account.aws(
                        "lambda list-versions-by-function --function-name %s --query Versions[].Version", function))
                .entries()
                .stream()
                .map(Plain::text)
                .toList();
        for (String version : unneeded(versions, led)) {
            ask(account.aws("lambda delete-function --function-name %s --qualifier %s", function, version));
        }
    }

    /** The versions that aliases lead calls to: during a canary an alias leads to two. */
    private static Set<String> led(Plain aliases) {
        Set<String> led = new HashSet<>();
        for (Plain alias : aliases.entries()) {
            led.add(alias.get("FunctionVersion").text());
            if (alias.has("RoutingConfig") && alias.get("RoutingConfig").has("AdditionalVersionWeights")) {
                alias.get("RoutingConfig")
                        .get("AdditionalVersionWeights")
                        .fields()
                        .keySet()
                        .forEach(version -> led.add((String) version));
            }
        }
        return led;
    }

    /** What has no number is the code that was deployed last, and no version. */
    private static List<String> unneeded(Collection<String> versions, Set<String> led) {
        return versions.stream()
                .filter(version -> version.matches("[0-9]+"))
                .map(Long::valueOf)
                .sorted(Comparator.reverseOrder())
                .skip(KEPT)
                .map(String::valueOf)
                .filter(version -> !led.contains(version))
                .toList();
    }

    private Plain ask(Command command) {
        Output output = account.shell().run(command);
        if (!output.ok()) {
            throw new CommandFailed(output.reason());
        }
        return output.json();
    }

    /** Without looking at aliases: Lambda refuses to delete a version that one of them leads to. */
    private void print(Command list) {
        Command versions =
                account.aws("lambda list-versions-by-function --function-name $function --query Versions[].Version");
        Command delete = account.aws("lambda delete-function --function-name $function --qualifier $version");
        account.shell()
                .print(
                        "for function in $(" + list + " | tr -d '[]\",'); do",
                        "  for version in $(" + versions + " | grep -o '[0-9]*' | sort -n | head -n -" + KEPT + "); do",
                        "    " + delete + " || true",
                        "  done",
                        "done");
    }
}
