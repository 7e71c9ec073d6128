package bout.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.HastyTemplate;
import bout.cli.Ran;
import bout.stack.Stack;
import bout.stack.StackOptions;
import bout.store.access.AdminToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bout deploy} against programs that record what they are asked; the site that it checks is a strict stack. */
@Tag("server")
@DisabledOnOs(OS.WINDOWS)
class DeployCommandTest {

    private static final String ADMIN_TOKEN = "an-admin-token-that-nobody-guesses";

    @AutoClose
    private static Stack stack;

    @TempDir
    private Path folder;

    private FakeAccount account;

    @BeforeAll
    static void start(@TempDir Path hasty) throws Exception {
        stack = Stack.start(StackOptions.of(HastyTemplate.in(hasty))
                .strict(ADMIN_TOKEN)
                // One smoke after another is more than a caller may ask in a second.
                .withParameter("BOUT_REQUESTS_PER_SECOND", "0"));
    }

    @BeforeEach
    void an_account_without_a_stack() throws IOException {
        account = new FakeAccount(folder, stack.address().toString());
        account.environment.put("BOUT_ADMIN_TOKEN", ADMIN_TOKEN);
    }

    private Ran deploy(String... more) {
        List<String> arguments = new ArrayList<>(List.of("deploy", "--region", "eu-central-1"));
        arguments.addAll(List.of(more));
        return account.bout(arguments.toArray(String[]::new));
    }

    @Test
    void a_first_deployment_builds_creates_uploads_checks_and_prints_the_urls_and_the_token_nowhere() throws Exception {
        Ran ran = deploy("--parameter", "AlarmEmail=me@example.org").succeeds();
        assertEquals(
                List.of(
                        "sam deploy",
                        "aws dynamodb update-table",
                        "aws s3 cp",
                        "aws s3 cp",
                        "aws s3 cp",
                        "aws s3 sync",
                        "aws cloudfront create-invalidation"),
                account.changes());
        assertTrue(account.calls().stream().anyMatch(call -> call.startsWith("mvnw ")), "no build");
        account.assertConfigured("parameter_overrides = 'AdminTokenHash=\"" + hash(ADMIN_TOKEN)
                + "\" AlarmEmail=\"me@example.org\" Release=\"" + release() + "\"'");
        for (String line :
                List.of("ok       match: ", "ok       replay: ", "Deployed:", stack.address() + "/new.html")) {
            ran.prints(line);
        }
        assertEquals(
                List.of(
                        "--include *.js --include *.mjs --content-type text/javascript; charset=utf-8"
                                + " --cache-control public, max-age=300",
                        "--include *.css --content-type text/css; charset=utf-8 --cache-control public, max-age=300",
                        "--include *.html --content-type text/html; charset=utf-8 --cache-control public, max-age=60"),
                account.calls().stream()
                        .filter(call -> call.startsWith("aws s3 cp"))
                        .map(call ->
                                call.replaceFirst(".* --exclude \\* ", "").replaceFirst(" --only-show-errors .*", ""))
                        .toList());

        assertFalse(String.join("\n", account.calls()).contains(ADMIN_TOKEN));
        assertEquals("", account.leaked());
        assertFalse((ran.out() + ran.err()).contains(ADMIN_TOKEN));
        assertFalse(account.configuration().contains(ADMIN_TOKEN));
    }

    @Test
    void a_missing_admin_token_is_made_and_printed_once_before_it_is_used() throws Exception {
        account.environment.remove("BOUT_ADMIN_TOKEN");
        account.fail("sam", "Error: no network");

        Ran ran = deploy().exits(1);
        String token = ran.out().replaceFirst("(?s).*export BOUT_TOKEN=([0-9a-f]{64})\n.*", "$1");
        account.assertConfigured("AdminTokenHash=\"" + hash(token) + "\"");
        assertEquals(1, ran.out().split(token, -1).length - 1);
        assertFalse(ran.err().contains(token));
        assertFalse(String.join("\n", account.calls()).contains(token));
    }

    /** What a job prints is kept, and often public. */
    @Test
    void a_job_must_bring_its_admin_token() throws Exception {
        account.environment.remove("BOUT_ADMIN_TOKEN");
        account.environment.put("CI", "true");

        deploy().fails(1, "a new admin token would be in this job's log");
        assertEquals(List.of(), account.changes());
    }

