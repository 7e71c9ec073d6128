package bout.deploy;

import static bout.deploy.Account.AGAIN;

import bout.cli.text.CommandFailed;
import bout.cli.text.DidYouMean;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.QueueBatches;
import bout.cloud.template.Deployment;
import bout.cloud.template.InvalidTemplate;
import bout.cloud.template.Template;
import bout.deploy.Shell.Command;
import bout.deploy.Shell.Output;
import bout.stack.FileProblem;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Creates or updates a stack, step by step. Every step can be repeated: after a failure the same command continues. In
 * a dry run, the same steps print their commands.
 */
final class Rollout {

    /** The parameter with the hash of the admin token. */
    static final String ADMIN_TOKEN_HASH = "AdminTokenHash";

    private static final String RELEASE = "Release";

    private static final String RUNNERS = "RunnerConcurrency";

    /** AWS accepts no event source with fewer. */
    private static final int LEAST_RUNNERS = 2;

    /** The programs that a deployment needs, and where they are from. */
    private static final Map<String, String> TOOLS = new TreeMap<>(Map.of(
            "aws", "https://docs.aws.amazon.com/cli/",
            "sam", "https://docs.aws.amazon.com/serverless-application-model/"));

    private static final String MORE_FUNCTIONS =
            "More: Service Quotas, AWS Lambda, \"Concurrent executions\"; then run this command again";

    /** SAM and the shell of a dry run would read these in their own ways; no parameter needs them. */
    private static final Pattern UNUSABLE = Pattern.compile("[\"'\\\\`$\\p{Cntrl}]");

    private final Account account;
    private final Shell shell;
    private final Path home;
    private final Path site;

    Rollout(Account account, Path home) {
        this.account = account;
        this.shell = account.shell();
        this.home = home;
        this.site = home.resolve("infra/site/target/classes/bout/site");
    }

    record Deployed(URI site, String domain, String dashboard, Map<String, String> parameters) {}

    static Optional<String> problem(Path home, Map<String, String> named) {
        Set<String> known = Template.read(home.resolve("template.yaml"))
                .section("Parameters")
                .keySet();
        for (Map.Entry<String, String> each : named.entrySet()) {
            if (ADMIN_TOKEN_HASH.startsWith(each.getKey())) {
                return Optional.of("The admin token would be readable by everyone on this machine: command lines are."
                        + " Set BOUT_ADMIN_TOKEN in the environment, and use --new-admin-token.");
            }
            if (each.getKey().equals(RELEASE)) {
                return Optional.of("Release is set by this command.");
            }
            if (!known.contains(each.getKey())) {
                return Optional.of(DidYouMean.message("parameter", each.getKey(), List.copyOf(known)));
            }
            if (UNUSABLE.matcher(each.getValue()).find()) {
                return Optional.of(
                        each.getKey() + ": quotes, backslashes, backticks and dollar signs are not possible.");
            }
        }
        return Optional.empty();
    }

    /**
     * Looks whether the tools and the credentials are there, and the stack is ours. Changes nothing but to remove the
     * rest of a creation that failed, which CloudFormation could not update. Returns the stack, if there is one.
     */
    Optional<Account.State> preflight() {
        shell.say("Looking at the tools and the account");
        requireTools();
        Output identity = account.require(
                account.aws("sts get-caller-identity"),
                "AWS does not accept the credentials",
                "Sign in (aws configure, aws sso login, or AWS_PROFILE), then run the same command again.");
        if (!shell.dry()) {
            shell.say("Account " + identity.json().get("Account").text() + ", region " + account.region() + ", as "
                    + identity.json().get("Arn").text());
        }
        Optional<Account.State> state = account.state();
        if (state.isPresent() && !state.get().isOurs()) {
            throw account.failed(
                    "there is a stack " + account.stack() + " that is not Bout ('"
                            + state.get().description() + "')",
                    "Choose another name with --stack-name.");
        }
        if (state.isPresent() && state.get().isRolledBack()) {
            shell.say("An earlier attempt to create the stack failed; removing what is left of it");
            account.require(
                    account.cloudFormation("delete-stack"), "cannot remove the stack of the failed attempt", AGAIN);
            account.require(
                    account.cloudFormation("wait stack-delete-complete"),
                    "the stack of the failed attempt was not removed",
                    AGAIN);
            account.done().add("removed the stack of a failed attempt");
            return Optional.empty();
        }
        return state;
    }

