/** The page that an invitation leads to. */

import {
  HOSTILE,
  RECOVERY,
  accessible,
  ada,
  all,
  answer,
  at,
  attribute,
  click,
  drawn,
  equal,
  fill,
  fitsTheScreen,
  focus,
  focused,
  hidden,
  joined,
  lacks,
  newKey,
  onEach,
  offline,
  open,
  page,
  posted,
  refuse,
  reload,
  saved,
  says,
  see,
  value,
} from "./page.js";

const TOKEN = "f00d".repeat(16);

function acceptsEverybody(name = "Ada") {
  answer("POST /api/join", newKey(TOKEN, name), 201);
  answer("GET /api/me", ada(0));
}

const kept = () => click("button=I have kept it");

/** Whether the browser asks nothing when the page is left. */
const mayLeave = () => page().dispatchEvent(new Event("beforeunload", { cancelable: true }));

async function join(name) {
  await fill("field=Your name", name);
  await click("button=Join");
}

export default {
  async "who could not sign in is told why, until signed up"() {
    acceptsEverybody();
    await open("/join.html?refused=/problems/sign-in-refused");
    await says("#problem", /^That did not sign you in/);
    await accessible();
    await open("/join.html?refused=/problems/owner-blocked#inv_s3cret");
    await says("#problem", "An admin has blocked you.");
    await join("Ada");
    await kept();
    await see("h1", "Welcome, Ada");
    await hidden("#problem");
    localStorage.clear();
    await open("/join.html?refused=constructor");
    await see("#form");
    await hidden("#problem");
  },

  async "an invitation and a name are enough"() {
    acceptsEverybody();
    await onEach(["", "phone", "dark", "projector"], async () => {
      localStorage.clear();
      await open("/join.html#inv_s3cret");
      await focused("field=Your name");
      await hidden("field=Invitation");
      await accessible();
      await join(" Ada ");
      await see("h1", "Keep your recovery code");
      equal(posted.at(-1).body, { secret: "inv_s3cret", name: "Ada" });
      equal(page().location.href, `${location.origin}/join.html`, "the secret is not left in the address");
      await see(".recovery code", RECOVERY);
      await accessible();
      fitsTheScreen();
      equal(mayLeave(), false);
      await kept();
      await see("h1", "Welcome, Ada");
      equal(mayLeave(), true);
      await focused("#write");
      await click("#token-once summary");
      await see("#token-row code", `export BOUT_TOKEN=${TOKEN}`);
    });
  },

  async "a name of emoji is as long as the API counts it"() {
    acceptsEverybody();
    const faces = "\u{1F600}".repeat(35);
    await open("/join.html#inv_s3cret");
    await fill("field=Your name", `${faces}xxxxxx`);
    await see("#join-name-left", "1 too many: 40 characters at most");
    await click("button=Join");
    equal(posted, []);
    await fill("field=Your name", faces);
    await see("#join-name-left", "5 of 40 characters left");
    await accessible();
    await join(faces);
    await kept();
    await says("h1", "Welcome");
    equal(posted.at(-1).body, { secret: "inv_s3cret", name: faces });
  },

  async "the recovery code can be saved, and whoever closes the page has joined nevertheless"() {
    acceptsEverybody();
    await open("/join.html#inv_s3cret");
    await join("Ada");
    await focused(".recovery pre");
    await click("button=Save as a text file");
    equal(
      await saved[0].text(),
      `Recovery code of Ada at ${location.origin}\n\n${RECOVERY}\n\nIt gives a new key: ${location.origin}/join.html?recover\n`,
    );
    await hidden("#joined");
    await reload();
    await see("h1", "You have joined as Ada");
    await lacks("main", RECOVERY);
  },

  async "people sign in where there is a provider"() {
    await open("/join.html");
    await hidden("#sign-in");
    answer("GET /api/join", { selfService: false, signIn: true });
    await reload();
    await see("#sign-in", /^Sign in ?Everyone sees the name of your account/);
    await accessible();
  },

  async "a recovery code gives a key of the same owner"() {
    await onEach(["", "phone", "dark"], async () => {
      localStorage.clear();
      answer("GET /api/join", { selfService: true, signIn: false });
      await open("/join.html");
      await click("button=I have a recovery code");
      await focused("field=Recovery code");
      await accessible();
      await fill("field=Name of your new key", "laptop");
      await fill("field=Recovery code", " ");
      await click("button=Get a new key");
      await see("#join-invitation-problem", "Fill this in.");
      equal(posted, [], "without the code, a stranger would join");
      refuse("POST /api/join", 404, "unknown-invitation", "No invitation has this secret.");
      await fill("field=Recovery code", "k7qd9");
      await click("button=Get a new key");
      await see("#join-invitation-problem", "No invitation has this secret.");
      refuse("POST /api/join", 422, "too-many-keys", "The owner of this link has 20 keys and links.");
      await fill("field=Recovery code", ` ${RECOVERY} `);
      await click("button=Get a new key");
      await see(".join-form > .problem", "The owner of this link has 20 keys and links.");
      answer("POST /api/join", newKey(TOKEN, "Ada", "laptop"), 201);
      await click("button=Get a new key");
      await see("h1", "You are in as Ada with the key laptop");
      equal(posted.at(-1).body, { secret: RECOVERY, name: "laptop" });
      await see(".recovery", 0);
      equal(JSON.parse(localStorage.getItem("bout-player")), { token: TOKEN, name: "Ada" });
      posted.length = 0;
    });
  },

  async "other pages lead to the form for a recovery code, also from an invitation"() {
    await open("/join.html?recover#inv_s3cret");
    await focused("field=Recovery code");
    await value("field=Recovery code", "");
  },

  async "when nobody answers, the form says so and keeps what was typed"() {
    await open("/join.html#inv_s3cret");
    offline(true);
    await join("Ada");
    await says(".join-form > .problem", "The API cannot be reached.");
    await value("field=Your name", "Ada");
    offline(false);
    acceptsEverybody();
    await click("button=Join");
    await kept();
    await see("h1", "Welcome, Ada");
  },

  async "whether everyone may join is asked until the API answers"() {
    refuse("GET /api/join", 503, "unavailable", "Try again later.");
    await open("/join.html");
    await see(".join-form .problem", "Try again later.");
    await see("field=Invitation");
    answer("GET /api/join", { selfService: true, signIn: true });
    await hidden("field=Invitation");
    await hidden(".join-form .problem");
    await attribute("#sign-in >> link=Sign in", "href", "/api/sign-in");
  },

  async "an invitation that is being typed stays when the API answers at last"() {
    refuse("GET /api/join", 503, "unavailable", "Try again later.");
    await open("/join.html");
    await see(".join-form .problem", "Try again later.");
    await fill("field=Invitation", "inv_s3cret");
    await focus("field=Your name");
    answer("GET /api/join", { selfService: true, signIn: false });
    await hidden(".join-form .problem");
    await value("field=Invitation", "inv_s3cret");
    await see("field=Invitation");
  },

  async "the answer of an earlier question does not hide what joining was refused for"() {
    refuse("GET /api/join", 503, "unavailable", "Try again later.");
    refuse("POST /api/join", 422, "too-many-owners", "There are too many owners.");
    await open("/join.html");
    await see(".join-form .problem", "Try again later.");
    await join("Ada");
    await see(".join-form > .problem", ["Try again later.", "There are too many owners."]);
    answer("GET /api/join", { selfService: true, signIn: false });
    await hidden("field=Invitation");
    await see(".join-form > .problem:not([hidden])", ["There are too many owners."]);
  },

  async "the token is shown once and remembered by the browser"() {
    acceptsEverybody();
    await open("/join.html#inv_s3cret");
    await join("Ada");
    await kept();
    await see("h1", "Welcome, Ada");
    await reload();
    await see("h1", "You have joined as Ada");
    await lacks("main", TOKEN);
    // Another page knows it, too, and shows no field for it.
    refuse("POST /api/matches", 422, "some", "A refusal.");
    await open("/new.html");
    await hidden("field=Token");
    await click("button=Start the match");
    await see("#start-problem", "A refusal.");
    equal(posted.at(-1).authorization, `Bearer ${TOKEN}`);
  },

  async "a pasted link is an invitation, and a refusal stands at its field"() {
    await open("/join.html");
    refuse("POST /api/join", 403, "invitation-required", "This needs an invitation.");
    await join("Ada");
    await see("#join-invitation-problem", "You need an invitation here. Ask the organiser for the link, and paste it.");
    await focused("field=Invitation");
    await accessible();
    refuse("POST /api/join", 410, "invitation-used-up", "This invitation is used up.");
    await fill("field=Invitation", `${location.origin}/join.html#inv_old`);
    await click("button=Join");
    await see("#join-invitation-problem", "This invitation is used up.");
    equal(posted.at(-1).body, { secret: "inv_old", name: "Ada" });
    acceptsEverybody();
    await fill("field=Invitation", "inv_new");
    await hidden("#join-invitation-problem");
    await click("button=Join");
    await kept();
    await see("h1", "Welcome, Ada");
  },

  async "where everyone may join, a name is enough"() {
    acceptsEverybody();
    answer("GET /api/join", { selfService: true, signIn: false });
    await open("/join.html");
    await see("field=Your name");
    await hidden("field=Invitation");
    await join("Ada");
    await kept();
    await see("h1", "Welcome, Ada");
    equal(posted.at(-1).body, { name: "Ada" });
  },

  async "a revoked token leads to the form, and somebody else can join"() {
    joined(TOKEN);
    acceptsEverybody();
    await open("/join.html");
    await click("#other");
    await focused("field=Your name");
    refuse("GET /api/me", 401, "bad-token", "Invalid token.");
    await reload();
    await focused("field=Your name");
    await accessible();
  },

  async "a name is always shown as text"() {
    await at("phone");
    for (const name of drawn(HOSTILE)) {
      localStorage.clear();
      acceptsEverybody(name);
      await open("/join.html#inv_s3cret");
      await join("Ada");
      await kept();
      await says("h1", name);
      equal(all("main img, main svg[onload], main b").length, 0);
      equal(page().harmed ?? null, null);
      fitsTheScreen();
    }
  },
};