    @Test
    void an_upgrade_names_only_what_was_named_and_keeps_the_admin_token() throws Exception {
        account.hasStack(
                "UPDATE_COMPLETE",
                stack.address().toString(),
                Map.of("RunnerConcurrency", "7", "AdminTokenHash", hash(ADMIN_TOKEN)));
        account.answer("aws.dynamodb.describe-table", "true\n");
        account.environment.remove("BOUT_ADMIN_TOKEN");
        account.environment.put("BOUT_TOKEN", ADMIN_TOKEN);

        Ran ran = deploy("--parameter", "LogRetentionDays=7").succeeds();
        assertEquals(
                "version = 0.1\n\n[default.deploy.parameters]\nparameter_overrides = 'LogRetentionDays=\"7\" Release=\""
                        + release() + "\"'\n",
                account.configuration());
        assertFalse(account.changes().contains("aws dynamodb update-table"), "it is protected already");
        assertFalse(ran.out().contains("admin token"), ran.out());
    }

    /** Otherwise a changed setting would reach no function. */
    @Test
    void whatever_is_deployed_otherwise_is_another_release() throws Exception {
        account.hasStack("CREATE_COMPLETE", stack.address().toString(), Map.of());
        Set<String> releases = new HashSet<>();
        for (List<String> options : List.of(
                List.<String>of(),
                List.of("--parameter", "RunnerConcurrency=20"),
                List.of("--parameter", "RunnerConcurrency=21"),
                List.of("--new-admin-token"),
                List.of("--no-admin-token"))) {
            deploy(options.toArray(String[]::new)).succeeds();
            assertTrue(releases.add(release()), () -> options + " is the release of others");
        }
        deploy().succeeds();
        assertFalse(releases.add(release()), "the same again");
        assertEquals(2, deploy("--parameter", "Release=" + release()).status());
    }

    private String release() throws IOException {
        Matcher release = Pattern.compile("Release=\"([0-9a-f]{64})\"").matcher(account.configuration());
        assertTrue(release.find(), account.configuration());
        return release.group(1);
    }

    @Test
    void the_admin_token_of_a_stack_is_replaced_or_removed_only_when_asked() throws Exception {
        account.hasStack("CREATE_COMPLETE", stack.address().toString(), Map.of());

        deploy().succeeds();
        assertFalse(account.configuration().contains("AdminToken"), account.configuration());

        deploy("--new-admin-token").succeeds();
        account.assertConfigured("AdminTokenHash=\"" + hash(ADMIN_TOKEN) + "\"");

        deploy("--no-admin-token").succeeds();
        account.assertConfigured("AdminTokenHash=\"\"");
    }

    @Test
    void a_former_admin_token_that_is_known_must_be_refused_afterwards() throws Exception {
        String former = "the-admin-token-of-yesterday-that-leaked";
        account.hasStack("UPDATE_COMPLETE", stack.address().toString(), Map.of("AdminTokenHash", hash(former)));
        account.environment.put("BOUT_TOKEN", former);

        deploy("--new-admin-token")
                .succeeds()
                .prints("ok       former admin token: it is refused")
                .prints("ok       match: ");

        deploy("--no-admin-token").succeeds().prints("skipped  match: it needs a token");
        // It stays, so it plays the match, and here the stack does not know it.
        deploy().prints("FAILED   match: ");
    }

    /** As if the new setting had not reached the function. */
    @Test
    void a_former_admin_token_that_is_still_taken_fails() throws Exception {
        account.hasStack("UPDATE_COMPLETE", stack.address().toString(), Map.of("AdminTokenHash", hash(ADMIN_TOKEN)));
        account.environment.put("BOUT_TOKEN", ADMIN_TOKEN);

        deploy("--no-admin-token").exits(1).prints("FAILED   former admin token: it is still taken");
    }

    private static String hash(String token) {
        return new AdminToken(token).hash();
    }

