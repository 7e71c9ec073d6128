package bout.deploy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Bout;
import bout.cli.Ran;
import bout.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * An AWS account as its command lines show it: programs {@code aws} and {@code sam} that record their calls, answer
 * from files and fail when told to, and a small repository to deploy. Nothing leaves the folder.
 */
final class FakeAccount {

    static final String NO_STACK =
            "An error occurred (ValidationError) when calling the DescribeStacks operation: Stack"
                    + " with id bout does not exist";

    private final Path folder;
    final Path home;
    final Map<String, String> environment = new TreeMap<>();

    FakeAccount(Path folder, String site) throws IOException {
        this.folder = folder;
        this.home = Files.createDirectory(folder.resolve("home"));
        Path programs = Files.createDirectory(folder.resolve("bin"));
        Files.createDirectory(folder.resolve("answers"));
        Files.createDirectory(folder.resolve("failures"));
        Files.writeString(folder.resolve("calls"), "");
        program(programs.resolve("aws"), """
                key="aws.$1.$2"
                if [ -f "$dir/failures/$key" ]; then cat "$dir/failures/$key" >&2; exit 254; fi
                if [ "$key" = aws.cloudformation.delete-stack ]; then
                    mv "$dir/no-stack" "$dir/failures/aws.cloudformation.describe-stacks"
                fi
                if [ -f "$dir/answers/$key" ]; then cat "$dir/answers/$key"; fi
                """);
        program(programs.resolve("sam"), """
                for word in "$@"; do
                    if [ "$before" = --config-file ]; then
                        cp "$word" "$dir/configuration"
                    fi
                    before=$word
                done
                echo "Deploying with following values"
                if [ -f "$dir/failures/sam" ]; then cat "$dir/failures/sam" >&2; exit 1; fi
                rm -f "$dir/failures/aws.cloudformation.describe-stacks"
                cp "$dir/stack" "$dir/answers/aws.cloudformation.describe-stacks"
                """);
        program(home.resolve("mvnw"), """
                if [ -f "$dir/failures/mvnw" ]; then cat "$dir/failures/mvnw"; exit 1; fi
                for function in api checks connected-bots pictures runner standings webhooks; do
                    mkdir -p "$dir/home/functions/$function/target"
                    echo jar >"$dir/home/functions/$function/target/$function.jar"
                done
                """);
        Files.copy(Path.of("../../template.yaml"), home.resolve("template.yaml"));
        Path pages = Files.createDirectories(home.resolve("infra/site/target/classes/bout/site"));
        for (String file : List.of("index.html", "page.js", "style.css")) {
            Files.writeString(pages.resolve(file), file);
        }
        environment.put("PATH", programs + ":/usr/bin:/bin");
        environment.put("HOME", folder.toString());
        answer(
                "aws.sts.get-caller-identity",
                "{\"UserId\": \"A\", \"Account\": \"123456789012\", \"Arn\": \"arn:aws:iam::123456789012:user/gary\"}");
        answer("aws.cloudfront.create-invalidation", "\"I3ABC\"\n");
        answer("aws.dynamodb.describe-table", "false\n");
        answer("aws.lambda.get-account-settings", "1000\n");
        answer("aws.cloudformation.list-stack-resources", "[\"bout-ApiFunction-1\", \"bout-RunnerFunction-2\"]");
        answer("aws.lambda.list-versions-by-function", "[\"$LATEST\", \"1\"]");
        answer("aws.lambda.list-aliases", "[{\"Name\": \"live\", \"FunctionVersion\": \"1\"}]");
        Files.writeString(folder.resolve("no-stack"), NO_STACK);
        fail("aws.cloudformation.describe-stacks", NO_STACK);
        Files.writeString(folder.resolve("stack"), stack("CREATE_COMPLETE", site, Map.of()));
    }

    private void program(Path file, String text) throws IOException {
        Files.writeString(file, """
                #!/bin/sh
                dir='%s'
                printf '%%s' "${0##*/}" >>"$dir/calls"
                printf ' %%s' "$@" >>"$dir/calls"
                echo >>"$dir/calls"
                env | grep '^BOUT_' >>"$dir/leaked"
                %s""".formatted(folder, text));
        assertTrue(file.toFile().setExecutable(true));
    }

    private static String stack(String status, String site, Map<String, String> parameters) {
        Map<String, String> outputs = new LinkedHashMap<>();
        outputs.put("SiteUrl", site);
        outputs.put("DistributionDomain", "d123.cloudfront.net");
        outputs.put("DistributionId", "E2XYZ");
        outputs.put("SiteBucketName", "bout-sitebucket-1");
        outputs.put("ReplayBucketName", "bout-replaybucket-1");
        outputs.put("TableName", "bout-Table-1");
        outputs.put(
                "DashboardUrl",
                "https://console.aws.amazon.com/cloudwatch/home#dashboards/dashboard/bout-eu-central-1");
        return Json.text(Map.of(
                "Stacks",
                List.of(Map.of(
                        "StackName",
                        "bout",
                        "StackStatus",
                        status,
                        "Description",
                        "Bout - let programs play each other, serverless",
                        "Parameters",
                        list("Parameter", parameters),
                        "Outputs",
                        list("Output", outputs)))));
    }

    private static List<Map<String, String>> list(String kind, Map<String, String> values) {
        return values.entrySet().stream()
                .map(each -> Map.of(kind + "Key", each.getKey(), kind + "Value", each.getValue()))
                .toList();
    }

    void hasStack(String status, String site, Map<String, String> parameters) throws IOException {
        mend("aws.cloudformation.describe-stacks");
        answer("aws.cloudformation.describe-stacks", stack(status, site, parameters));
        Files.writeString(folder.resolve("stack"), stack("UPDATE_COMPLETE", site, parameters));
    }

    /** @param key such as {@code aws.s3.cp}, {@code sam} or {@code mvnw} */
    void answer(String key, String text) throws IOException {
        Files.writeString(folder.resolve("answers").resolve(key), text);
    }

    void fail(String key, String words) throws IOException {
        Files.writeString(folder.resolve("failures").resolve(key), words + "\n");
    }

    void mend(String key) throws IOException {
        Files.delete(folder.resolve("failures").resolve(key));
    }

    void remove(String program) throws IOException {
        Files.delete(folder.resolve("bin").resolve(program));
    }

    List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls"));
    }

    /** Those that change something in the account, each as its first three words. */
    List<String> changes() throws IOException {
        return calls().stream()
                .map(call -> Stream.of(call.split(" ")).limit(3).toList())
                .filter(words -> !words.get(0).equals("mvnw")
                        && (words.get(0).equals("sam") || !words.get(2).matches("(get|list|describe|wait).*")))
                .map(words -> words.get(0).equals("sam") ? "sam deploy" : String.join(" ", words))
                .toList();
    }

    void forgetCalls() throws IOException {
        Files.writeString(folder.resolve("calls"), "");
    }

    String configuration() throws IOException {
        return Files.readString(folder.resolve("configuration"));
    }

    void assertConfigured(String text) throws IOException {
        assertTrue(configuration().contains(text), configuration());
    }

    String leaked() throws IOException {
        return Files.readString(folder.resolve("leaked"));
    }

    Ran bout(String... arguments) {
        CommandLine commandLine = Bout.commandLine();
        DeployCommand deploy = commandLine.getSubcommands().get("deploy").getCommand();
        deploy.environment = environment;
        deploy.home = home;
        UndeployCommand undeploy = commandLine.getSubcommands().get("undeploy").getCommand();
        undeploy.environment = environment;
        return Ran.with(commandLine, arguments);
    }
}
