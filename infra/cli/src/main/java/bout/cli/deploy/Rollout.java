package bout.cli.deploy;

import bout.cli.text.CommandFailed;
import bout.cli.text.DidYouMean;
import bout.cloud.template.Application;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Deployment;
import bout.cloud.template.InvalidTemplate;
import bout.cloud.template.Template;
import bout.engine.Plain;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Creates or updates a stack, step by step. Every step can be repeated: after a failure the same command continues.
 *
 * <p>A failure is a {@link CommandFailed} that says what failed, what has been done, and what to do next.
 */
final class Rollout {

    private static final String RUNNERS = "RunnerConcurrency";
    private static final String ADMIN_TOKEN = "AdminToken";
    private static final String TABLE_KEY = "TableKeyArn";
    private static final String NOT_VERIFIED = "must be verified";

    private final AwsCommands commands;
    private final Path home;
    private final Programs programs;
    private final PrintWriter err;
    private final List<String> done = new ArrayList<>();

    /**
     * @param home the repository
     * @param environment of the programs
     * @param err gets what is being done
     */
    Rollout(String stack, String region, Path home, Map<String, String> environment, PrintWriter err) {
        this.commands = new AwsCommands(stack, region);
        this.home = home;
        this.programs = new Programs(environment);
        this.err = err;
    }

    /**
     * What is wanted.
     *
     * @param parameters those that were named, without the admin token
     * @param adminToken the new admin token; empty for none; absent to keep the present one
     * @param build whether to build before
     */
    record Wanted(Map<String, String> parameters, Optional<String> adminToken, boolean build) {

        Wanted {
            parameters = Map.copyOf(parameters);
        }
    }

    /** What there is now. */
    record Deployed(URI site, String domain, String dashboard, Map<String, String> parameters) {}

    // Preflight ----------------------------------------------------------------------------------------------------

    /**
     * Looks whether the stack can be created or updated, and changes nothing but to remove the rest of a creation that
     * failed.
     *
     * @return whether there is no stack yet
     */
    boolean preflight(Map<String, String> named) {
        say("Looking at the tools and the account");
        tool("sam", AwsCommands.SAM_VERSION, "https://docs.aws.amazon.com/serverless-application-model/");
        tool("aws", AwsCommands.AWS_VERSION, "https://docs.aws.amazon.com/cli/");
        Programs.Output identity = programs.run(commands.identity());
        if (!identity.ok()) {
            throw failed(
                    "AWS does not accept the credentials: " + identity.reason(),
                    "Sign in (aws configure, aws sso login, or AWS_PROFILE), then run the same command again.");
        }
        say("Account " + identity.json().get("Account").text() + ", region " + commands.region() + ", as "
                + identity.json().get("Arn").text());
        StackState state = state();
        boolean first = prepare(state);
        Map<String, String> values = new TreeMap<>();
        if (state instanceof StackState.Present present) {
            values.putAll(present.parameters());
        }
        values.putAll(named);
        values.remove(ADMIN_TOKEN);
        Application application = application(values);
        if (first) {
            requireFreeNames(application);
            mentionLeftovers();
        }
        requireCloudFront(first);
        requireTableKey(values.getOrDefault(TABLE_KEY, ""));
        checkRoomForRunners(application);
        return first;
    }

    private void tool(String name, Command version, String from) {
        if (!programs.has(name)) {
            throw failed(
                    "the program " + name + " is not installed, or not in PATH",
                    "Install it from " + from + ", then run the same command again.");
        }
        Programs.Output printed = programs.run(version);
        String text = printed.out() + printed.err();
        Optional<String> problem = name.equals("sam") ? ToolVersion.problemOfSam(text) : ToolVersion.problemOfAws(text);
        problem.ifPresent(what -> {
            throw failed(what, "Install it from " + from + ", then run the same command again.");
        });
    }

    private StackState state() {
        Programs.Output stacks = programs.run(commands.stacks());
        if (!stacks.ok()) {
            if (stacks.err().contains("does not exist")) {
                return new StackState.Absent();
            }
            throw failed("cannot ask for the stack " + commands.stack() + ": " + stacks.reason(), AGAIN);
        }
        return StackState.of(stacks.json().get("Stacks").at(0));
    }