    @Test
    void a_dry_run_prints_the_commands_of_a_run_and_runs_none() throws Exception {
        String parameter = "AlarmEmail=me@example.org";
        Ran dry = deploy("--dry-run", "--parameter", parameter).succeeds();
        assertEquals(List.of(), account.calls());
        assertFalse(dry.out().contains(ADMIN_TOKEN), dry.out());

        deploy("--parameter", parameter).succeeds();

        String script = dry.out()
                .replace("$(output TableName)", "bout-Table-1")
                .replace("$(output SiteBucketName)", "bout-sitebucket-1")
                .replace("$(output DistributionId)", "E2XYZ")
                .replace("invalidation=$(", "")
                .replace(" | tr -d '\"')", "")
                .replace("$invalidation", "I3ABC")
                .replace("'", "")
                .replace("\"", "")
                .replace("$(printf %s $BOUT_ADMIN_TOKEN | sha256sum | cut -c 1-64)", hash(ADMIN_TOKEN))
                .replace("$(date +%s | sha256sum | cut -c 1-64)", release());
        List<String> left = new ArrayList<>(script.lines()
                .map(line -> line.replaceFirst("^\\S*/mvnw ", "mvnw "))
                .toList());
        for (String call : account.calls()) {
            // It asks for the stack again once it is made, which the script's function output does. What old versions
            // there are, the script's loop asks.
            if (!call.startsWith("aws cloudformation describe-stacks")
                    && !call.startsWith("aws cloudformation list-stack-resources")
                    && !call.startsWith("aws lambda list-")) {
                assertTrue(
                        left.remove(call.replace("'", "").replace("\"", "")), () -> call + "\nis not in\n" + dry.out());
            }
        }
        assertEquals(
                List.of(),
                left.stream()
                        .filter(line -> line.startsWith("aws ") || line.startsWith("sam "))
                        .filter(line -> !line.startsWith("aws cloudformation describe-stacks"))
                        .toList());
        assertTrue(
                script.contains(account.configuration()
                        .replace("'", "")
                        .replace("\"", "")
                        .strip()),
                dry.out());
    }

    @Test
    void what_was_built_before_is_deployed_without_a_build_if_it_is_there() throws Exception {
        deploy("--no-build").fails(1, "there is no built function in functions/");
        assertEquals(List.of(), account.changes());

        deploy().succeeds();
        account.forgetCalls();
        deploy("--no-build").succeeds();
        assertTrue(account.calls().stream().noneMatch(call -> call.startsWith("mvnw ")), "it built again");
    }

