package bout.deploy;

import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.WrongUse;
import bout.cloud.template.Template;
import bout.store.access.AdminToken;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "deploy",
        header = "Deploy Bout to an AWS account, or upgrade a deployment.",
        description = {
            "Looks at the account first, then builds, creates or updates the stack, uploads the site, and plays a match on it."
                    + " It runs the AWS SAM CLI (sam) and the AWS CLI (aws) with the credentials of the environment.",
            "",
            "After a failure, run the same command again: it continues. Run again later, it upgrades; parameters that are"
                    + " not named keep their values.",
            "",
            "The first deployment needs an admin token: BOUT_ADMIN_TOKEN from the environment, or else a new one is printed,"
                    + " once."
        },
        footer = {
            "  bout deploy --region eu-central-1 --parameter AlarmEmail=me@example.org",
            "  bout deploy --region eu-central-1 --parameter RunnerConcurrency=20",
            "  bout deploy --region eu-central-1 --dry-run"
        })
public final class DeployCommand extends BoutCommand {

    private static final String ADMIN_TOKEN = "BOUT_ADMIN_TOKEN";

    /** Of which {@link Rollout#ADMIN_TOKEN_HASH} is the hash, to a shell. */
    private static final String HASH_IN_SHELL = "$(printf %s \"$" + ADMIN_TOKEN + "\" | sha256sum | cut -c 1-64)";

    /**
     * A new distribution's name takes a moment to be known everywhere, and the first standings appear after a minute.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Mixin
    private StackOption option;

    @Option(
            names = "--parameter",
            paramLabel = "NAME=VALUE",
            description =
                    "A parameter of template.yaml; can be repeated. Others keep their values, or at first have their"
                            + " defaults.")
    private Map<String, String> parameters = Map.of();

    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description =
                    "The site's own domain name; requires --certificate. Its DNS record must point to the name that is"
                            + " printed at the end.")
    private String domain;

    @Option(
            names = "--certificate",
            paramLabel = "ARN",
            description = "The domain's certificate in AWS Certificate Manager in us-east-1.")
    private String certificate;

    @Option(
            names = "--new-admin-token",
            description =
                    "Replace the admin token: by BOUT_ADMIN_TOKEN from the environment, or else by a new one that is"
                            + " printed. If BOUT_TOKEN is the present one, it is tried afterwards, and must be refused.")
    private boolean newAdminToken;

    @Option(
            names = "--no-admin-token",
            description = "Have no admin token. Create another token with the scope admin before.")
    private boolean noAdminToken;

    @Option(names = "--no-build", description = "Deploy the functions and the site as they were built before.")
    private boolean noBuild;

    @Option(names = "--dry-run", description = "Print every command instead of running it.")
    private boolean dryRun;

    /** Changed by tests. */
    Map<String, String> environment = System.getenv();

    Path home;

    @Override
    public Integer call() {
        if (home == null) {
            home = Template.ofThisRepository().getParent();
        }
        Map<String, String> asked = named();
        Account account = option.in(new Shell(environment, err(), dryRun ? out() : null));
        Rollout rollout = new Rollout(account, home);
        Optional<AdminToken> given = given();
        Optional<Account.State> present = rollout.preflight();
        Map<String, String> named = rollout.fitting(asked, present);
        if (dryRun) {
            // What a first deployment would do: only the account knows whether it is one.
            named.put(Rollout.ADMIN_TOKEN_HASH, noAdminToken ? "" : HASH_IN_SHELL);
            rollout.deploy(named, !noBuild);
            new OldVersions(account).remove();
            return 0;
        }
        Optional<AdminToken> admin = !noAdminToken && (newAdminToken || present.isEmpty())
                ? Optional.of(given.orElseGet(this::drawn))
                : Optional.empty();
        if (noAdminToken || admin.isPresent()) {
            named.put(Rollout.ADMIN_TOKEN_HASH, admin.map(AdminToken::hash).orElse(""));
        }
        Optional<String> token = Optional.ofNullable(environment.get("BOUT_TOKEN"))
                .map(String::strip)
                .filter(each -> !each.isEmpty());
        Optional<String> former = token.filter(each -> present.isPresent() && replaces(named, present.get(), each));
        Rollout.Deployed deployed = rollout.deploy(named, !noBuild).orElseThrow();
        String play = admin.map(AdminToken::text)
                .or(() -> token.filter(each -> former.isEmpty()))
                .orElse(null);
        URI reachable = reachable(deployed);
        Smoke smoke = new Smoke(reachable, play, PATIENCE);
        former.ifPresent(smoke::refuses);
        if (!smoke.run(out())) {
            throw new CommandFailed(
                    "it is deployed, but a check failed, see above.\nDone so far: everything was deployed."
                            + "\nNext: see docs/runbook.md, or go back: check out the previous version and run the same command."
                            + " To check again: " + bout() + " smoke " + reachable);
        }
        new OldVersions(account).remove();
        report(deployed);
        return 0;
    }

