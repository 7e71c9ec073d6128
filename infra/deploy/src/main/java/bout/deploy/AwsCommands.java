package bout.deploy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands of the SAM CLI and the AWS CLI for one stack. A dry run prints them, a real run runs them. */
record AwsCommands(String stack, String region) {

    private Command aws(String... words) {
        List<String> all = new ArrayList<>(List.of("aws"));
        all.addAll(List.of(words));
        all.addAll(List.of("--region", region, "--output", "json"));
        return new Command(all);
    }

    // Looks only ---------------------------------------------------------------------------------------------------

    Command identity() {
        return aws("sts", "get-caller-identity");
    }

    Command stacks() {
        return aws("cloudformation", "describe-stacks", "--stack-name", stack);
    }

    /** The resources that could not be made, changed or deleted, the newest first, each with its reason. */
    Command failures() {
        return aws(
                "cloudformation",
                "describe-stack-events",
                "--stack-name",
                stack,
                "--query",
                "StackEvents[?ends_with(ResourceStatus, '_FAILED')].[LogicalResourceId, ResourceStatusReason]");
    }

    Command tableIsProtected(String table) {
        return aws("dynamodb", "describe-table", "--table-name", table, "--query", "Table.DeletionProtectionEnabled");
    }

    // Changes ------------------------------------------------------------------------------------------------------

    /** @param configuration holds the parameters, so that no secret is in a command line, which everyone can see */
    Command deploy(Path template, Path configuration) {
        return Command.of(
                "sam",
                "deploy",
                "--template-file",
                template.toString(),
                "--config-file",
                configuration.toString(),
                "--stack-name",
                stack,
                "--region",
                region,
                "--resolve-s3",
                "--capabilities",
                "CAPABILITY_IAM",
                "--no-confirm-changeset",
                "--no-fail-on-empty-changeset",
                "--no-progressbar");
    }

    Command deleteStack() {
        return aws("cloudformation", "delete-stack", "--stack-name", stack);
    }

    Command awaitDeletedStack() {
        return aws("cloudformation", "wait", "stack-delete-complete", "--stack-name", stack);
    }

    Command protectTable(String table) {
        return aws("dynamodb", "update-table", "--table-name", table, "--deletion-protection-enabled");
    }

    Command unprotectTable(String table) {
        return aws("dynamodb", "update-table", "--table-name", table, "--no-deletion-protection-enabled");
    }

    Command deleteTable(String table) {
        return aws("dynamodb", "delete-table", "--table-name", table);
    }

    /**
     * Uploads the files of one kind, whether or not they have changed: an unchanged file may have other headers now.
     */
    Command upload(Path site, String bucket, SiteUpload.Kind kind) {
        List<String> words = new ArrayList<>(List.of("s3", "cp", site.toString(), "s3://" + bucket + "/"));
        words.addAll(List.of("--recursive", "--exclude", "*"));
        kind.patterns().forEach(pattern -> words.addAll(List.of("--include", pattern)));
        words.addAll(List.of("--content-type", kind.contentType(), "--cache-control", kind.cacheControl()));
        words.add("--only-show-errors");
        return aws(words.toArray(String[]::new));
    }

    /** Removes what the site no longer has. */
    Command removeOldFiles(Path site, String bucket) {
        return aws(
                "s3", "sync", site.toString(), "s3://" + bucket + "/", "--delete", "--size-only", "--only-show-errors");
    }

    Command emptyBucket(String bucket) {
        return aws("s3", "rm", "s3://" + bucket + "/", "--recursive", "--only-show-errors");
    }

    Command deleteBucket(String bucket) {
        return aws("s3", "rb", "s3://" + bucket, "--force");
    }

    Command invalidate(String distribution) {
        return aws(
                "cloudfront",
                "create-invalidation",
                "--distribution-id",
                distribution,
                "--paths",
                "/*",
                "--query",
                "Invalidation.Id");
    }

    Command awaitInvalidation(String distribution, String invalidation) {
        return aws(
                "cloudfront",
                "wait",
                "invalidation-completed",
                "--distribution-id",
                distribution,
                "--id",
                invalidation);
    }
}