    @Test
    void the_sites_own_domain_and_certificate_are_parameters() throws Exception {
        String arn = "arn:aws:acm:us-east-1:123456789012:certificate/0123-4567";

        deploy("--domain", "bout.example.org", "--certificate", arn).succeeds();

        account.assertConfigured("SiteDomain=\"bout.example.org\"");
        account.assertConfigured("SiteCertificateArn=\"" + arn + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sam", "aws"})
    void a_missing_tool_is_named(String tool) throws Exception {
        account.remove(tool);

        assertRefused(deploy(), "the program " + tool + " is not installed");
    }

    @Test
    void all_missing_tools_are_named_at_once() throws Exception {
        account.remove("sam");
        account.remove("aws");

        assertRefused(deploy(), "the programs aws and sam are not installed, or not in PATH");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            aws.sts.get-caller-identity               | ExpiredToken     | AWS does not accept the credentials: ExpiredToken
            aws.cloudformation.describe-stacks        | AccessDenied     | cannot ask for the stack bout: AccessDenied
            """)
    @Tag("full")
    void a_failure_before_the_first_change_says_so_and_the_next_run_succeeds(String key, String words, String said)
            throws Exception {
        account.fail(key, words);
        assertRefused(deploy(), said);

        if (key.endsWith("describe-stacks")) {
            account.fail(key, FakeAccount.NO_STACK);
        } else {
            account.mend(key);
        }
        deploy().succeeds();
    }

    private void assertRefused(Ran ran, String said) throws IOException {
        ran.fails(1, said);
        ran.says("\nDone so far: nothing was changed.\nNext: ");
        assertEquals(List.of(), account.changes());
    }

    @Test
    void a_stack_that_is_not_ours_is_left_alone() throws Exception {
        account.mend("aws.cloudformation.describe-stacks");
        account.answer(
                "aws.cloudformation.describe-stacks",
                "{\"Stacks\": [{\"StackStatus\": \"CREATE_COMPLETE\", \"Description\": \"Payroll\"}]}");

        assertRefused(deploy(), "there is a stack bout that is not Bout ('Payroll')");
    }

    @Test
    void the_rest_of_a_failed_creation_is_removed_and_the_stack_created() throws Exception {
        account.hasStack("ROLLBACK_COMPLETE", stack.address().toString(), Map.of());

        deploy().succeeds();
        assertEquals(
                List.of("aws cloudformation delete-stack", "sam deploy"),
                account.changes().subList(0, 2));
        account.assertConfigured("AdminToken");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mvnw                                 | the build failed                                   | nothing was changed
            sam                                  | the stack was not created or updated: boom         | built
            aws.dynamodb.describe-table          | cannot look at the table bout-Table-1: boom        | built, created or updated the stack
            aws.dynamodb.update-table            | cannot protect the table bout-Table-1              | built, created or updated the stack
            aws.s3.cp                            | the site was not uploaded completely: boom         | protected the table from deletion
            aws.s3.sync                          | old files of the site were not removed: boom       | protected the table from deletion
            aws.cloudfront.create-invalidation   | the CDN's cache was not invalidated: boom         | uploaded the site
            aws.cloudfront.wait                  | the CDN did not drop its old pages in time         | uploaded the site
            """)
    @Tag("full")
    void a_failure_in_the_middle_says_what_is_done_and_the_same_command_continues(String key, String said, String done)
            throws Exception {
        account.fail(key, "boom");

        Ran ran = deploy("--parameter", "LogRetentionDays=7").fails(1, "bout: " + said);
        assertTrue(ran.err().contains("\nDone so far: ") && ran.err().contains(done + ".\nNext: "), ran.err());
        assertFalse(ran.out().contains("Deployed:"), ran.out());
        account.mend(key);
        account.environment.put("BOUT_TOKEN", ADMIN_TOKEN);
        deploy("--parameter", "LogRetentionDays=7").succeeds().prints("Deployed:");
    }

    @Test
    void a_stack_that_sam_cannot_make_is_explained_by_its_last_words_and_its_events() throws Exception {
        account.fail("sam", "SiteBucket TooManyBuckets\nError: Failed to create/update the stack: bout");

        deploy().fails(1, "SiteBucket TooManyBuckets\n")
                .says("not created or updated: Error: Failed to create/update the stack: bout.")
                .says("aws cloudformation describe-stack-events --stack-name bout");
    }

    @Test
    void few_functions_at_a_time_are_explained_and_leave_runners_fewer_than_were_asked_for() throws Exception {
        account.answer("aws.lambda.get-account-settings", "10\n");

        Ran ran = deploy().succeeds();
        ran.says("Matches and what follows from them can take 10; then the API answers 503");
        assertFalse(account.configuration().contains("RunnerConcurrency"), account.configuration());

        ran = deploy("--parameter", "RunnerConcurrency=20").succeeds();
        ran.says("10 functions at a time, so RunnerConcurrency is 4 instead of 20");
        account.assertConfigured("RunnerConcurrency=\"4\"");
    }

    @Test
    void the_runners_that_a_stack_has_count_as_well() throws Exception {
        account.hasStack("UPDATE_COMPLETE", stack.address().toString(), Map.of("RunnerConcurrency", "7"));
        account.answer("aws.lambda.get-account-settings", "29\n");
        account.environment.put("BOUT_TOKEN", ADMIN_TOKEN);
        deploy().succeeds().says("can take 15; then the API answers 503");

        account.answer("aws.lambda.get-account-settings", "30\n");
        assertFalse(deploy().succeeds().err().contains("functions at a time"));
    }

    @ParameterizedTest
    @CsvSource({"1000, 400, 400", "1000, 401, 400", "3, 20, 2"})
    @Tag("full")
    void runners_get_at_most_two_fifths_and_never_less_than_aws_accepts(String limit, String asked, String chosen)
            throws Exception {
        account.answer("aws.lambda.get-account-settings", limit + "\n");

        deploy("--parameter", "RunnerConcurrency=" + asked).succeeds();
        account.assertConfigured("RunnerConcurrency=\"" + chosen + "\"");
    }

    @Test
    void a_number_of_runners_that_is_none_is_refused() throws Exception {
        assertRefused(
                deploy("--parameter", "RunnerConcurrency=x"),
                "MatchesToRunner.ScalingConfig.MaximumConcurrency must be a whole number, not x");
    }

    @Test
    void an_account_that_does_not_say_how_many_functions_it_may_run_is_deployed_to() throws Exception {
        account.fail("aws.lambda.get-account-settings", "AccessDenied");

        deploy("--parameter", "RunnerConcurrency=20")
                .succeeds()
                .says("Cannot read how many functions the account can run at a time: AccessDenied");
        account.assertConfigured("RunnerConcurrency=\"20\"");
    }

    @Test
    void old_versions_go_but_the_last_five_and_those_that_an_alias_leads_to() throws Exception {
        account.answer(
                "aws.lambda.list-versions-by-function",
                "[\"$LATEST\", \"2\", \"4\", \"8\", \"9\", \"10\", \"11\", \"12\", \"100\"]");
        // Somebody has gone back, and tries another one with a tenth of the calls.
        account.answer("aws.lambda.list-aliases", """
                [{"Name": "live", "FunctionVersion": "12"},
                 {"Name": "tried", "FunctionVersion": "4", "RoutingConfig": {"AdditionalVersionWeights": {"8": 0.1}}}]
                """);

        deploy().succeeds();

        assertEquals(
                List.of("bout-ApiFunction-1 2", "bout-RunnerFunction-2 2"),
                deleted(),
                "of 2, 4 and 8, which are older than the last five, two are needed");
    }

    private List<String> deleted() throws IOException {
        return account.calls().stream()
                .filter(call -> call.startsWith("aws lambda delete-function"))
                .map(call -> call.replaceFirst(".*--function-name (\\S+) --qualifier ([0-9]+) .*", "$1 $2"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aws.cloudformation.list-stack-resources",
                "aws.lambda.list-versions-by-function",
                "aws.lambda.list-aliases",
                "aws.lambda.delete-function"
            })
    @Tag("full")
    void a_version_that_cannot_be_removed_is_no_failure(String key) throws Exception {
        account.answer("aws.lambda.list-versions-by-function", "[\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\"]");
        account.fail(key, "TooManyRequests");

        deploy().succeeds().says("Old versions stay: TooManyRequests").prints("Deployed:");
    }

    /** One goes back to a version from before. */
    @Test
    void after_a_failed_check_all_is_deployed_and_nothing_removed() throws Exception {
        account.environment.put("BOUT_ADMIN_TOKEN", "another-token-that-the-stack-does-not-know");
        account.answer("aws.lambda.list-versions-by-function", "[\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\"]");

        deploy().exits(1).prints("FAILED   match: ").says("it is deployed, but a check failed");
        assertEquals(List.of(), deleted());
    }

    @Test
    void a_first_attempt_that_cloudformation_refused_left_no_stack() throws Exception {
        account.hasStack("REVIEW_IN_PROGRESS", stack.address().toString(), Map.of());

        deploy().succeeds();
        account.assertConfigured("AdminToken");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --parameter RunnerConcurency=5                   | Unknown parameter 'RunnerConcurency'. Did you mean RunnerConcurrency?
            --parameter AdminTokenHash=abc                   | readable by everyone on this machine
            --new-admin-token --no-admin-token               | contradict each other
            --parameter AlarmEmail=$HOME                     | dollar signs are not possible
            --domain bout.example.org                        | --domain and --certificate require each other
            --parameter SiteDomain=a.example.org --domain b.example.org --certificate arn:aws:acm:x | given twice
            --stack-name a-name-of-thirty-one-characters    | up to 30 letters
            --stack-name 9lives                              | beginning with a letter
            """)
    void wrong_use_is_refused_before_anything_runs(String more, String said) throws Exception {
        deploy(more.split(" +")).fails(2, said);
        assertEquals(List.of(), account.calls());
    }

    @Test
    void the_region_is_given_or_in_the_environment() {
        account.bout("deploy", "--dry-run").fails(2, "Missing --region=REGION");

        account.environment.put("AWS_REGION", "us-west-2");
        account.bout("deploy", "--dry-run").prints("--region us-west-2");
        assertEquals(
                2, account.bout("deploy", "--dry-run", "--region", "Frankfurt").status());
    }
}
