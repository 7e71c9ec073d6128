/** The page of the visitor's account: keys, links and the recovery code. */

import {
  HOSTILE,
  RECOVERY,
  accessible,
  ada,
  all,
  answer,
  answerOnly,
  asked,
  at,
  attribute,
  click,
  drawn,
  equal,
  fill,
  focused,
  harmless,
  hidden,
  invalid,
  joined,
  lacks,
  newKey,
  offline,
  onEach,
  open,
  page,
  posted,
  refuse,
  refuseAt,
  reload,
  says,
  see,
  value,
} from "./page.js";

const TOKEN = "f00d".repeat(16);
const OWNER = "/api/owners/own_1";
const NEXT = "3m0vw-8qk2x-t5rzn-h7c9d";

const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString();

const key = (id, name, usedAt = null, revokedAt = null) => ({
  id,
  name,
  scope: "play",
  createdAt: daysAgo(30),
  usedAt,
  revokedAt,
});

const link = (name, used, days, revokedAt = null) => ({
  id: `inv_${name}`,
  name,
  uses: 3,
  used,
  quotas: {},
  createdAt: daysAgo(3),
  expiresAt: daysAgo(-days),
  revokedAt,
});

const OWN = key("tok_1", "first key", daysAgo(0));
const LAPTOP = key("tok_2", "laptop");

const withKeys = (keys, links = [], name = "Ada") => ({ owner: { id: "own_1", name, scope: "play" }, keys, links });

const has = (...given) => answer(`GET ${OWNER}`, withKeys(...given));

async function opened(...given) {
  joined(TOKEN);
  answer("GET /api/me", ada(1));
  has(...given);
  await open("/account.html");
  await see("#owner");
}

const person = (id, name, blockedAt = null) => ({
  id,
  name,
  scope: "play",
  createdAt: daysAgo(2),
  blockedAt,
  invitation: null,
  quotas: {},
});

/** The account page of an admin. */
async function admin(invitations, owners) {
  joined(TOKEN);
  answer("GET /api/me", { ...ada(0), id: "admin", name: "admin", scope: "admin", key: null });
  answer("GET /api/invitations", { invitations });
  answer("GET /api/owners?limit=100", { owners, next: null });
  await open("/account.html");
  await see("#everybody");
}