    private static final String AGAIN = "Mend that, then run the same command again.";

    private boolean prepare(StackState state) {
        return switch (state) {
            case StackState.Absent absent -> true;
            case StackState.Present present -> false;
            case StackState.RolledBack rest -> {
                say("An earlier attempt to create the stack failed; removing what is left of it");
                require(commands.deleteStack(), "cannot remove the stack of the failed attempt", AGAIN);
                require(commands.awaitDeletedStack(), "the stack of the failed attempt was not removed", AGAIN);
                done.add("removed the stack of a failed attempt");
                yield true;
            }
            case StackState.Blocked blocked ->
                throw failed(
                        "the stack " + commands.stack() + " is in the state " + blocked.status()
                                + " and cannot be updated",
                        StackState.remedy(blocked.status(), commands) + " Then run the same command again.");
            case StackState.Foreign foreign ->
                throw failed(
                        "there is a stack " + commands.stack() + " that is not Bout"
                                + (foreign.description().isEmpty() ? "" : " ('" + foreign.description() + "')"),
                        "Choose another name with --stack-name.");
        };
    }

    private Application application(Map<String, String> parameters) {
        Template template = Template.read(templateIn(home));
        Map<String, String> known = new TreeMap<>(parameters);
        // Parameters of an older version may be gone.
        known.keySet().retainAll(template.parameters());
        try {
            return template.application(
                    new Deployment(commands.stack(), known, URI.create("http://127.0.0.1"), commands.region()));
        } catch (InvalidTemplate invalid) {
            throw failed(invalid.getMessage(), AGAIN);
        }
    }

    private void requireFreeNames(Application application) {
        Set<String> queues = application.queues().stream().map(Queue::name).collect(Collectors.toSet());
        String prefix = commands.stack() + "-" + commands.region();
        for (Command names : commands.takenNames()) {
            for (String name : names(names)) {
                String bare = name.substring(name.lastIndexOf('/') + 1);
                if (queues.contains(bare) || bare.equals(prefix) || bare.startsWith(prefix + "-")) {
                    throw failed(
                            "the name " + bare + " is taken, but there is no stack " + commands.stack() + " (found by: "
                                    + names + ")",
                            "Delete what has this name, or choose another name with --stack-name. A queue's name is free"
                                    + " again a minute after the queue was deleted.");
                }
            }
        }
    }

    private void mentionLeftovers() {
        List<String> left = new ArrayList<>();
        names(commands.tables()).stream()
                .filter(name -> name.startsWith(commands.stack() + "-Table-"))
                .forEach(name -> left.add("table " + name));
        String bucket = commands.stack().toLowerCase(Locale.ROOT) + "-replaybucket-";
        names(commands.buckets()).stream()
                .filter(name -> name.startsWith(bucket))
                .forEach(name -> left.add("bucket " + name));
        if (!left.isEmpty()) {
            say("Note: an earlier stack of this name left " + String.join(", ", left)
                    + ". The new stack makes its own; docs/operating.md says how to delete these.");
        }
    }

    private List<String> names(Command command) {
        Plain names = require(command, "cannot list what there is in the account", AGAIN)
                .json();
        return names.isNull()
                ? List.of()
                : names.entries().stream().map(Plain::text).toList();
    }

    private void requireCloudFront(boolean first) {
        Programs.Output listed = programs.run(commands.distributions());
        if (!listed.ok()) {
            throw failed("CloudFront cannot be used: " + listed.reason(), AGAIN);
        }
        if (first && listed.out().strip().equals("0")) {
            say(
                    "Note: this account has no CloudFront distribution yet. AWS verifies some new accounts before they may have"
                            + " one, and says so only when one is created. Then everything is rolled back, and nothing remains.");
        }
    }

