package bout.stack;

import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import bout.site.Chromium;
import bout.site.Visitor;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** End to end: an organiser creates a contest, and a published bot enters it and is withdrawn. */
@Tag("browser")
@ExtendWith(Chromium.class)
class ContestOnTheStackTest {

    private static final String DEADLINE = "2999-03-08T18:00";

    private static Stack stack;

    @BeforeAll
    static void start() throws Exception {
        stack = Stack.start(StackOptions.ofThisRepository());
        try (StackClient client = new StackClient(stack.address())) {
            client.registerBot("\"code\":\"function move() { return null; }\"");
        }
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @Test
    void an_organiser_creates_a_contest_and_a_published_bot_enters_it(Visitor visitor) {
        Page page = visitor.open(stack.address().resolve("/contests.html").toString());
        assertThat(page.locator("#note")).containsText("There is no contest yet.");
        page.getByText("Organise a contest").click();
        page.getByLabel("Name").fill("The <b>first</b> cup");
        page.getByLabel("Deadline").fill(DEADLINE);
        page.getByLabel("Text").fill("Bring **a bot**.");
        button(page, "Create the contest").click();

        page.waitForURL(Pattern.compile("contest\\.html\\?id=con_"));
        assertThat(page.locator("#title")).hasText("The <b>first</b> cup");
        assertThat(page.locator("#text strong")).hasText("a bot");
        assertThat(page.locator("#said")).containsText("Sign-up closes in");
        button(page, "Enter Connected").click();
        assertThat(page.locator("#own")).containsText("Connected takes part.");
        assertThat(page.locator("#entries li")).hasCount(1);
        visitor.keep("stack-contest");
        button(page, "Withdraw").click();
        Locator entry = page.locator("#entries li");
        assertThat(entry).containsText("withdrawn by its owner");
        assertThat(button(page, "Enter Connected")).isVisible();

        page.navigate(stack.address().resolve("/contests.html").toString());
        assertThat(page.locator("#contests li")).containsText("The <b>first</b> cup");
    }
}
