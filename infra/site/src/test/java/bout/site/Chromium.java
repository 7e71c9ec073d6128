package bout.site;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a {@link Visitor}: a page in its own context of the one Chromium that all tests share. Afterwards
 * checks that nothing failed unnoticed.
 *
 * <p>Uses the machine's browser: {@code BOUT_CHROMIUM}, or one at the usual places. Without a browser the tests are
 * skipped, except with {@code CI=true}, where that is an error.
 */
public final class Chromium implements ExecutionCondition, ParameterResolver, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(Chromium.class);
    private static final String NOT_FOUND =
            "No Chromium was found: install it (Debian: apt-get install chromium-headless-shell), or name"
                    + " its executable in BOUT_CHROMIUM.";
    private static final List<String> USUAL_PLACES = List.of(
            // Without windows, and so a third faster.
            "/usr/bin/chromium-headless-shell",
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium");
    private static final List<String> FLAGS = List.of(
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            // Each page is opened for a moment: the optimizing compiler costs more than it saves, a sixth of all.
            "--js-flags=--no-turbofan,--no-concurrent-recompilation");

    /**
     * Playwright's driver and the browser. Started on first use, once per JVM: unpacking the driver and starting the
     * browser takes seconds, and JUnit's own stores end with each class when Surefire runs classes in several JVMs.
     */
    private record Running(Playwright playwright, Browser browser) {

        private static Running instance;

        static synchronized Running get() {
            if (instance == null || !instance.browser().isConnected()) {
                instance = start();
                Runtime.getRuntime().addShutdownHook(new Thread(instance.playwright()::close));
            }
            return instance;
        }

        static Running start() {
            Path executable = executable().orElseThrow(() -> new IllegalStateException(NOT_FOUND));
            PlaywrightAssertions.setDefaultAssertionTimeout(Visitor.TIMEOUT_MS);
            boolean root = "root".equals(System.getProperty("user.name"));
            Playwright playwright = Playwright.create(
                    new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            return new Running(
                    playwright,
                    playwright
                            .chromium()
                            .launch(new BrowserType.LaunchOptions()
                                    .setExecutablePath(executable)
                                    // Chromium refuses to run as root with its sandbox.
                                    .setChromiumSandbox(!root)
                                    .setArgs(FLAGS)));
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (executable().isPresent() || "true".equals(System.getenv("CI"))) {
            return ConditionEvaluationResult.enabled("a browser is available or required");
        }
        context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent("told", key -> {
            System.out.println("Browser tests are skipped. " + NOT_FOUND);
            return true;
        });
        return ConditionEvaluationResult.disabled(NOT_FOUND);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Visitor.class;
    }

    @Override
    public Visitor resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Visitor visitor = new Visitor(Running.get().browser());
        context.getStore(NAMESPACE).put(Visitor.class, visitor);
        return visitor;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Visitor visitor = context.getStore(NAMESPACE).get(Visitor.class, Visitor.class);
        if (visitor != null) {
            visitor.close();
            if (context.getExecutionException().isEmpty()) {
                visitor.assertNothingWentWrong();
            }
        }
    }

    private static Optional<Path> executable() {
        String named = System.getenv("BOUT_CHROMIUM");
        return (named == null ? USUAL_PLACES : List.of(named))
                .stream().map(Path::of).filter(Files::isExecutable).findFirst();
    }
}