    /** CloudFormation would find out, too, but only after minutes. */
    private void requireTableKey(String arn) {
        if (arn.isEmpty()) {
            return;
        }
        if (!arn.startsWith("arn:") || !arn.contains(":kms:" + commands.region() + ":")) {
            throw failed(
                    "the table's key " + arn + " is not the ARN of a KMS key in " + commands.region(),
                    "Choose a key there: --parameter " + TABLE_KEY + "=arn:aws:kms:" + commands.region()
                            + ":ACCOUNT:key/ID");
        }
        Plain key = require(commands.key(arn), "cannot look at the table's key", AGAIN)
                .json();
        String state = key.at(0).text();
        if (!state.equals("Enabled")) {
            throw failed("the table's key " + arn + " cannot be used: its state is " + state, AGAIN);
        }
        if (!key.at(1).text().equals("SYMMETRIC_DEFAULT") || !key.at(2).text().equals("CUSTOMER")) {
            throw failed(
                    "DynamoDB cannot use the key " + arn + ": it must be symmetric, and your own, not managed by AWS",
                    "Choose another key.");
        }
    }

    /** Warns if the account has no room for as many runners. The default is the fewest that AWS accepts. */
    private void checkRoomForRunners(Application application) {
        Programs.Output limit = programs.run(commands.lambdaLimit());
        if (!limit.ok()) {
            throw failed("cannot ask for Lambda's limits: " + limit.reason(), AGAIN);
        }
        int allowed = Integer.parseInt(limit.out().strip());
        int runners = queueConcurrency(application, true);
        int others = queueConcurrency(application, false);
        OptionalInt fitting = Runners.lower(allowed, runners, others);
        if (fitting.isPresent()) {
            say("Warning: This account may run only " + allowed + " functions at a time, and " + runners
                    + " runners would leave too few for the API. Better: --parameter " + RUNNERS + "="
                    + fitting.getAsInt()
                    + ", or ask AWS for a higher limit (Service Quotas, Lambda, Concurrent executions).");
        }
    }

    private static int queueConcurrency(Application application, boolean ofRunners) {
        return application.functions().stream()
                .filter(function -> isRunner(function) == ofRunners)
                .flatMap(function -> function.events().stream())
                .filter(QueueBatches.class::isInstance)
                .mapToInt(event -> ((QueueBatches) event).maximumConcurrency())
                .sum();
    }

    private static boolean isRunner(Function function) {
        return function.logicalId().equals("RunnerFunction");
    }

    // Changes ------------------------------------------------------------------------------------------------------

    /** Builds, creates or updates the stack, and uploads the site. Call {@link #preflight} first. */
    Deployed deploy(Wanted wanted) {
        if (wanted.build()) {
            build();
        }
        requireFunctions();
        Path site = site();
        List<SiteUpload.Kind> kinds = SiteUpload.kindsIn(site);
        createOrUpdate(wanted);
        StackState.Present present = state() instanceof StackState.Present made
                ? made
                : fail("the stack " + commands.stack() + " is not there, although SAM said so", AGAIN);
        protectTable(present.output("TableName"));
        upload(site, kinds, present.output("SiteBucketName"));
        invalidate(present.output("DistributionId"));
        return new Deployed(
                URI.create(present.output("SiteUrl")),
                present.output("DistributionDomain"),
                present.output("DashboardUrl"),
                present.parameters());
    }

    static Command buildCommand(Path home) {
        return Command.of(
                home.resolve("mvnw").toString(),
                "-B",
                "-ntp",
                "-q",
                "-f",
                home.resolve("pom.xml").toString(),
                "-Dmaven.test.skip=true",
                "-Dspotless.check.skip=true",
                "-pl",
                "infra/stack",
                "-am",
                "package");
    }

    private void build() {
        say("Building the functions and the site (a few minutes the first time)");
        Programs.Output built = programs.follow(buildCommand(home), line -> {});
        if (!built.ok()) {
            built.out().lines().forEach(this::say);
            throw failed("the build failed, see above", AGAIN);
        }
        done.add("built");
    }

    private void requireFunctions() {
        for (Function function : application(Map.of()).functions()) {
            if (!Files.isRegularFile(home.resolve(function.codeUri()))) {
                throw failed(
                        "there is no built function in " + function.codeUri(),
                        "Run the same command without --no-build.");
            }
        }
    }

    private Path site() {
        Path site = siteIn(home);
        if (!Files.isRegularFile(site.resolve("index.html"))) {
            throw failed("there is no built site in " + site, "Run the same command without --no-build.");
        }
        return site;
    }

    private static Path templateIn(Path home) {
        return home.resolve("template.yaml");
    }

    private static Path siteIn(Path home) {
        return home.resolve("infra/site/target/classes/bout/site");
    }