    /**
     * Says what it means if the account may run few functions at a time, and lowers the number of runners that was
     * asked for to two fifths of them: the API needs some, and the functions with other queues.
     *
     * @param present the stack, if there is one, which keeps its parameters
     */
    Map<String, String> fitting(Map<String, String> parameters, Optional<Account.State> present) {
        Output answer = shell.run(account.aws("lambda get-account-settings --query AccountLimit.ConcurrentExecutions"));
        if (shell.dry()) {
            return parameters;
        }
        if (!answer.ok()) {
            shell.say("Cannot read how many functions the account can run at a time: " + answer.reason());
            return parameters;
        }
        int limit = answer.json().integer(0, Integer.MAX_VALUE);
        int most = Math.max(LEAST_RUNNERS, limit * 2 / 5);
        Map<String, String> fitting = new TreeMap<>(parameters);
        fitting.computeIfPresent(RUNNERS, (name, asked) -> {
            // What is no number is refused with the template, below.
            if (!asked.matches("[0-9]{1,9}") || Integer.parseInt(asked) <= most) {
                return asked;
            }
            shell.say("The account can run " + limit + " functions at a time, so " + name + " is " + most
                    + " instead of " + asked + ". " + MORE_FUNCTIONS);
            return String.valueOf(most);
        });
        String runners = fitting.getOrDefault(
                RUNNERS, present.map(state -> state.parameters().get(RUNNERS)).orElse(null));
        int queued = template(runners == null ? Map.of() : Map.of(RUNNERS, runners)).stream()
                .flatMap(function -> function.events(QueueBatches.class).stream())
                .mapToInt(QueueBatches::maximumConcurrency)
                .sum();
        if (queued > limit / 2) {
            shell.say("The account can run " + limit
                    + " functions at a time. Matches and what follows from them can take " + Math.min(queued, limit)
                    + "; then the API answers 503 until one of them ends. " + MORE_FUNCTIONS);
        }
        return fitting;
    }

    private void requireTools() {
        if (shell.dry()) {
            return;
        }
        List<String> missing = TOOLS.keySet().stream()
                .filter(tool -> shell.find(tool).isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            throw account.failed(
                    (missing.size() == 1 ? "the program " : "the programs ") + String.join(" and ", missing)
                            + (missing.size() == 1 ? " is" : " are") + " not installed, or not in PATH",
                    "Install "
                            + missing.stream()
                                    .map(tool -> tool + " from " + TOOLS.get(tool))
                                    .collect(Collectors.joining(", and "))
                            + ", then run the same command again.");
        }
    }

    /**
     * Builds, creates or updates the stack, and uploads the site. Call {@link #preflight} first.
     *
     * @return empty in a dry run
     */
    Optional<Deployed> deploy(Map<String, String> parameters, boolean build) {
        if (build) {
            build();
        }
        List<Function> functions = shell.dry() ? List.of() : built();
        Map<String, String> all = new TreeMap<>(parameters);
        all.put(RELEASE, shell.dry() ? "$(date +%s | sha256sum | cut -c 1-64)" : release(functions, parameters));
        createOrUpdate(all);
        if (shell.dry()) {
            shell.print("output() { aws cloudformation describe-stacks --stack-name " + account.stack() + " --region "
                    + account.region()
                    + " --output text --query \"Stacks[0].Outputs[?OutputKey=='$1'].OutputValue\"; }");
            finish("$(output TableName)", "$(output SiteBucketName)", "$(output DistributionId)");
            return Optional.empty();
        }
        Account.State present = account.state()
                .orElseThrow(() ->
                        account.failed("the stack " + account.stack() + " is not there, although SAM said so", AGAIN));
        finish(present.output("TableName"), present.output("SiteBucketName"), present.output("DistributionId"));
        return Optional.of(new Deployed(
                URI.create(present.output("SiteUrl")),
                present.output("DistributionDomain"),
                present.output("DashboardUrl"),
                present.parameters()));
    }

    private void build() {
        shell.say("Building the functions and the site (a few minutes the first time)");
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        Output built = shell.run(
                Command.of(
                        "%s/mvnw -B -ntp -q -f %s/pom.xml -Dmaven.test.skip=true -Dspotless.check.skip=true"
                                + " -pl infra/stack -am package",
                        home, home),
                lines::add);
        if (!built.ok()) {
            lines.forEach(shell::say);
            throw account.failed("the build failed, see above", AGAIN);
        }
        account.done().add("built");
    }

    private List<Function> template(Map<String, String> parameters) {
        try {
            return Template.read(home.resolve("template.yaml"))
                    .application(new Deployment(
                            account.stack(), parameters, URI.create("http://127.0.0.1"), account.region()))
                    .functions();
        } catch (InvalidTemplate invalid) {
            throw account.failed(invalid.getMessage(), AGAIN);
        }
    }

    private List<Function> built() {
        List<Function> functions = template(Map.of());
        for (Function function : functions) {
            requireBuilt("function", home.resolve(function.codeUri()), function.codeUri());
        }
        requireBuilt("site", site.resolve("index.html"), site.toString());
        return functions;
    }

