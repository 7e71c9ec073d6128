package bout.deploy;

import bout.cli.text.CommandFailed;
import bout.cli.text.DidYouMean;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Deployment;
import bout.cloud.template.InvalidTemplate;
import bout.cloud.template.Template;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Creates or updates a stack, step by step. Every step can be repeated: after a failure the same command continues.
 *
 * <p>A failure is a {@link CommandFailed} that says what failed, what has been done, and what to do next.
 */
final class Rollout {

    private static final String ADMIN_TOKEN = "AdminToken";
    private static final String AGAIN = "Mend that, then run the same command again.";

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

        /** The parameters by name, then the admin token if it changes. */
        SequencedMap<String, String> all() {
            SequencedMap<String, String> all = new LinkedHashMap<>(new TreeMap<>(parameters));
            adminToken.ifPresent(token -> all.put(ADMIN_TOKEN, token));
            return all;
        }
    }

    /** What there is now. */
    record Deployed(URI site, String domain, String dashboard, Map<String, String> parameters) {}

    // Preflight ----------------------------------------------------------------------------------------------------

    /**
     * Looks whether the tools and the credentials are there, and the stack is ours. Changes nothing but to remove the
     * rest of a creation that failed, which CloudFormation could not update.
     *
     * @return whether there is no stack yet
     */
    boolean preflight() {
        say("Looking at the tools and the account");
        requireTool("sam", "https://docs.aws.amazon.com/serverless-application-model/");
        requireTool("aws", "https://docs.aws.amazon.com/cli/");
        Programs.Output identity = programs.run(commands.identity());
        if (!identity.ok()) {
            throw failed(
                    "AWS does not accept the credentials: " + identity.reason(),
                    "Sign in (aws configure, aws sso login, or AWS_PROFILE), then run the same command again.");
        }
        say("Account " + identity.json().get("Account").text() + ", region " + commands.region() + ", as "
                + identity.json().get("Arn").text());
        Optional<StackState> state = state();
        if (state.filter(there -> !there.isOurs()).isPresent()) {
            throw failed(
                    "there is a stack " + commands.stack() + " that is not Bout ('"
                            + state.get().description() + "')",
                    "Choose another name with --stack-name.");
        }
        if (state.filter(StackState::isRolledBack).isPresent()) {
            say("An earlier attempt to create the stack failed; removing what is left of it");
            require(commands.deleteStack(), "cannot remove the stack of the failed attempt", AGAIN);
            require(commands.awaitDeletedStack(), "the stack of the failed attempt was not removed", AGAIN);
            done.add("removed the stack of a failed attempt");
            return true;
        }
        return state.isEmpty();
    }

    private void requireTool(String name, String from) {
        if (!programs.has(name)) {
            throw failed(
                    "the program " + name + " is not installed, or not in PATH",
                    "Install it from " + from + ", then run the same command again.");
        }
    }

    private Optional<StackState> state() {
        Programs.Output stacks = programs.run(commands.stacks());
        if (stacks.err().contains("does not exist")) {
            return Optional.empty();
        }
        if (!stacks.ok()) {
            throw failed("cannot ask for the stack " + commands.stack() + ": " + stacks.reason(), AGAIN);
        }
        return StackState.of(stacks.json());
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
        StackState present = state().orElseThrow(
                        () -> failed("the stack " + commands.stack() + " is not there, although SAM said so", AGAIN));
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
        Deployment deployment =
                new Deployment(commands.stack(), Map.of(), URI.create("http://127.0.0.1"), commands.region());
        List<Function> functions;
        try {
            functions = Template.read(templateIn(home)).application(deployment).functions();
        } catch (InvalidTemplate invalid) {
            throw failed(invalid.getMessage(), AGAIN);
        }
        for (Function function : functions) {
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
        Path configuration = Configuration.file(home, commands);
        Configuration.write(configuration, Configuration.text(wanted.all()));
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
            throw failed(
                    "the stack was not created or updated: " + deployed.reason(),
                    "CloudFormation rolls back what it did. The cause is the first failure above, or in: "
                            + commands.failures() + "\n" + AGAIN + " docs/operating.md lists the usual causes.");
        }
        done.add("created or updated the stack");
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
        script.add("# Whose credentials are used, and is there a stack?");
        script.addAll(texts(commands.identity(), commands.stacks()));
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
        Map<String, String> secrets =
                wanted.adminToken().filter(token -> !token.isEmpty()).isPresent()
                        ? Map.of(ADMIN_TOKEN, "$BOUT_ADMIN_TOKEN")
                        : Map.of();
        script.add("umask 077; mkdir -p " + Command.of(configuration.getParent().toString()));
        script.add("cat >" + Command.of(configuration.toString()) + " <<END");
        script.addAll(Configuration.shown(wanted.all(), secrets).lines().toList());
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
