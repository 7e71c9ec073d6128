package bout.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
@DisabledOnOs(OS.WINDOWS)
class UndeployCommandTest {

    @TempDir
    private Path folder;

    private FakeAccount account;

    @BeforeEach
    void an_account_with_a_stack() throws IOException {
        account = new FakeAccount(folder, "https://d123.cloudfront.net");
        account.hasStack("CREATE_COMPLETE", "https://d123.cloudfront.net", Map.of());
    }

    private Ran undeploy(String... more) {
        return account.bout(
                Stream.concat(List.of("undeploy", "--region", "eu-central-1").stream(), List.of(more).stream())
                        .toArray(String[]::new));
    }

    @Test
    void without_yes_it_only_says_what_would_go_and_what_would_remain() throws Exception {
        Ran ran = undeploy().exits(1);
        assertEquals(List.of(), account.changes());
        ran.prints("This would delete the stack bout in eu-central-1");
        ran.prints("table   bout-Table-1");
        ran.prints("bucket  bout-replaybucket-1");
        ran.prints("Nothing was deleted. To delete the stack, add --yes.");
    }

    @Test
    void with_yes_it_deletes_the_stack_and_says_how_to_delete_what_remains() throws Exception {
        Ran ran = undeploy("--yes").succeeds();
        assertEquals(List.of("aws s3 rm", "aws cloudformation delete-stack"), account.changes());
        assertTrue(
                account.calls().stream().anyMatch(call -> call.contains("s3 rm s3://bout-sitebucket-1/ --recursive")),
                "the replays' bucket must not be emptied: " + account.calls());
        for (String line : List.of(
                "  aws dynamodb update-table --table-name bout-Table-1 --no-deletion-protection-enabled --region"
                        + " eu-central-1",
                "  aws dynamodb delete-table --table-name bout-Table-1 --region eu-central-1",
                "  aws s3 rb s3://bout-replaybucket-1 --force --region eu-central-1")) {
            ran.prints(line);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            aws.s3.rm                        | the site's bucket was not emptied: boom   | The stack is unchanged
            aws.cloudformation.delete-stack  | the stack was not deleted: boom           | the API still runs
            aws.cloudformation.wait          | the stack was not deleted completely: boom | delete-stack --stack-name bout
            """)
    void a_failure_says_what_to_do(String key, String said, String next) throws Exception {
        account.fail(key, "boom");

        Ran ran = undeploy("--yes").fails(1, said);
        assertTrue(ran.err().contains("\nNext: ") && ran.err().contains(next), ran.err());
    }

    @Test
    void it_says_which_command_names_what_keeps_the_stack_from_being_deleted() throws Exception {
        account.fail("aws.cloudformation.wait", "Waiter StackDeleteComplete failed");

        undeploy("--yes")
                .says("not deleted completely: Waiter StackDeleteComplete failed")
                .says("aws cloudformation describe-stack-events --stack-name bout");
    }

    @Test
    void there_has_to_be_a_stack_and_it_has_to_be_ours() throws Exception {
        account.answer(
                "aws.cloudformation.describe-stacks",
                "{\"Stacks\": [{\"StackStatus\": \"CREATE_COMPLETE\", \"Description\": \"Payroll\"}]}");
        undeploy("--yes").fails(1, "is not Bout; nothing was deleted");

        account.fail("aws.cloudformation.describe-stacks", FakeAccount.NO_STACK);
        undeploy("--yes").fails(1, "there is no stack bout in eu-central-1");
        assertEquals(List.of(), account.changes());
    }
}