    /**
     * Names what is deployed, in 64 hexadecimal digits: another jar, template or parameter is another release, and only
     * another release changes functions.
     */
    private String release(List<Function> functions, Map<String, String> parameters) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Files.readAllBytes(home.resolve("template.yaml")));
            // Some functions share a jar.
            for (String jar :
                    new TreeSet<>(functions.stream().map(Function::codeUri).toList())) {
                digest.update(Files.readAllBytes(home.resolve(jar)));
            }
            digest.update(new TreeMap<>(parameters).toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException unreadable) {
            throw account.failed("cannot read what was built: " + FileProblem.text(unreadable), AGAIN);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void requireBuilt(String what, Path file, String place) {
        if (!Files.isRegularFile(file)) {
            throw account.failed(
                    "there is no built " + what + " in " + place, "Run the same command without --no-build.");
        }
    }

    /**
     * The parameters are handed over in a file, which also keeps SAM from reading a {@code samconfig.toml}, whose
     * parameters would revert what was changed since.
     */
    private void createOrUpdate(Map<String, String> parameters) {
        shell.say("Creating or updating the stack " + account.stack() + " (about ten minutes the first time)");
        Path file = home.resolve(".bout/deploy/" + account.stack() + "." + account.region() + ".toml");
        write(file, configuration(parameters));
        Output deployed = shell.run(
                Command.of(
                        "sam deploy --template-file %s/template.yaml --config-file %s --stack-name %s --region %s"
                                + " --resolve-s3 --capabilities CAPABILITY_IAM --no-confirm-changeset"
                                + " --no-fail-on-empty-changeset --no-progressbar",
                        home, file, account.stack(), account.region()),
                shell::say);
        if (!deployed.ok()) {
            throw account.failed(
                    "the stack was not created or updated: " + deployed.reason(),
                    "CloudFormation rolls back what it did. The cause is the first failure above, or in: "
                            + account.failures() + "\n" + AGAIN + " docs/deploying.md lists the usual causes.");
        }
        account.done().add("created or updated the stack");
    }

    private static String configuration(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> each.getKey() + "=\"" + each.getValue() + '"')
                .collect(Collectors.joining(
                        " ", "version = 0.1\n\n[default.deploy.parameters]\nparameter_overrides = '", "'\n"));
    }

    private void write(Path file, String text) {
        if (shell.dry()) {
            shell.print("mkdir -p " + Command.of("%s", file.getParent()));
            shell.print("cat >" + Command.of("%s", file) + " <<END", text.stripTrailing(), "END");
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new CommandFailed("cannot write " + file + ": " + FileProblem.text(failed), failed);
        }
    }

    private void finish(String table, String bucket, String distribution) {
        protect(table);
        upload(bucket);
        invalidate(distribution);
    }

    /** Not in the template: CloudFormation could not roll back the creation of a protected table. */
    private void protect(String table) {
        shell.say("Protecting the table from deletion, unless it is");
        Output known = account.require(
                account.aws("dynamodb describe-table --table-name %s --query Table.DeletionProtectionEnabled", table),
                "cannot look at the table " + table,
                AGAIN);
        if (!known.out().strip().equals("true")) {
            account.require(
                    account.aws("dynamodb update-table --table-name %s --deletion-protection-enabled", table),
                    "cannot protect the table " + table + " from deletion",
                    AGAIN);
        }
        account.done().add("protected the table from deletion");
    }

    /** Uploads all files, whether or not they have changed: an unchanged file may have other headers now. */
    private void upload(String bucket) {
        shell.say("Uploading the site, pages last");
        String again = "The API already runs the new version, the pages are partly old. " + AGAIN;
        for (SiteUpload kind : Files.isDirectory(site) ? SiteUpload.in(site) : SiteUpload.KINDS) {
            List<String> words = new ArrayList<>();
            kind.patterns().forEach(pattern -> words.addAll(List.of("--include", pattern)));
            words.addAll(List.of("--content-type", kind.contentType(), "--cache-control", kind.cacheControl()));
            words.addAll(List.of("--only-show-errors", "--region", account.region(), "--output", "json"));
            account.require(
                    Command.of("aws s3 cp %s s3://%s/ --recursive --exclude *", site, bucket)
                            .and(words.toArray(String[]::new)),
                    "the site was not uploaded completely",
                    again);
        }
        account.require(
                account.aws("s3 sync %s s3://%s/ --delete --size-only --only-show-errors", site, bucket),
                "old files of the site were not removed",
                again);
        account.done().add("uploaded the site");
    }

    private void invalidate(String distribution) {
        shell.say("Invalidating the CDN's cache");
        String again = "Visitors might see old pages for up to an hour. " + AGAIN;
        Command invalidate = account.aws(
                "cloudfront create-invalidation --distribution-id %s --paths /* --query Invalidation.Id", distribution);
        String id = "$invalidation";
        if (shell.dry()) {
            shell.print("invalidation=$(" + invalidate + " | tr -d '\"')");
        } else {
            id = account.require(invalidate, "the CDN's cache was not invalidated", again)
                    .json()
                    .text();
        }
        account.require(
                account.aws("cloudfront wait invalidation-completed --distribution-id %s --id %s", distribution, id),
                "the CDN did not drop its old pages in time",
                again);
        account.done().add("invalidated the CDN");
    }
}
