/** The page of the visitor's own bots. */

import {
  HOSTILE,
  accessible,
  ada,
  all,
  answer,
  answerOnly,
  at,
  attribute,
  bot,
  call,
  check,
  click,
  disabled,
  differ,
  drawn,
  empty,
  enabled,
  equal,
  file,
  fill,
  focused,
  harmless,
  hidden,
  invalid,
  joined,
  lacks,
  onEach,
  open,
  page,
  posted,
  refuse,
  refuseAt,
  reload,
  says,
  see,
  select,
} from "./page.js";

const BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f61";
const CHECKED = "2026-03-01T12:00:05Z";
const SECRET = "whsec_c2VjcmV0";

const has = (...bots) => answer("GET /api/bots?mine=true&limit=100", { bots, next: null });

const stranger = () => refuse("GET /api/me", 401, "token-required", "This needs a token.");

function knowsAda(...bots) {
  answer("GET /api/me", ada(1));
  has(...bots);
}

const own = (id, name, kind, more = {}) =>
  bot(id, "tokens", name, {
    kind,
    health: { suspended: false, reason: null, checkedAt: null },
    check: null,
    ...(kind !== "url"
      ? {}
      : {
          url: "https://bots.example.org/",
          proven: false,
          proof: {
            file: `/.well-known/bout/${id}`,
            text: "Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm8=",
            provenAt: null,
            lapsesAt: null,
            refusal: null,
          },
        }),
    ...more,
  });

function becomes(bot) {
  has(bot);
  answer(`GET /api/bots/${BOT}`, bot);
}

