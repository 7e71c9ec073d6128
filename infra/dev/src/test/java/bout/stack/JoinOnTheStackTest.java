package bout.stack;

import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.site.Chromium;
import bout.site.Visitor;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** End to end, as a student does it: an invitation, a bot written in the page, and its first rated match. */
@Tag("browser")
@ExtendWith(Chromium.class)
class JoinOnTheStackTest {

    private static final String ADMIN = "0123456789abcdef0123456789abcdef";

    /** Longer than the page promises, since this machine may be busy. */
    private static final double PATIENCE_MS = 240_000;

    private static Stack stack;

    @BeforeAll
    static void start() throws Exception {
        // With the default rate, and without the help of scheduled runs.
        stack = Stack.start(
                StackOptions.ofThisRepository().strict(ADMIN).withLadders(24).withSchedule(Duration.ofHours(1)));
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static String invitation() throws Exception {
        try (StackClient client = new StackClient(stack.address())) {
            HttpResponse<String> created = client.send(
                    "POST",
                    "/api/invitations",
                    "{\"name\":\"A class\",\"uses\":1,\"days\":1}",
                    "Content-Type",
                    "application/json",
                    "Authorization",
                    "Bearer " + ADMIN);
            assertEquals(201, created.statusCode(), created.body());
            return (String) StackClient.json(created.body()).get("link");
        }
    }

    /** Joins as Ada, and answers the recovery code. */
    private static String join(Page page, String link) {
        page.navigate(link);
        page.getByLabel("Your name").fill("Ada");
        page.keyboard().press("Enter");
        String code = page.locator(".recovery code").textContent();
        button(page, "I have kept it").click();
        assertThat(page.locator("h1")).hasText("Welcome, Ada");
        return code;
    }

    @Test
    @Tag("full")
    void an_invitation_leads_to_a_bot_and_its_first_rated_match_without_the_command_line(Visitor visitor)
            throws Exception {
        String link = invitation();
        assertEquals("/join.html", URI.create(link).getPath());
        Page page = visitor.page();
        long began = System.nanoTime();
        join(page, link);
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Write a bot in your browser"))
                .click();
        assertThat(page.locator(".cm-content").first()).isVisible();
        page.locator(".cm-content").first().click();
        page.keyboard().press("Control+Home");
        page.keyboard().insertText("// My first bot.\n");
        button(page, "Put this bot online").click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("Name").fill("Ada's first");
        page.keyboard().press("Enter");
        assertThat(dialog.locator("h2")).hasText("Ada's first is online");
        Locator steps = dialog.locator(".progress li");
        assertThat(steps.nth(1))
                .containsText(
                        "It is ready to play.", new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS));
        assertThat(steps.nth(2))
                .containsText("First rated match", new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS));
        System.out.printf("From the invitation to the first rated match: %.1f s%n", (System.nanoTime() - began) / 1e9);
        visitor.keep("stack-first-rated-match");
        steps.nth(2).getByText("Watch it").click();
        page.waitForURL(Pattern.compile("match\\.html\\?id="));
        assertThat(page.locator("#verified")).containsText("Verified");
        assertThat(page.locator("#title")).containsText("Ada's first");
        assertEquals("", page.locator("#failures").textContent());

        open(page, "/my-bots.html");
        assertThat(page.locator("#me")).containsText("You are Ada.");
        assertThat(page.locator(".own-bot .mark")).hasText("Playing");
        assertEquals(List.of("Ada's first"), page.locator(".own-bot h2").allTextContents());

        // The invitation was for one.
        Page other = visitor.onAPhone().page();
        other.navigate(link);
        other.getByLabel("Your name").fill("Ben");
        other.keyboard().press("Enter");
        assertThat(other.locator("#join-invitation-problem")).isVisible();
    }

    @Test
    void who_has_lost_everything_but_the_recovery_code_gets_the_bots_back(Visitor visitor) throws Exception {
        Page page = visitor.page();
        String code = join(page, invitation());
        open(page, "/my-bots.html");
        page.getByText("On my computer").click();
        page.getByLabel("Name").fill("Ada's first");
        button(page, "Add the bot").click();
        assertThat(page.locator(".own-bot h2")).hasText("Ada's first");
        page.evaluate("() => localStorage.clear()");

        open(page, "/join.html");
        button(page, "I have a recovery code").click();
        page.getByLabel("Recovery code").fill(code);
        page.getByLabel("Name of your new key").fill("laptop");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("You are in as Ada with the key laptop");
        open(page, "/my-bots.html");
        assertThat(page.locator(".own-bot h2")).hasText("Ada's first");

        open(page, "/account.html");
        Locator keys = page.locator("#keys > li");
        assertThat(keys).hasCount(2);
        assertThat(keys.filter(new Locator.FilterOptions().setHasText("This browser")))
                .containsText("laptop");
        button(page, "Revoke all others").click();
        page.locator("#others-place").getByRole(AriaRole.BUTTON).first().click();
        assertThat(keys).hasCount(1);
        assertThat(keys).containsText("laptop");
        open(page, "/my-bots.html");
        assertThat(page.locator(".own-bot h2")).hasText("Ada's first");
    }

    private static void open(Page page, String path) {
        page.navigate(stack.address().resolve(path).toString());
    }
}