export default {
  async "going back does not show the account to whoever comes after"() {
    await opened([OWN]);
    await see("#name", "Ada");
    const restored = () => page().dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    restored();
    localStorage.clear();
    refuse("GET /api/me", 401, "token-required", "This needs a token.");
    restored();
    await see("#stranger");
    await hidden("#owner");
  },

  async "keys and links say when they were used, and the browser's own key is marked"() {
    await onEach(["", "phone", "dark", "projector"], async () => {
      const away = key("tok_3", "school", daysAgo(1), daysAgo(1));
      const links = [link("Team", 1, 2), link("Old", 0, -1), link("Gone", 1, 2, daysAgo(1))];
      await opened([OWN, LAPTOP, away, key("tok_4", "desktop", daysAgo(3))], links);
      await see("#name", "Ada");
      await see("#keys li", ["first keyused todayThis browserRevoke", "laptopnever usedRevoke", "desktopused 3 days agoRevoke"]);
      await see("#links li", [/^Team2 of 3 uses left · until .*Revoke$/, "OldexpiredRevoke"]);
    });
  },

  async "who has not joined is led to joining or recovering"() {
    refuse("GET /api/me", 401, "token-required", "This needs a token.");
    await open("/account.html");
    await attribute("#stranger >> link=Join", "href", "join.html");
    await attribute("#stranger >> link=I have a recovery code", "href", "join.html?recover");
    await hidden("#owner");
    await accessible();
  },

  async "who has not joined can sign in where there is a provider"() {
    refuse("GET /api/me", 401, "token-required", "This needs a token.");
    answer("GET /api/join", { selfService: false, signIn: true });
    await open("/account.html");
    await attribute("#sign-in >> link=Sign in", "href", "/api/sign-in");
    await accessible();
  },

  async "signing in is offered as soon as the API says that one can"() {
    refuse("GET /api/me", 401, "token-required", "This needs a token.");
    refuse("GET /api/join", 503, "unavailable", "Try again later.");
    await open("/account.html");
    await see("#stranger");
    await see("#problem", "Try again later.");
    answer("GET /api/join", { selfService: false, signIn: true });
    await attribute("#sign-in >> link=Sign in", "href", "/api/sign-in");
    await hidden("#problem");
  },

  async "who comes back from signing in acts with the session, also the next time"() {
    joined(TOKEN, "Bob");
    answerOnly("session", "GET /api/me", ada(1));
    answerOnly("session", `GET ${OWNER}`, withKeys([OWN]));
    await open("/account.html#signed-in");
    await see("#name", "Ada");
    equal(page().location.hash, "");
    await hidden("#recovery");
    await reload();
    await see("#name", "Ada");
  },

  async "who comes back without a session stays who they are"() {
    joined(TOKEN);
    refuse("GET /api/me", 401, "invalid-token", "The token is unknown.");
    answerOnly(TOKEN, "GET /api/me", ada(1));
    await open("/account.html#signed-in");
    await see("#stranger");
    equal(JSON.parse(localStorage.getItem("bout-player")).token, TOKEN);
  },

  async "where there are no keys, the page says so and asks for none"() {
    for (const [id, words] of [
      ["local", "This Bout is open"],
      ["admin", "You are here with the admin token"],
    ]) {
      answer("GET /api/me", { ...ada(0), id, name: id, key: null });
      await open("/account.html");
      await says(`main > .card:not([hidden])`, words);
      await hidden("#owner");
      await accessible();
    }
    equal(
      asked.filter((path) => path.startsWith("/api/owners")),
      [],
    );
  },

  async "an admin invites people, and sees who has joined"() {
    await admin([], []);
    await says("#no-people", "No one has joined yet.");
    await click("button=Invite people");
    await accessible();
    await fill("field=Name of the invitation", "Class 7b");
    await value("field=How many people can join", "40");
    answer(
      "POST /api/invitations",
      { ...link("Class", 0, 7), secret: RECOVERY, link: `https://bout.example/join.html#${RECOVERY}` },
      201,
    );
    answer("GET /api/invitations", { invitations: [link("Class", 1, 7), link("Old", 0, -1), link("Gone", 0, 7, daysAgo(1))] });
    answer("GET /api/owners?limit=100", { owners: [person("own_2", HOSTILE), person("own_3", "Eve", daysAgo(1))], next: null });
    await click("button=Make the link");
    await see("#invitation-place code", `https://bout.example/join.html#${RECOVERY}`);
    equal(posted.at(-1).body, { name: "Class 7b", uses: 40, days: 7 });
    await see("#invitations li", [/^Class2 of 3 uses left/]);
    await see("#people-title", "People (2)");
    await says("#people li:nth-of-type(2)", "blocked");
    harmless();
    await accessible();
    answer("DELETE /api/invitations/inv_Class", link("Class", 1, 7, daysAgo(0)));
    answer("GET /api/invitations", { invitations: [] });
    await click("button=Revoke Class");
    await says("#invitations .asking", "Who has joined stays.");
    await click("button=Revoke it");
    await see("#invitations li", 0);
    await focused("#invite");
  },

  async "an admin gives who has lost everything a new code, and shuts somebody out"() {
    await onEach(["", "phone", "dark"], async () => {
      await admin([], [person("own_2", "Ben")]);
      answer("POST /api/owners/own_2/recovery", { recovery: NEXT });
      await click("button=New recovery code: Ben");
      await says("#people .asking", "the code they had stops working");
      await click("button=Make the code");
      await see("#people code", NEXT);
      await accessible();
      await click("button=I have kept it");
      await lacks("main", NEXT);
      refuse("PATCH /api/owners/own_2", 500, "internal-error", "Something went wrong.");
      await click("button=Block: Ben");
      await click("button=Shut out");
      await says("#people .problem", "Something went wrong.");
      answer("PATCH /api/owners/own_2", person("own_2", "Ben", daysAgo(0)));
      answer("GET /api/owners?limit=100", { owners: [person("own_2", "Ben", daysAgo(0))], next: null });
      await click("button=Shut out");
      await says("#people li", "blocked");
      equal(posted.at(-1).body, { blocked: true });
      await click("button=Let in again: Ben");
    });
  },

  async "a key is made, and its token shown once"() {
    await opened([OWN]);
    await click("button=New key");
    await focused("field=Name of the key");
    await accessible();
    refuseAt(`POST ${OWNER}/keys`, "/name", "too long");
    await fill("field=Name of the key", " laptop ");
    await click("button=Make the key");
    await see("#key-name-problem", "Too long.");
    refuse(`POST ${OWNER}/keys`, 422, "too-many-keys", "You have 20 keys and links, the maximum. Revoke one first.");
    await click("button=Make the key");
    await see("#key-place .problem", "You have 20 keys and links, the maximum. Revoke one first.");
    answer(`POST ${OWNER}/keys`, newKey("beef", "Ada", "laptop"), 201);
    has([OWN, LAPTOP]);
    await click("button=Make the key");
    await see("#key-place code", "export BOUT_TOKEN=beef");
    await see("#keys li", 2);
    equal(posted.at(-1), {
      request: `POST ${OWNER}/keys`,
      body: { name: "laptop" },
      key: null,
      authorization: `Bearer ${TOKEN}`,
    });
    await accessible();
    await reload();
    await see("#keys li", 2);
    await lacks("main", "beef");
  },

  async "a link for a team is made, shown once, and revoked"() {
    await opened([OWN]);
    await click("button=New link");
    await fill("field=Name of the link", "Team");
    await fill("field=How many people can use it", "101");
    await click("button=Make the link");
    await invalid("field=How many people can use it", "rangeOverflow");
    equal(posted, []);
    await fill("field=How many people can use it", "3");
    await value("field=For how many days", "7");
    answer(
      `POST ${OWNER}/links`,
      { ...link("Team", 0, 7), secret: RECOVERY, link: `https://bout.example/join.html#${RECOVERY}` },
      201,
    );
    has([OWN], [link("Team", 0, 7)]);
    await click("button=Make the link");
    await see("#link-place code", `https://bout.example/join.html#${RECOVERY}`);
    equal(posted.at(-1).body, { name: "Team", uses: 3, days: 7 });
    await accessible();
    await click("button=Revoke Team");
    await says("#links .asking", "The keys that it gave stay.");
    answer(`DELETE ${OWNER}/links/inv_Team`, link("Team", 0, 7, daysAgo(0)));
    has([OWN], [link("Team", 0, 7, daysAgo(0))]);
    await click("button=Revoke it");
    await see("#links li", 0);
    await focused("#add-link");
  },

  async "a key is revoked after a question, and a refusal stands below it"() {
    await opened([OWN, LAPTOP]);
    await click("button=Revoke laptop");
    await click("#keys >> button=Cancel");
    await focused("button=Revoke laptop");
    equal(posted, []);
    await click("button=Revoke laptop");
    await accessible();
    refuse(`DELETE ${OWNER}/keys/tok_2`, 404, "unknown-key", "The owner has no key with this id.");
    await click("button=Revoke it");
    await see("#keys .problem", "The owner has no key with this id.");
    offline(true);
    await click("button=Revoke it");
    await says("#keys .problem", "The API cannot be reached.");
    offline(false);
    answer(`DELETE ${OWNER}/keys/tok_2`, { ...LAPTOP, revokedAt: daysAgo(0) });
    has([OWN]);
    await click("button=Revoke it");
    await see("#keys li", 1);
    await focused("#add-key");
  },

  async "whoever revokes the key of this browser is forgotten by it"() {
    await opened([OWN, LAPTOP]);
    await click("button=Revoke first key");
    await says("#keys .asking", "the key of this browser?");
    answer(`DELETE ${OWNER}/keys/tok_1`, { ...OWN, revokedAt: daysAgo(0) });
    refuse("GET /api/me", 401, "invalid-token", "It was revoked.");
    await click("button=Revoke it");
    await see("#stranger");
    equal(localStorage.getItem("bout-player"), null);
  },

  async "whoever types their name is erased, and forgotten by this browser"() {
    await opened([OWN]);
    await click("button=Delete everything about me");
    await focused("field=Your name, to confirm");
    await accessible();
    await fill("field=Your name, to confirm", "Bob");
    await click("button=Delete it all");
    await see("#erase-place .problem", "That is not your name.");
    equal(posted, []);
    await fill("field=Your name, to confirm", "Ada");
    answer(`DELETE ${OWNER}?myself=true`, withKeys([]).owner, 202);
    refuse("GET /api/me", 401, "invalid-token", "No key has this token.");
    await click("button=Delete it all");
    await see("#stranger");
    equal(posted.at(-1).request, `DELETE ${OWNER}`);
    equal(localStorage.getItem("bout-player"), null);
  },

  async "all other keys are revoked at once"() {
    await opened([OWN, LAPTOP], [link("Team", 1, 2)]);
    await click("button=Revoke all others");
    equal(posted, [], "it asks first");
    await accessible();
    answer(`DELETE ${OWNER}/keys`, withKeys([OWN, { ...LAPTOP, revokedAt: daysAgo(0) }], [link("Team", 1, 2, daysAgo(0))]));
    await click("#others-place >> button=Revoke all others");
    await see("#others-place", "Only this browser is left.");
    await see("#keys li", 1);
    await see("#links li", 0);
    equal(posted.at(-1).request, `DELETE ${OWNER}/keys`);
  },

  async "the recovery code is replaced with the present one"() {
    await opened([OWN]);
    await click("button=Replace recovery code");
    await fill("field=Your present code", "wrong");
    refuse(`POST ${OWNER}/recovery`, 404, "unknown-invitation", "That is not the present recovery code.");
    await click("button=Replace it");
    await see("#code-place .problem", "That is not the present recovery code.");
    answer(`POST ${OWNER}/recovery`, { recovery: NEXT });
    await fill("field=Your present code", ` ${RECOVERY} `);
    await click("button=Replace it");
    await see("#code-place .recovery code", NEXT);
    equal(posted.at(-1).body, { code: RECOVERY });
    await accessible();
    await click("button=I have kept it");
    await lacks("main", NEXT);
  },

  async "a name is changed, and names are always shown as text"() {
    await at("phone");
    for (const name of drawn(HOSTILE)) {
      await opened([key("tok_1", name), key("tok_2", name)], [link(name, 0, 1)]);
      await click("button=Rename");
      await value("field=Your name", "Ada");
      await fill("field=Your name", "Ada Lovelace");
      answer(`PATCH ${OWNER}`, withKeys([]).owner);
      has([key("tok_1", name), key("tok_2", name)], [link(name, 0, 1)], name);
      await click("button=Save");
      await see("#name", name);
      equal(posted.at(-1).body, { name: "Ada Lovelace" });
      await click("#keys li:last-child >> text=Revoke");
      harmless();
      equal(all("main form .problem:not([hidden])").length, 0);
    }
  },
};