    private Map<String, String> named() {
        Map<String, String> named = new LinkedHashMap<>(parameters);
        check(!newAdminToken || !noAdminToken, "--new-admin-token and --no-admin-token contradict each other.");
        check((domain == null) == (certificate == null), "--domain and --certificate require each other.");
        if (domain != null) {
            if (named.containsKey("SiteDomain") || named.containsKey("SiteCertificateArn")) {
                throw new WrongUse("SiteDomain and SiteCertificateArn are given twice.");
            }
            named.put("SiteDomain", domain);
            named.put("SiteCertificateArn", certificate);
        }
        Rollout.problem(home, named).ifPresent(problem -> {
            throw new WrongUse(problem);
        });
        return named;
    }

    /** Whether the token is the admin token of the present stack, and the parameters end it. */
    private static boolean replaces(Map<String, String> named, Account.State present, String token) {
        String before = present.parameters().get(Rollout.ADMIN_TOKEN_HASH);
        return AdminToken.read(token).filter(each -> each.hash().equals(before)).isPresent()
                && !named.getOrDefault(Rollout.ADMIN_TOKEN_HASH, before).equals(before);
    }

    private Optional<AdminToken> given() {
        String given = environment.getOrDefault(ADMIN_TOKEN, "");
        Optional<AdminToken> token = AdminToken.read(given);
        check(
                token.isPresent() || given.isEmpty(),
                ADMIN_TOKEN + " must be " + AdminToken.FORM + ", such as the output of openssl rand -hex 32.");
        return token;
    }

    /** Prints the token before it is used: after a failure it would be lost. */
    private AdminToken drawn() {
        if (environment.containsKey("CI")) {
            throw new CommandFailed(
                    "a new admin token would be in this job's log.\nDone so far: nothing was changed.\nNext:"
                            + " store the output of openssl rand -hex 32 as a secret, and set " + ADMIN_TOKEN
                            + " to it.");
        }
        AdminToken token = AdminToken.draw();
        out().println("The admin token, shown only this once; keep it like a password:");
        out().println("  export BOUT_TOKEN=" + token.text());
        return token;
    }

    /** The site's own domain, once its DNS record exists; before that, its name at the CDN. */
    private URI reachable(Rollout.Deployed deployed) {
        try {
            InetAddress.getByName(deployed.site().getHost());
            return deployed.site();
        } catch (UnknownHostException unknown) {
            if (deployed.site().getHost().equals(deployed.domain())) {
                return deployed.site();
            }
            out().println("There is no DNS record for " + deployed.site().getHost()
                    + " yet. Point it (CNAME or alias) to " + deployed.domain() + ".");
            return URI.create("https://" + deployed.domain());
        }
    }

    private void report(Rollout.Deployed deployed) {
        out().println("Deployed:");
        out().println("  site       " + deployed.site() + "/");
        out().println("  new match  " + deployed.site() + "/new.html");
        out().println("  API        " + deployed.site() + "/api/openapi.yaml");
        out().println("  dashboard  " + deployed.dashboard());
        String mail = deployed.parameters().getOrDefault("AlarmEmail", "");
        out().println(
                        mail.isEmpty()
                                ? "Alarms notify no one: add --parameter AlarmEmail=ADDRESS."
                                : "Alarms are mailed to " + mail
                                        + ", once the mail from AWS that asks for it is confirmed.");
        out().println("A token for a player: " + bout() + " owner create --name NAME --scope play --api "
                + deployed.site());
    }
}