export default {
  async "who has no bot is led to the playground"() {
    knowsAda();
    await open("/my-bots.html");
    await says("#empty", "You have no bot yet.");
    await see("#me", "You are Ada. 1 of 5 bots · 0 of 20 open matches · 12 of 500 matches today");
    await accessible();
  },

  async "who has not joined is led to the invitation or enters a token"() {
    knowsAda();
    stranger();
    await open("/my-bots.html");
    await attribute("#stranger a", "href", "join.html");
    await accessible();
    await click("#have-token summary");
    await fill("field=Your token", "wrong");
    await click("#token-go");
    await see("#token-problem", "This token does not work.");
    // A chat may shorten it, or add what cannot be seen; no browser sends that in a header.
    await fill("field=Your token", "bout\u200b_4f1c\u2026");
    await empty("#token-problem");
    await click("#token-go");
    await see("#token-problem", "This token does not work.");
    knowsAda();
    await fill("field=Your token", " a-token ");
    await click("#token-go");
    await says("#me", "You are Ada.");
    await click("#forget");
    await says("#forgetting", "Without your recovery code");
    stranger();
    await click("#forget-now");
    await see("#stranger");
    equal(localStorage.getItem("bout-player"), null);
  },

  async "who signed in signs out, which revokes the key of the session"() {
    joined("session");
    knowsAda();
    stranger();
    answerOnly("session", "GET /api/me", ada(1));
    await open("/my-bots.html");
    refuse("DELETE /api/owners/own_1/keys/tok_1", 503, "unexpected", "Try again later.");
    await click("button=Sign out");
    await see("#problem", "Try again later.");
    answer("DELETE /api/owners/own_1/keys/tok_1", {});
    await click("button=Sign out");
    await see("#stranger");
    equal(posted.at(-1).request, "DELETE /api/owners/own_1/keys/tok_1");
    equal(posted.at(-1).authorization, "Bearer session");
    equal(localStorage.getItem("bout-player"), null);
  },

  async "a bot at a URL gets the command that starts and proves it"() {
    await onEach(["", "phone", "dark"], async () => {
      knowsAda();
      await open("/my-bots.html");
      await click("text=At a URL");
      await select("field=Game", "tokens");
      await fill("#new-name", "Gary");
      await fill("#new-url", "https://bots.example.org/");
      refuseAt("POST /api/bots", "/url", "names no public address");
      await click("#new-go");
      await see("#new-url-problem", "Names no public address.");
      await focused("#new-url");
      await accessible();
      answer("POST /api/bots", own(BOT, "Gary", "url", { secret: SECRET }), 201);
      has(own(BOT, "Gary", "url"));
      await click("#new-go");
      await see(".own-bot .mark", "Not verified");
      await select(".own-bot >> field=System", "posix");
      await select(".own-bot >> field=Language", "python");
      await see(".own-bot pre", `BOUT_SECRET=${SECRET} python3 bot.py 9000`);
      await attribute(".own-bot >> link=Download bot.py", "href", "starters/python/bot.py");
      await select(".own-bot >> field=Language", "go");
      await says(".own-bot pre", "go run bot.go 9000");
    });
    equal(posted[0].body, { game: "tokens", name: "Gary", url: "https://bots.example.org/" });
    differ(posted[0].key, null);
    equal(posted[0].key, posted[1].key, "the same request again");
  },

  async "a check says what is wrong and what to do until all is good"() {
    const gary = own(BOT, "Gary", "url");
    knowsAda(gary);
    await open("/my-bots.html");
    answer(`POST /api/bots/${BOT}/check`, check(null), 202);
    answer(`GET /api/bots/${BOT}`, { ...gary, check: check(null) });
    await click("button=Check it");
    await says(".own-check", "Asking the bot for a few moves");
    await disabled("button=Checking …");
    becomes({ ...gary, check: check(CHECKED, call(false, null, "refused: connection refused")) });
    await says(".own-check .problem", "0 of 1 answers are good.", "can this site reach its URL?");
    await says(".own-check li", "refused: connection refused");
    await accessible();
    const passed = { ...check("2026-03-01T12:01:05Z", call(true, "{}", "<b>a move</b>")), id: "check_2" };
    becomes({ ...gary, proven: true, check: passed });
    answer(`POST /api/bots/${BOT}/check`, passed, 202);
    await click("button=Check again");
    await see(".own-check .verified", "1 of 1 answers are good. It is ready to play.");
    await see(".mark", "Playing");
    await see(".start-panel", 0);
  },

  async "an author sees rank, record and how the last match was lost"() {
    knowsAda(
      own(BOT, "Greedy Gary", "published", {
        version: 2,
        health: {
          suspended: true,
          suspendedAt: "2026-03-01T14:05:00Z",
          reason: "It lost its last two rated matches by failing, the last one by: error.",
        },
      }),
    );
    answer("GET /standings/ladders/tokens.json", {
      players: [
        { key: "house:hungry", rank: 1 },
        {
          key: BOT,
          rank: 2,
          ...{ wins: 0, draws: 0, losses: 4, rating: 1480, plusMinus: 280, provisional: true, last: ["loss", "win"] },
        },
      ],
    });
    const lost = {
      ...{ match: "m-2", seat: 2, failedSeat: 2, failureKind: "broken", rated: true },
      ...{ places: [1, 2], at: "2026-03-01T14:00:00Z" },
    };
    answer(`GET /standings/bots/${BOT}.json`, {
      recent: [lost, lost, { ...lost, match: "m-1", failedSeat: 1 }],
      history: [1520, 1500, 1480].map((rating, index) => ({ rating, matches: index + 1 })),
    });
    answer("GET /api/matches/m-2", { turn: 7, failures: [{ seat: 2, turn: 6, kind: "broken", text: "TypeError: y <b>" }] });
    await open("/my-bots.html");
    await see(`#${BOT} .own-standing`, "1480 ± 280rank 2 of 20 – 0 – 4won, drawn, lostlost, won");
    await attribute(`#${BOT} .sparkline polyline`, "points", "0,2 50,14 100,26");
    await says(`#${BOT} .own-name`, "version 2");
    await see(
      `#${BOT} .own-failure`,
      "It lost 2 of its last 3 matches by failing. The newest: error: TypeError: y " + "<b> See turn 7",
    );
    await attribute(`#${BOT} .own-failure a`, "href", "match.html?id=m-2&turn=7");
    await says(`#${BOT} .own-state`, "lost its last two rated matches by failing, the last one by: error. It plays no rated");
  },

  async "a visitor sees what has changed since the last visit"() {
    const hour = 3_600_000;
    const ago = (hours) => new Date(Date.now() - hours * hour).toISOString();
    localStorage.setItem("bout-seen", JSON.stringify({ since: null, last: { at: ago(2), ratings: { [BOT]: 1470 } } }));
    knowsAda(own(BOT, "<b>Gary", "published"), own("bot_2", "Idle", "published"));
    const row = { wins: 9, draws: 0, losses: 4, plusMinus: 60, provisional: false };
    answer("GET /standings/ladders/tokens.json", {
      players: [
        { key: BOT, rank: 1, rating: 1482, ...row },
        { key: "bot_2", rank: 2, rating: 1400, ...row },
      ],
    });
    const match = { match: "m-1", seat: 1, places: [1, 2], failedSeat: null, failureKind: null, rated: true, at: ago(1) };
    const failed = { ...match, match: "m-2", places: [2, 1], failedSeat: 1, failureKind: "broken" };
    answer("GET /api/matches/m-2", { turn: 7, failures: [] });
    answer(`GET /standings/bots/${BOT}.json`, { recent: [match, failed, { ...match, at: ago(3) }], history: [] });
    answer("GET /standings/bots/bot_2.json", { recent: [{ ...match, at: ago(3) }], history: [] });
    const words = "Since you were here 2 hours ago: <b>Gary +12, 1 won, 1 lost by failing";
    await open("/my-bots.html");
    await see("#since", words);
    await accessible();
    await reload();
    await see("#since", words);
    equal(JSON.parse(localStorage.getItem("bout-seen")).last.ratings, { [BOT]: 1482, bot_2: 1400 });
  },

  async "the rows of several bots open, and so does the form for another"() {
    await onEach(["", "phone", "dark"], async () => {
      knowsAda(own(BOT, "Gary", "published"), own("bot_2", "Ben", "connected", { online: false }));
      await open("/my-bots.html");
      await see(".own-bot", 2);
      await hidden(".own-body, #add, #since");
      await click("button=Details of Ben");
      await says("#bot_2 .start-panel pre", "./bout connect");
      await click("button=Details of Ben");
      await hidden(".own-body");
      await click("#add-bot");
      await see("#new-name");
    });
    await open("/");
    await open("/my-bots.html#add");
    await see("#new-name");
  },

  async "a connected bot shows whether it is online and is checked like others"() {
    const gary = own(BOT, "Gary", "connected", { online: false });
    knowsAda(gary);
    await open("/my-bots.html");
    await see(".mark", "Not connected");
    await says(".start-panel pre", "./bout connect");
    const refused = check(CHECKED, call(false, null, "The bot is not connected.", { sent: "" }));
    becomes({ ...gary, check: refused });
    answer(`POST /api/bots/${BOT}/check`, refused, 202);
    await click("button=Check it");
    await says(".own-check .problem", "It could not be called.");
    await says(".own-check li", "The bot is not connected.");
    await accessible();
    has({ ...gary, online: true });
    await reload();
    await see(".mark", "Playing");
    await see(".start-panel", 0);
  },

  async "the keyboard keeps its place in the row of a bot"() {
    joined("tok");
    knowsAda(own(BOT, "Gary", "published"));
    await open("/my-bots.html");
    for (const asking of ["Rename", "Delete"]) {
      await click("text=Change");
      await click(`button=${asking}`);
      await click("button=Cancel");
      await focused(`button=${asking}`);
      await click("text=Change");
    }
    answer(`PATCH /api/bots/${BOT}`, own(BOT, "Gary", "published", { active: false }));
    await click("button=Pause");
    await focused("button=Resume");
    await click("#forget");
    await click("#forget-not");
    await focused("#forget");
  },

  async "a bot is paused, renamed, renewed and deleted"() {
    let gary = own(BOT, "Gary", "connected");
    const change = (request, more) => {
      gary = { ...gary, ...more };
      has(gary);
      answer(request, gary);
    };
    knowsAda(gary);
    await open("/my-bots.html");
    await see(".start-panel pre", `./bout connect --api ${location.origin} --bot ${BOT} http://127.0.0.1:9000/`);
    change(`PATCH /api/bots/${BOT}`, { active: false });
    await click("button=Pause");
    await see(".mark", "Paused");
    equal(posted.at(-1).body, { active: false });
    await see("button=Resume");
    await click(".own-bot >> text=Change");
    await click("button=Rename");
    await fill(".own-bot >> field=Name", "Gary the Great");
    refuseAt(`PATCH /api/bots/${BOT}`, "/name", "too long");
    await click("button=Save");
    await see(".own-bot .field-problem", "Too long.");
    change(`PATCH /api/bots/${BOT}`, { name: "Gary the Great" });
    await click("button=Save");
    await see(".own-bot h2", "Gary the Great");
    await see(".own-bot >> field=Name", 0);
    change(`POST /api/bots/${BOT}/version`, { version: 2 });
    await click("button=New version");
    equal(posted.at(-1).request, `PATCH /api/bots/${BOT}`, "it asks first");
    await accessible();
    await click("button=It is a new version");
    await says(".own-bot", "version 2");
    answer(`DELETE /api/bots/${BOT}`, gary);
    await click("button=Delete");
    has();
    await click("button=Delete it for good");
    await see(".own-bot", 0);
    await see("#empty");
    equal(posted.at(-1).request, `DELETE /api/bots/${BOT}`);
  },

  async "a new secret is shown once in the command"() {
    knowsAda(own(BOT, "Gary", "url", { proven: true }));
    await open("/my-bots.html");
    await see(".mark");
    await see(".start-panel", 0);
    await click(".own-bot >> text=Change");
    await click("button=New secret");
    answer(`POST /api/bots/${BOT}/secret`, own(BOT, "Gary", "url", { proven: true, secret: SECRET }));
    await click("button=Make a new secret");
    await says(".start-panel pre", `BOUT_SECRET=${SECRET}`);
    await reload();
    await see(".mark", "Playing");
    await lacks("main", SECRET);
  },

  async "code is published from a file"() {
    const gary = own(BOT, "Gary", "published");
    knowsAda();
    answer("POST /api/bots", gary, 201);
    await open("/my-bots.html");
    await fill("#new-name", "Gary");
    file("#new-file", "gary.js", "x".repeat(65_537));
    await click("#new-go");
    await see("#new-file-problem", "The file is 65,537 bytes; the limit is 65,536.");
    const code = "function bot(request) { return {}; } // \u00fc";
    file("#new-file", "gary.js", code);
    has(gary);
    await click("#new-go");
    await see(".mark", "Playing");
    await attribute(".own-bot >> link=Edit its code", "href", `play.html?game=tokens&bot=${BOT}`);
    equal(posted.at(-1).body, { game: "ajax-tiles", name: "Gary", code });
    await accessible();
  },

  async "a file that was changed after it was chosen has to be chosen again"() {
    knowsAda();
    await open("/my-bots.html");
    await fill("#new-name", "Gary");
    file("#new-file", "gary.js", "function bot(request) { return {}; }");
    // As browsers do, which read a file only as it was.
    const [chosen] = all("#new-file")[0].files;
    chosen.text = () => Promise.reject(new (page().DOMException)("It could not be read.", "NotReadableError"));
    await click("#new-go");
    await see("#new-file-problem", "The file has changed or moved since it was chosen. Choose it again.");
    await invalid("#new-file", "valueMissing");
    await enabled("#new-go");
    equal(posted, []);
  },

  async "a name is always shown as text"() {
    await at("phone");
    for (const name of drawn(HOSTILE)) {
      knowsAda(own(BOT, name, "url", { check: check(CHECKED, call(false, name, name)) }));
      await open("/my-bots.html");
      await see(".own-name h2", name);
      equal(all("main b").length, 0);
      harmless();
    }
  },
};
