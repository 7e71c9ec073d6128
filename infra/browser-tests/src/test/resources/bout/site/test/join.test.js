/** The page that an invitation leads to. */

import {
  HOSTILE,
  accessible,
  all,
  answer,
  at,
  click,
  drawn,
  equal,
  fill,
  fitsTheScreen,
  focused,
  hidden,
  joined,
  lacks,
  onEach,
  open,
  page,
  posted,
  refuse,
  reload,
  says,
  see,
} from "./page.js";

const TOKEN = "f00d".repeat(16);

function acceptsEverybody(name = "Ada") {
  answer("POST /api/join", { token: TOKEN, id: "tok_1", name, scope: "play" }, 201);
  answer("GET /api/me", { id: "tok_1", name: "Ada", scope: "play" });
}

async function join(name) {
  await fill("field=Your name", name);
  await click("button=Join");
}

export default {
  async "an invitation and a name are enough"() {
    acceptsEverybody();
    await onEach(["", "phone", "dark", "projector"], async () => {
      localStorage.clear();
      await open("/join.html#inv_s3cret");
      await focused("field=Your name");
      await hidden("field=Invitation");
      await accessible();
      await join(" Ada ");
      await see("h1", "Welcome, Ada");
      equal(posted.at(-1).body, { secret: "inv_s3cret", name: "Ada" });
      equal(page().location.href, `${location.origin}/join.html`, "the secret is not left in the address");
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
    await says("h1", "Welcome");
    equal(posted.at(-1).body, { secret: "inv_s3cret", name: faces });
  },

  async "the token is shown once and remembered by the browser"() {
    acceptsEverybody();
    await open("/join.html#inv_s3cret");
    await join("Ada");
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
    await see("h1", "Welcome, Ada");
  },

  async "where everyone may join, a name is enough"() {
    acceptsEverybody();
    answer("GET /api/join", { selfService: true });
    await open("/join.html");
    await see("field=Your name");
    await hidden("field=Invitation");
    await join("Ada");
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
      await says("h1", name);
      equal(all("main img, main svg[onload], main b").length, 0);
      equal(page().harmed ?? null, null);
      fitsTheScreen();
    }
  },
};