    private void createOrUpdate(Wanted wanted) {
        say("Creating or updating the stack " + commands.stack() + " (about ten minutes the first time)");
        LinkedHashMap<String, String> parameters = new LinkedHashMap<>(new TreeMap<>(wanted.parameters()));
        wanted.adminToken().ifPresent(token -> parameters.put(ADMIN_TOKEN, token));
        Path configuration = Configuration.file(home, commands);
        Configuration.write(configuration, Configuration.text(parameters));
        Programs.Output deployed;
        try {
            String secret =
                    wanted.adminToken().filter(token -> !token.isEmpty()).orElse(null);
            deployed = programs.follow(
                    commands.deploy(templateIn(home), configuration),
                    // SAM prints stars for it; this holds if it ever stops doing so.
                    line -> say(secret == null ? line : line.replace(secret, "*****")));
        } finally {
            Configuration.delete(configuration);
        }
        if (!deployed.ok()) {
            throw notDeployed(deployed);
        }
        done.add("created or updated the stack");
    }

    private CommandFailed notDeployed(Programs.Output deployed) {
        Optional<String> cause = firstFailure();
        if (cause.filter(text -> text.contains(NOT_VERIFIED)).isPresent()) {
            return failed(
                    "AWS has not verified this account for CloudFront yet (" + cause.get() + ")",
                    "Ask AWS Support to verify it (a case under 'Account and billing', service CloudFront; a day or two),"
                            + " then run the same command again. What was created has been rolled back.");
        }
        return failed(
                "the stack was not created or updated: " + cause.orElseGet(deployed::reason),
                "CloudFormation rolls back what it did. " + AGAIN);
    }

    private Optional<String> firstFailure() {
        Programs.Output events = programs.run(commands.events());
        return events.ok() && !events.json().isNull() ? StackEvents.firstFailure(events.json()) : Optional.empty();
    }

    /** Not in the template: CloudFormation could not roll back the creation of a protected table. */
    private void protectTable(String table) {
        Programs.Output known = require(commands.tableIsProtected(table), "cannot look at the table " + table, AGAIN);
        if (!known.out().strip().equals("true")) {
            require(commands.protectTable(table), "cannot protect the table " + table + " from deletion", AGAIN);
        }
        done.add("protected the table from deletion");
    }

    private void upload(Path site, List<SiteUpload.Kind> kinds, String bucket) {
        say("Uploading the site");
        String again = "The API already runs the new version, the pages are partly old. " + AGAIN;
        for (SiteUpload.Kind kind : kinds) {
            require(commands.upload(site, bucket, kind), "the site was not uploaded completely", again);
        }
        require(commands.removeOldFiles(site, bucket), "old files of the site were not removed", again);
        done.add("uploaded the site");
    }

    private void invalidate(String distribution) {
        say("Telling the CDN to forget the old site");
        String again = "Visitors may see old pages for up to an hour. " + AGAIN;
        Programs.Output made =
                require(commands.invalidate(distribution), "the CDN was not told to forget the old site", again);
        require(
                commands.awaitInvalidation(distribution, made.json().text()),
                "the CDN has not forgotten the old site in time",
                again);
        done.add("invalidated the CDN");
    }

    // A dry run ----------------------------------------------------------------------------------------------------

