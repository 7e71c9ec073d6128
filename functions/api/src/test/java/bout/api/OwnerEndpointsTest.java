package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.engine.Plain;
import bout.store.TestAws.TestApplication;
import bout.store.access.Owners;
import bout.wire.BearerToken;
import bout.wire.InvitationSecret;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class OwnerEndpointsTest {

    private static final String BOT = "{\"game\":\"ajax-tiles\",\"name\":\"Gary\",\"url\":\"https://1.1.1.1/\"}";

    private static final TestApplication AWS = Gateway.deployed("SelfService", "on", "BOUT_JOINS_PER_ADDRESS", "0");
    private static final Gateway API = new Gateway(AWS);

    /** Another instance of the function, which has not seen the token in the last ten seconds. */
    private static Gateway fresh() {
        return new Gateway(AWS);
    }

    private record Person(String path, String token, Answer issued) {

        static Person named(String name, String scope) {
            return of(API.issue(name, scope).is(201));
        }

        static Person of(Answer issued) {
            return new Person("/api/owners/" + issued.get("owner").text("id"), issued.text("token"), issued);
        }

        Person another(String name) {
            return of(API.post(token, path + "/keys", "{\"name\":\"" + name + "\"}")
                    .is(201));
        }

        String key() {
            return issued.get("key").text("id");
        }
    }

    private static Answer join(String secret, String name) {
        return API.post(null, "/api/join", "{\"secret\":\"" + secret + "\",\"name\":\"" + name + "\"}");
    }

    private static List<String> names(Answer shown, String field) {
        return shown.get(field).entries().stream()
                .map(each -> each.text("name"))
                .toList();
    }

    @Test
    void an_admin_makes_an_owner_whose_token_and_recovery_code_are_shown_once() {
        Person gary = Person.named("  Gary ", "play");
        assertEquals("no-store", gary.issued.headers().get("Cache-Control"));
        assertEquals("Gary", gary.issued.get("owner").text("name"));
        API.post(gary.token, "/api/bots", BOT).is(201);

        Answer list = API.get(Gateway.ADMIN, "/api/owners").is(200);
        Plain listed = list.get("owners").entries().stream()
                .filter(each -> gary.path.endsWith(each.text("id")))
                .findFirst()
                .orElseThrow();
        assertEquals(gary.issued.get("owner").value(), listed.value());
        assertEquals(
                Set.of("id", "name", "scope", "createdAt", "blockedAt", "invitation", "quotas"),
                listed.fields().keySet());
        assertEquals(
                Set.of("id", "name", "scope", "createdAt", "usedAt", "revokedAt"),
                gary.issued.get("key").fields().keySet());
        for (Answer each : List.of(list, API.get(Gateway.ADMIN, gary.path), API.get(gary.token, gary.path))) {
            assertFalse(each.body().contains(gary.token.substring(5, 48)), "the token is shown again");
            assertFalse(each.body().contains(gary.issued.text("recovery")), "the recovery code is shown again");
            assertFalse(each.body().contains("hash"), each.body());
        }
    }

    @Test
    void an_admin_lists_owners_page_by_page() {
        List<String> made = Stream.of("Ann", "Ben", "Cid")
                .map(name -> Person.named(name, "play").issued.get("owner").text("id"))
                .toList();
        List<String> listed = new ArrayList<>();
        for (String cursor = ""; cursor != null; ) {
            Answer page = API.get(Gateway.ADMIN, "/api/owners?limit=2" + cursor).is(200);
            assertTrue(page.get("owners").length() <= 2);
            listed.addAll(page.texts("owners", "id"));
            cursor = page.get("next").isNull() ? null : "&cursor=" + page.text("next");
        }
        assertEquals(made.reversed(), listed.stream().filter(made::contains).toList());
        API.get(Gateway.ADMIN, "/api/owners?cursor=x").isProblem(400, "bad-cursor");
    }

    @Test
    void all_keys_of_an_owner_act_for_it_and_a_stolen_one_dies_alone() {
        Person ada = Person.named("Ada", "play");
        String bot = "/api/bots/" + API.post(ada.token, "/api/bots", BOT).text("id");
        Person laptop = ada.another("Laptop");
        assertEquals(ada.path, laptop.path);
        assertTrue(laptop.issued.get("recovery").isNull());
        API.patch(laptop.token, bot, "{\"name\":\"Gary II\"}").is(200);
        assertEquals(
                API.get(ada.token, "/api/me").text("id"),
                API.get(laptop.token, "/api/me").text("id"));
        assertEquals(laptop.key(), API.get(laptop.token, "/api/me").text("key"));
        assertEquals(Set.of(Owners.FIRST_KEY, "Laptop"), Set.copyOf(names(API.get(ada.token, ada.path), "keys")));

        String path = ada.path + "/keys/" + laptop.key();
        Answer revoked = API.delete(ada.token, path).is(200);
        assertFalse(revoked.get("revokedAt").isNull());
        assertEquals(
                revoked.get("revokedAt").value(),
                API.delete(ada.token, path).get("revokedAt").value());
        fresh().get(laptop.token, "/api/me").isProblem(401, "invalid-token");
        assertTrue(API.get(ada.token, bot).get("active").bool(), "the bots go on playing");
        API.delete(
                        ada.token,
                        ada.path + "/keys/"
                                + BearerToken.draw(new SecureRandom()).id())
                .isProblem(404, "unknown-key");
    }

    @Test
    void nobody_else_sees_or_changes_an_owner() {
        Person ada = Person.named("Ada", "play");
        Person eve = Person.named("Eve", "play");
        for (String path : List.of(ada.path, "/api/owners/own_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60", "/api/owners/x")) {
            API.get(eve.token, path).isProblem(404, "unknown-owner");
            API.patch(eve.token, path, "{\"name\":\"Eve's\"}").isProblem(404, "unknown-owner");
            API.post(eve.token, path + "/keys", "{\"name\":\"mine\"}").isProblem(404, "unknown-owner");
            API.post(eve.token, path + "/links", "{\"name\":\"a\",\"uses\":1,\"days\":1}")
                    .isProblem(404, "unknown-owner");
            API.post(eve.token, path + "/recovery", "{}").isProblem(404, "unknown-owner");
            API.delete(eve.token, path + "/keys").isProblem(404, "unknown-owner");
            API.delete(eve.token, path + "/keys/" + ada.key()).isProblem(404, "unknown-owner");
        }
        API.delete(eve.token, eve.path + "/keys/" + ada.key()).isProblem(404, "unknown-key");
        API.get(ada.token, ada.path).is(200);
    }

    @Test
    void an_owner_takes_another_name_and_only_an_admin_blocks_it() {
        Person ada = Person.named("Ada", "play");
        assertEquals(
                "Ada L.",
                API.patch(ada.token, ada.path, "{\"name\":\"Ada L.\"}").text("name"));
        API.patch(ada.token, ada.path, "{\"blocked\":false}").isProblem(422, "unknown-field");
        Answer blocked = API.patch(Gateway.ADMIN, ada.path, "{\"blocked\":true,\"name\":\"X\"}");
        assertFalse(blocked.get("blockedAt").isNull());
        assertEquals("X", blocked.text("name"));
        fresh().get(ada.token, "/api/me").isProblem(401, "invalid-token");
        join(ada.issued.text("recovery"), "phone").isProblem(403, "owner-blocked");
        assertTrue(API.patch(Gateway.ADMIN, ada.path, "{\"blocked\":false}")
                .get("blockedAt")
                .isNull());
        fresh().get(ada.token, "/api/me").is(200);
    }

    @Test
    void a_blocked_owner_gets_no_key_and_the_admin_learns_why() {
        Person ada = Person.named("Ada", "play");
        API.patch(Gateway.ADMIN, ada.path, "{\"blocked\":true}").is(200);
        API.post(Gateway.ADMIN, ada.path + "/keys", "{\"name\":\"laptop\"}").isProblem(403, "owner-blocked");
        API.post(Gateway.ADMIN, ada.path + "/links", "{\"name\":\"us\",\"uses\":1,\"days\":1}")
                .isProblem(403, "owner-blocked");
    }

    @Test
    void a_key_allows_no_more_than_the_one_that_makes_it() {
        Person reader = Person.named("Ada", "read");
        API.post(reader.token, reader.path + "/keys", "{\"name\":\"more\",\"scope\":\"play\"}")
                .isProblem(422, "out-of-range");
        assertEquals("read", reader.another("less").issued.get("key").text("scope"));
        Person admin = Person.named("Ada", "admin");
        Answer narrow = API.post(admin.token, admin.path + "/keys", "{\"name\":\"bot\",\"scope\":\"play\"}");
        API.get(narrow.text("token"), "/api/owners").isProblem(403, "insufficient-scope");
        Answer made = API.post(Gateway.ADMIN, reader.path + "/keys", "{\"name\":\"from the admin\"}");
        assertEquals("read", made.get("key").text("scope"), "an admin gives no more than the owner may have");
        API.post(reader.token, reader.path + "/keys", "{\"name\":\"x\",\"scope\":\"root\",\"y\":1}")
                .isProblem(422, "unknown-field");
    }

    @Test
    void a_team_gets_keys_by_a_link_that_can_be_revoked() {
        Person team = Person.named("Team Blue", "play");
        Answer link = API.post(team.token, team.path + "/links", "{\"name\":\"us\",\"uses\":2,\"days\":7}")
                .is(201);
        assertTrue(link.text("link").endsWith("/join.html#" + link.text("secret")), link.body());
        Person ben = Person.of(join(link.text("secret"), "Ben").is(201));
        assertEquals(team.path, ben.path);
        API.get(ben.token, ben.path).is(200);
        assertFalse(API.get(Gateway.ADMIN, "/api/invitations").body().contains(link.text("id")));
        API.get(Gateway.ADMIN, "/api/invitations/" + link.text("id")).isProblem(404, "unknown-invitation");
        API.delete(team.token, team.path + "/links/" + link.text("id")).is(200);
        join(link.text("secret"), "Cid").isProblem(410, "invitation-revoked");
        API.delete(team.token, team.path + "/links/inv_x").isProblem(404, "unknown-invitation");
        API.post(team.token, team.path + "/links", "{\"name\":\"us\",\"uses\":101,\"days\":31}")
                .isProblem(422, "out-of-range");
    }

    @Test
    void who_lost_all_keys_comes_back_with_the_recovery_code_and_shuts_others_out() {
        Person ada = Person.named("Ada", "play");
        Person stolen = ada.another("old laptop");
        String bot = "/api/bots/" + API.post(ada.token, "/api/bots", BOT).text("id");
        Person back = Person.of(join(ada.issued.text("recovery").toUpperCase(Locale.ROOT), "new laptop")
                .is(201));
        Answer shown = API.delete(back.token, back.path + "/keys").is(200);
        assertEquals(
                1,
                shown.get("keys").entries().stream()
                        .filter(key -> key.get("revokedAt").isNull())
                        .count());
        fresh().get(stolen.token, "/api/me").isProblem(401, "invalid-token");
        fresh().get(ada.token, "/api/me").isProblem(401, "invalid-token");
        assertTrue(API.get(back.token, bot).get("active").bool());
    }

    @Test
    void a_recovery_code_is_replaced_by_who_has_it_or_by_an_admin() {
        Person ada = Person.named("Ada", "play");
        String path = ada.path + "/recovery";
        String first = ada.issued.text("recovery");
        API.post(ada.token, path, "{}").isProblem(422, "missing-field");
        API.post(ada.token, path, "{\"code\":\"00000-00000-00000-00000\"}").isProblem(404, "unknown-invitation");
        API.post(Gateway.ADMIN, path, "{\"code\":\"no code\"}").isProblem(404, "unknown-invitation");
        String second =
                API.post(ada.token, path, "{\"code\":\"" + first + "\"}").text("recovery");
        assertNotEquals(first, second);
        join(first, "phone").isProblem(410, "invitation-revoked");
        String third = API.post(Gateway.ADMIN, path, "{}").is(200).text("recovery");
        join(second, "phone").isProblem(410, "invitation-revoked");
        join(third, "phone").is(201);
        API.delete(Gateway.ADMIN, ada.path).is(202);
        API.post(Gateway.ADMIN, path, "{}").isProblem(404, "unknown-owner");
    }

    @Test
    void an_owner_has_only_so_many_keys_but_comes_back_all_the_same() {
        Person ada = Person.named("Ada", "play");
        for (int i = 1; i < Owners.MOST_KEYS; i++) {
            ada.another("key " + i);
        }
        API.post(ada.token, ada.path + "/keys", "{\"name\":\"more\"}").isProblem(422, "too-many-keys");
        API.post(ada.token, ada.path + "/links", "{\"name\":\"more\",\"uses\":1,\"days\":1}")
                .isProblem(422, "too-many-keys");
        String recovery = ada.issued.text("recovery");
        String code = InvitationSecret.read(recovery).orElseThrow().id();
        API.delete(ada.token, ada.path + "/links/" + code).isProblem(404, "unknown-invitation");
        API.post(ada.token, ada.path + "/keys", "{\"name\":\"more\"}").isProblem(422, "too-many-keys");
        join(recovery, "back").is(201);
    }

    @Test
    void a_key_that_was_just_revoked_makes_no_other_and_no_link() {
        Person ada = Person.named("Ada", "play");
        API.delete(ada.token, ada.path + "/keys/" + ada.issued.get("key").text("id"))
                .is(200);
        API.post(ada.token, ada.path + "/keys", "{\"name\":\"more\"}").isProblem(401, "invalid-token");
        API.post(ada.token, ada.path + "/links", "{\"name\":\"more\",\"uses\":1,\"days\":1}")
                .isProblem(401, "invalid-token");
    }
}
