package bout.site;

import static bout.site.TestSite.fields;
import static bout.site.Visitor.button;
import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.site.TestSite.Answer;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page that an invitation leads to. */
@Tag("browser")
@ExtendWith(Chromium.class)
class JoinPageTest {

    private static final String TOKEN = "f00d".repeat(16);

    @AutoClose
    private final TestSite site = new TestSite();

    private void acceptsEverybody() {
        site.answer(
                "POST /api/join",
                Answer.json(201, fields("token", TOKEN, "id", "tok_1", "name", "Ada", "scope", "play")));
        site.answer("GET /api/me", Answer.json(200, fields("id", "tok_1", "name", "Ada", "scope", "play")));
    }

    private static void join(Page page, String name) {
        page.getByLabel("Your name").fill(name);
        button(page, "Join").click();
    }

    @Test
    void an_invitation_and_a_name_are_enough(Visitor visitor) {
        acceptsEverybody();
        for (String screen : List.of("", "-phone", "-dark", "-projector")) {
            Page page = visitor.on(screen).open(site.url("/join.html#inv_s3cret"));
            assertThat(page.getByLabel("Your name")).isFocused();
            assertThat(page.getByLabel("Invitation")).isHidden();
            visitor.assertAccessible("join" + screen);
            join(page, " Ada ");
            assertThat(page.locator("h1")).hasText("Welcome, Ada");
            assertEquals(
                    Map.of("secret", "inv_s3cret", "name", "Ada"),
                    site.posted().getLast().body());
            assertEquals(site.url("/join.html"), page.url(), "the secret is not left in the address");
            assertThat(page.locator("#write")).isFocused();
            page.locator("#token-once summary").click();
            assertThat(page.locator("#token-row code")).hasText("export BOUT_TOKEN=" + TOKEN);
            assertFalse(visitor.hasToScrollSideways());
            visitor.assertAccessible("joined" + screen);
        }
    }

    @Test
    void a_name_of_emoji_is_as_long_as_the_api_counts_it(Visitor visitor) {
        acceptsEverybody();
        String faces = "\uD83D\uDE00".repeat(35);
        Page page = visitor.open(site.url("/join.html#inv_s3cret"));
        page.getByLabel("Your name").pressSequentially(faces + "xxxxxx");
        assertThat(page.locator("#join-name-left")).hasText("1 too many: 40 characters at most");
        button(page, "Join").click();
        assertEquals(List.of(), site.posted());
        page.keyboard().press("Backspace");
        page.getByLabel("Your name").fill(faces);
        assertThat(page.locator("#join-name-left")).hasText("5 of 40 characters left");
        visitor.assertAccessible();
        join(page, faces);
        assertThat(page.locator("h1")).containsText("Welcome");
        assertEquals(
                Map.of("secret", "inv_s3cret", "name", faces),
                site.posted().getLast().body());
    }

    @Test
    void the_token_is_shown_once_and_remembered_by_the_browser(Visitor visitor) {
        acceptsEverybody();
        Page page = visitor.open(site.url("/join.html#inv_s3cret"));
        join(page, "Ada");
        assertThat(page.locator("h1")).hasText("Welcome, Ada");
        page.reload();
        assertThat(page.locator("h1")).hasText("You have joined as Ada");
        assertThat(page.locator("main")).not().containsText(TOKEN);
        // Another tab knows it, too, and shows no field for it.
        site.answer("POST /api/matches", Answer.problem(422, "some", "A refusal."));
        Page other = page.context().newPage();
        other.navigate(site.url("/new.html"));
        assertThat(other.getByLabel("Token")).isHidden();
        other.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Start the match"))
                .click();
        assertThat(other.locator("#start-problem")).hasText("A refusal.");
        assertEquals("Bearer " + TOKEN, site.posted().getLast().authorization());
    }

    @Test
    @Tag("full")
    void a_pasted_link_is_an_invitation_and_a_refusal_stands_at_its_field(Visitor visitor) {
        Page page = visitor.open(site.url("/join.html"));
        site.answer("POST /api/join", Answer.problem(403, "invitation-required", "This needs an invitation."));
        join(page, "Ada");
        assertThat(page.locator("#join-invitation-problem"))
                .hasText("You need an invitation here. Ask the organiser for the link, and paste it.");
        assertThat(page.getByLabel("Invitation")).isFocused();
        visitor.assertAccessible("join-without");
        site.answer("POST /api/join", Answer.problem(410, "invitation-used-up", "This invitation is used up."));
        page.getByLabel("Invitation").fill(site.url("/join.html#inv_old"));
        button(page, "Join").click();
        assertThat(page.locator("#join-invitation-problem")).hasText("This invitation is used up.");
        assertEquals(
                Map.of("secret", "inv_old", "name", "Ada"),
                site.posted().getLast().body());
        acceptsEverybody();
        page.getByLabel("Invitation").fill("inv_new");
        assertThat(page.locator("#join-invitation-problem")).isHidden();
        button(page, "Join").click();
        assertThat(page.locator("h1")).hasText("Welcome, Ada");
    }

    @Test
    void where_everyone_may_join_a_name_is_enough(Visitor visitor) {
        acceptsEverybody();
        site.answer("GET /api/join", Answer.json(200, Map.of("selfService", true)));
        Page page = visitor.open(site.url("/join.html"));
        assertThat(page.getByLabel("Invitation")).isHidden();
        join(page, "Ada");
        assertThat(page.locator("h1")).hasText("Welcome, Ada");
        assertEquals(Map.of("name", "Ada"), site.posted().getLast().body());
    }

    @Test
    @Tag("full")
    void a_revoked_token_leads_to_the_form_and_somebody_else_can_join(Visitor visitor) {
        acceptsEverybody();
        Page page = visitor.open(site.url("/join.html#inv_s3cret"));
        join(page, "Ada");
        assertThat(page.locator("h1")).hasText("Welcome, Ada");
        page.reload();
        page.locator("#other").click();
        assertThat(page.getByLabel("Your name")).isFocused();
        site.answer("GET /api/me", Answer.problem(401, "bad-token", "Invalid token."));
        page.reload();
        assertThat(page.getByLabel("Your name")).isFocused();
        visitor.assertAccessible();
    }

    @Test
    void a_name_is_always_shown_as_text(Visitor visitor) {
        for (String name : PagesTest.HOSTILE) {
            acceptsEverybody();
            site.answer(
                    "POST /api/join",
                    Answer.json(201, fields("token", TOKEN, "id", "tok_1", "name", name, "scope", "play")));
            Page page = visitor.onAPhone().open(site.url("/join.html#inv_s3cret"));
            join(page, "Ada");
            assertThat(page.locator("h1")).containsText(name);
            assertThat(page.locator("main img, main svg[onload], main b")).hasCount(0);
            assertEquals(null, page.evaluate("() => window.harmed ?? null"));
            assertFalse(visitor.hasToScrollSideways());
        }
    }
}