    /** What a run would do, as a shell script. Runs nothing. */
    List<String> script(Wanted wanted) {
        Path site = siteIn(home);
        List<String> script = new ArrayList<>();
        script.add("# Preflight: changes nothing, and stops if the stack cannot be created or updated.");
        script.addAll(texts(AwsCommands.SAM_VERSION, AwsCommands.AWS_VERSION, commands.identity(), commands.stacks()));
        script.add("# Only if there is no such stack: is any of its names taken?");
        commands.takenNames().forEach(command -> script.add(command.toString()));
        script.addAll(texts(commands.tables(), commands.buckets()));
        script.add("# Can CloudFront be used, and how many functions may run at a time?");
        script.addAll(texts(commands.distributions(), commands.lambdaLimit()));
        Optional.ofNullable(wanted.parameters().get(TABLE_KEY))
                .filter(arn -> !arn.isEmpty())
                .ifPresent(arn -> {
                    script.add("# Is the table's key enabled, symmetric and your own?");
                    script.add(commands.key(arn).toString());
                });
        if (wanted.build()) {
            script.add("");
            script.add("# Build.");
            script.add(buildCommand(home).toString());
        }
        script.add("");
        script.add(
                "# Create or update the stack. The file keeps secrets out of the command line. An update leaves AdminToken out,");
        script.add("# unless a new one is wanted.");
        Path configuration = Configuration.file(home, commands);
        LinkedHashMap<String, String> parameters = new LinkedHashMap<>(new TreeMap<>(wanted.parameters()));
        wanted.adminToken().ifPresent(token -> parameters.put(ADMIN_TOKEN, token));
        Map<String, String> secrets =
                wanted.adminToken().filter(token -> !token.isEmpty()).isPresent()
                        ? Map.of(ADMIN_TOKEN, "$BOUT_ADMIN_TOKEN")
                        : Map.of();
        script.add("umask 077; mkdir -p " + Command.of(configuration.getParent().toString()));
        script.add("cat >" + Command.of(configuration.toString()) + " <<END");
        script.addAll(Configuration.shown(parameters, secrets).lines().toList());
        script.add("END");
        script.add(commands.deploy(templateIn(home), configuration).toString());
        script.add("rm " + Command.of(configuration.toString()));
        script.add("output() { aws cloudformation describe-stacks --stack-name " + commands.stack() + " --region "
                + commands.region() + " --output text --query \"Stacks[0].Outputs[?OutputKey=='$1'].OutputValue\"; }");
        script.add("");
        script.add("# Protect the table from deletion, unless it is.");
        script.addAll(
                texts(commands.tableIsProtected("$(output TableName)"), commands.protectTable("$(output TableName)")));
        script.add("");
        script.add("# Upload the site, pages last.");
        String bucket = "$(output SiteBucketName)";
        List<SiteUpload.Kind> kinds = Files.isDirectory(site) ? SiteUpload.kindsIn(site) : SiteUpload.KINDS;
        kinds.forEach(kind -> script.add(commands.upload(site, bucket, kind).toString()));
        script.add(commands.removeOldFiles(site, bucket).toString());
        script.add("");
        script.add("# Tell the CDN to forget the old site.");
        String distribution = "$(output DistributionId)";
        script.add("invalidation=$(" + commands.invalidate(distribution) + " | tr -d '\"')");
        script.add(commands.awaitInvalidation(distribution, "INVALIDATION")
                .toString()
                .replace("INVALIDATION", "\"$invalidation\""));
        return script;
    }

    private static List<String> texts(Command... commands) {
        return List.of(commands).stream().map(Command::toString).toList();
    }

    // Failures -----------------------------------------------------------------------------------------------------

    private Programs.Output require(Command command, String otherwise, String next) {
        Programs.Output output = programs.run(command);
        if (!output.ok()) {
            throw failed(otherwise + ": " + output.reason(), next);
        }
        return output;
    }

    private <T> T fail(String what, String next) {
        throw failed(what, next);
    }

    private CommandFailed failed(String what, String next) {
        return new CommandFailed(what + ".\nDone so far: "
                + (done.isEmpty() ? "nothing was changed" : String.join(", ", done)) + ".\nNext: " + next);
    }

    private void say(String line) {
        err.println(line);
        err.flush();
    }

    /** What is wrong with parameters that were named. */
    static Optional<String> problem(Path home, Map<String, String> named) {
        Set<String> known = Template.read(templateIn(home)).parameters();
        for (Map.Entry<String, String> each : named.entrySet()) {
            if (each.getKey().equals(ADMIN_TOKEN)) {
                return Optional.of("AdminToken would be readable by everyone on this machine: command lines are. Set"
                        + " BOUT_ADMIN_TOKEN in the environment, and use --new-admin-token.");
            }
            if (!known.contains(each.getKey())) {
                return Optional.of(DidYouMean.message("parameter", each.getKey(), List.copyOf(known)));
            }
            if (!Configuration.usable(each.getValue())) {
                return Optional.of(
                        each.getKey() + ": quotes, backslashes, backticks and dollar signs are not possible.");
            }
        }
        return Optional.empty();
    }
}
