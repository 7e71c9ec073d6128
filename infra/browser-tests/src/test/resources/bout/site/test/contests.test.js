/** The list of contests, the form that creates one, and the page of a contest. */

import {
  HOSTILE,
  LONG_NAMES,
  accessible,
  ada,
  all,
  answer,
  arrive,
  asked,
  at,
  attribute,
  bot,
  click,
  drawn,
  equal,
  fill,
  finished,
  fitsTheScreen,
  harmless,
  has,
  hidden,
  invalid,
  joined,
  lacks,
  ladder,
  list,
  offline,
  onEach,
  one,
  open,
  page,
  posted,
  press,
  refuse,
  refuseAt,
  replay,
  see,
  select,
  says,
  use,
  value,
} from "./page.js";

const ID = "con_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
const PATH = `/contest.html?id=${ID}`;
const GET = `GET /api/contests/${ID}`;
const NOON = "2026-03-01T12:00:00Z";
const TOMORROW = new Date(Date.now() + 26.5 * 3_600_000).toISOString();

const heading = (id, name, state, more = {}) => ({
  id,
  name,
  game: "tokens",
  public: true,
  createdAt: NOON,
  state,
  deadline: TOMORROW,
  podium: [],
  ...more,
});

const stage = (format, best, more = {}) => ({
  settings: { format },
  best,
  house: null,
  percent: null,
  tournament: null,
  bots: [],
  ranking: [],
  hidden: false,
  ...more,
});

const contest = (state, more = {}) => ({
  ...heading(ID, "Spring cup", state),
  text: "Bring a bot.",
  options: {},
  perOwner: 1,
  ladder: false,
  onlyInvited: false,
  onlyListed: false,
  owners: null,
  invitation: null,
  reason: null,
  stages: [stage("swiss", null), stage("knockout", 2)],
  entries: [],
  entrants: [],
  ranking: [],
  journal: [],
  ...more,
});

const entry = (bot, name, out = null) => ({ owner: `own_${bot}`, bot, name, at: NOON, out });

const entrant = (bot, name, more = {}) => ({ bot, owner: `own_${bot}`, name, version: 3, ...more });

const THREE = [entry("bot_1", "Gary"), entry("bot_2", "Ada"), entry("bot_3", "Eve", "withdrawn by its owner")];
const TWO = [entrant("bot_2", "Ada", { code: "abc" }), entrant("bot_1", "Gary")];

const mine = (...bots) => answer("GET /api/bots?mine=true&limit=100", { bots, next: null });

/** Opens the tools of an organiser, whose token the page has. */
async function organise(record) {
  joined("tok");
  isAdmin();
  mine();
  answer(GET, record);
  await open(PATH);
  await click("text=For the organiser");
}

const contests = (...listed) => answer("GET /api/contests", { contests: listed });

const isAdmin = () => answer("GET /api/me", { ...ada(0), scope: "admin" });

const isStranger = () => {
  refuse("GET /api/me", 401, "unauthorized", "This needs a token with the scope read.");
  refuse("GET /api/bots?mine=true&limit=100", 401, "unauthorized", "This needs a token with the scope read.");
};

const finishedContest = (entries = THREE) =>
  contest("finished", {
    entries,
    entrants: TWO,
    ranking: ["bot_1", "bot_2"],
    stages: [
      stage("swiss", null, { tournament: "trn_1", bots: ["bot_2", "bot_1"], ranking: ["bot_2", "bot_1"] }),
      stage("knockout", 2, { tournament: "trn_2", bots: ["bot_2", "bot_1"], ranking: ["bot_1", "bot_2"] }),
    ],
  });

/** As others than its organiser see it before its results are revealed. */
const hiddenContest = () =>
  contest("finished", {
    entries: THREE,
    entrants: TWO,
    reveal: "by-organiser",
    stages: [stage("swiss", null, { hidden: true })],
    journal: [
      { event: "begun", at: NOON, stage: 0, tournament: null, bots: [] },
      { event: "ended", at: NOON, stage: 0, bots: [] },
    ],
  });

export default {
  async "without contests, the list says what a contest is, and only an organiser gets the form"() {
    isStranger();
    await open("/contests.html");
    await says("#note", "There is no contest yet.", "people enter bots until a deadline");
    await see("#no-organiser", "Do you organise a contest? Enter the admin token at My bots.");
    await hidden("#make");
    isAdmin();
    await open("/contests.html");
    await see("#make summary", "Organise a contest");
  },

  async "the list has open contests first, by their deadlines, and those that are over last"() {
    isStranger();
    contests(
      heading("con_4", "Old cup", "finished", { podium: [{ bot: "bot_1", name: "<i>Gary</i>" }] }),
      heading("con_3", "Later cup", "open", { deadline: "2999-01-01T00:00:00Z" }),
      heading("con_2", "<b>Next</b> cup", "open"),
      heading("con_1", "Running cup", "running"),
    );
    await onEach(["phone", "dark", ""], async () => {
      await open("/contests.html");
      await see("#contests .tournament-name", ["<b>Next</b> cup", "Later cup", "Running cup", "Old cup"]);
      await says("#contests li", "Open", "closes in 1 d 02 h", "Everybody Loves Tokens");
      await says("#contests li:nth-child(3)", "Playing");
      await says("#contests li:nth-child(4)", "won by <i>Gary</i>");
      await attribute("#contests a", "href", "contest.html?id=con_2");
    });
  },

  async "an organiser creates a contest of two stages"() {
    isAdmin();
    refuse("POST /api/contests", 422, "out-of-range", "deadline: expected a time to come");
    await open("/contests.html");
    await click("#make summary");
    await fill("field=Name", "Spring cup");
    await fill("field=Deadline", "2999-03-08T18:00");
    await fill("field=Text", "Bring a bot.");
    await select("field=Format", "Swiss");
    await click("field=A second stage");
    await select("#format-2", "Knockout");
    await fill("#best-2", "8");
    await accessible();
    await click("button=Create the contest");
    await see("#form-problem", "deadline: expected a time to come");
    answer("POST /api/contests", contest("open"), 201);
    answer(GET, contest("open"));
    await click("button=Create the contest");
    await arrive(PATH);
    equal(posted.at(-1).key, posted.at(-2).key, "the same request again");
    equal(posted.at(-1).body, {
      game: "ajax-tiles",
      name: "Spring cup",
      text: "Bring a bot.",
      deadline: new Date("2999-03-08T18:00").toISOString(),
      perOwner: 1,
      stages: [{ format: "swiss" }, { format: "knockout", best: 8 }],
    });
  },

  async "a contest can be for listed owners and have a webhook"() {
    isAdmin();
    answer("POST /api/contests", contest("open"), 201);
    answer(GET, contest("open", { onlyListed: true }));
    await open("/contests.html");
    await click("#make summary");
    await fill("field=Name", "Exam");
    await fill("field=Deadline", "2999-03-08T18:00");
    await fill("field=Only these people enter bots", "Ada,  Ben Smith , ");
    await click("text=Webhook");
    await fill("#webhook", "https://hook.example/cup");
    await accessible();
    await value("#webhook-secret", /^whsec_[A-Za-z0-9+/]{43}=$/);
    const webhookSecret = all("#webhook-secret")[0].value;
    await click("button=Create the contest");
    await arrive(PATH);
    const { owners, webhook, webhookFormat, ...more } = posted.at(-1).body;
    equal(owners, ["Ada", "Ben Smith"]);
    equal([webhook, webhookFormat, more.webhookSecret], ["https://hook.example/cup", "standard", webhookSecret]);
    await says("#facts", "from a list");
  },

  async "a mistake in a folded part of the form is shown, and one in a stage that is not wanted does not matter"() {
    isAdmin();
    answer("POST /api/contests", contest("open"), 201);
    answer(GET, contest("open"));
    await open("/contests.html");
    await click("#make summary");
    await fill("field=Name", "Exam");
    await fill("field=Deadline", "2999-03-08T18:00");
    await click("field=A second stage");
    await fill("#best-2", "1");
    await click("field=A second stage");
    await click("text=Webhook");
    await fill("#webhook", "hook.example");
    await click("text=Webhook");
    await hidden("#webhook");
    await click("button=Create the contest");
    equal(posted.length, 0);
    await fill("#webhook", "");
    await click("button=Create the contest");
    await arrive(PATH);
    equal(posted.at(-1).body.stages, [{}]);
  },

  async "a deadline in a year of five digits is refused by its field"() {
    joined("tok");
    isAdmin();
    mine();
    await open("/contests.html");
    await click("#make summary");
    await fill("field=Name", "Exam");
    await fill("field=Deadline", "20277-03-08T18:00");
    await click("button=Create the contest");
    await invalid("#deadline", "rangeOverflow");
    answer(GET, contest("open"));
    await open(PATH);
    await click("text=For the organiser");
    await fill("field=New deadline", "20277-03-08T18:00");
    await click("button=Postpone");
    await invalid("#new-deadline", "rangeOverflow");
    equal(posted, []);
  },

  async "a gauntlet is played against a house bot of the game, and may have a criterion"() {
    isAdmin();
    answer("POST /api/contests", contest("open"), 201);
    answer(GET, contest("open"));
    await open("/contests.html");
    await click("#make summary");
    await hidden("#house");
    await select("field=Game", "Everybody Loves Tokens");
    await select("field=Format", "Gauntlet");
    const { houseBots } = await (await fetch("/api/games/tokens")).json();
    await see("#house option", houseBots.length + 1);
    await says("#house", "none", "Best per step");
    await select("field=Against the house bot", houseBots[0].name);
    await fill("field=Share of wins to pass, in %", "60");
    await accessible();
    await click("field=A second stage");
    await hidden("#house-2");
    await fill("field=Name", "Exam");
    await fill("field=Deadline", "2999-03-08T18:00");
    await click("button=Create the contest");
    await arrive(PATH);
    equal(posted.at(-1).body.stages, [{ format: "gauntlet", house: houseBots[0].name, percent: 60 }, { format: "knockout" }]);
  },

  async "an open contest counts down, and shows its text, stages and bots"() {
    isStranger();
    answer(
      GET,
      contest("open", {
        text: "Bring **a *good* bot**.\n\n- one\n- `two`\n\n1. [The rules](https://bout.example/rules)\n\nSee https://bout.example/x.",
        entries: THREE,
      }),
    );
    await onEach(["phone", "dark", ""], async () => {
      await open(PATH);
      await see("#title", "Spring cup");
      await says("#said", "Open", "Everybody Loves Tokens.", /Sign-up closes in 1 d 02 h \d\d min \d\d s\./);
      await see("#text strong", "a good bot");
      await see("#text ul li", ["one", "two"]);
      await attribute("#text ol a", "href", "https://bout.example/rules");
      await see("#text p:last-child a", "https://bout.example/x");
      await see("#stages h3", ["1. Swiss system", "2. Knockout"]);
      await says("#stages li:last-child", "The best 2 of the stage before.");
      await see("#entries-title", "2 bots");
      await attribute("#entries a", "href", "bot.html?key=bot_1");
      await says("#entries li:last-child", "Eve", "withdrawn by its owner");
      await hidden("#winner");
    });
    const before = all(".countdown")[0].textContent;
    await see(".countdown", new RegExp(`^(?!${before}$)`));
  },

  async "a contest without a description has no empty column"() {
    isStranger();
    answer(GET, contest("open", { text: "" }));
    await open(PATH);
    await see("#facts");
    equal((await one("#sign-up")).getBoundingClientRect().left, (await one("#stages")).getBoundingClientRect().left);
  },

  async "of a cancelled contest nobody expects that bots are entered"() {
    isStranger();
    answer(GET, contest("cancelled", { reason: "The room is not available." }));
    await open(PATH);
    await see("#nobody", "No bot was entered.");
  },

  async "the buttons beside own bots are below each other, however long the names are"() {
    joined("tok");
    answer("GET /api/me", ada(2));
    mine(bot("bot_1", "tokens", "Gary"), bot("bot_2", "tokens", LONG_NAMES[0]));
    answer(GET, contest("open", { perOwner: 2, entries: [entry("bot_1", "Gary"), entry("bot_2", LONG_NAMES[0])] }));
    await open(PATH);
    await see("#own button", 2);
    const [one, other] = all("#own button").map((button) => button.getBoundingClientRect().left);
    equal(one, other);
  },

  async "a contest with a ladder of its own is created, and shows it"() {
    isAdmin();
    const own = contest("open", { ladder: true, entries: THREE });
    answer("POST /api/contests", own, 201);
    answer(GET, own);
    answer(`${GET}/ladder`, { updatedAt: null, game: "tokens", sequence: 0, matches: 0, players: [] });
    await open("/contests.html");
    await click("#make summary");
    await fill("field=Name", "Spring cup");
    await fill("field=Deadline", "2999-03-08T18:00");
    await click("text=A leaderboard of its own");
    await click("button=Create the contest");
    await arrive(PATH);
    equal(posted.at(-1).body.ladder, true);
    await see("#ladder-note", "No match has been played on it yet.");
    const { leaderboard } = await ladder(
      ["bot_1", "bot_2"].map((id) => [id, `Name of ${id}`]),
      [["bot_1", "bot_2"]],
    );
    answer(`${GET}/ladder`, leaderboard);
    await onEach(["phone", "dark", ""], async () => {
      await open(PATH);
      await see("#ladder-rows tr", leaderboard.players.length);
      await says("#ladder-section", "it decides on the seeds of the first stage");
    });
    answer(GET, contest("open"));
    await open(PATH);
    await hidden("#ladder-section");
  },

  async "who joins and writes a bot in another tab finds it here"() {
    isStranger();
    answer(GET, contest("open"));
    await open(PATH);
    await says("#sign-up-note", "Join first.");
    const back = () => page().document.dispatchEvent(new Event("visibilitychange"));
    joined("tok");
    mine();
    back();
    await says("#sign-up-note", "You have no bot for Everybody Loves Tokens yet.");
    mine(bot("bot_1", "tokens", "Gary"));
    back();
    await see("#enter-go", "Enter Gary");
    await hidden("#sign-up-note");
  },

  async "a bot is entered with one click, and withdrawn"() {
    joined("tok");
    answer("GET /api/me", ada(1));
    mine(bot("bot_1", "tokens", "Gary"), bot("bot_9", "robotag", "Other"));
    answer(GET, contest("open"));
    answer(`POST /api/contests/${ID}/entries`, contest("open", { entries: [THREE[0]] }), 201);
    await open(PATH);
    await see("#nobody", "No bot has been entered yet.");
    await hidden("#bot");
    await hidden("#organiser");
    await accessible();
    answer(GET, contest("open", { entries: [THREE[0]] }));
    await click("button=Enter Gary");
    await says("#own", "Gary takes part.");
    await hidden("#enter");
    equal([posted[0].body, posted[0].authorization], [{ bot: "bot_1" }, "Bearer tok"]);
    answer(`DELETE /api/contests/${ID}/entries/bot_1`, contest("open", { entries: [entry("bot_1", "Gary", "withdrawn")] }));
    answer(GET, contest("open", { entries: [entry("bot_1", "Gary", "withdrawn")] }));
    await click("#own >> button=Withdraw");
    await see("#enter-go", "Enter Gary");
    await see("#own li", 0);
  },

  async "a bot that can play is entered by keyboard"() {
    joined("tok");
    answer("GET /api/me", ada(2));
    mine(bot("bot_0", "tokens", "Unproven", { proven: false }), bot("bot_1", "tokens", "Gary"));
    answer(GET, contest("open"));
    answer(`POST /api/contests/${ID}/entries`, contest("open", { entries: [THREE[0]] }), 201);
    await open(PATH);
    await see("#enter-go", "Enter Gary");
    await use("button=Enter Gary");
    answer(GET, contest("open", { entries: [THREE[0]] }));
    await says("#own", "Gary takes part.");
    equal(posted[0].body, { bot: "bot_1" });
  },

  async "into a contest for the invited, a bot is entered by the link that the organiser hands out"() {
    joined("tok");
    answer("GET /api/me", ada(1));
    mine(bot("bot_1", "tokens", "Gary"));
    answer(GET, contest("open", { onlyInvited: true }));
    await open(PATH);
    await see("#sign-up-note", "Only invited people enter bots: open the link that the organiser has given you.");
    await hidden("#enter");
    await says("#facts", "by invitation");
    isAdmin();
    answer(GET, contest("open", { onlyInvited: true, invitation: "0a1b" }));
    await open(PATH);
    await click("text=For the organiser");
    await value("#invite-link", new RegExp(`${PATH.replace("?", "[?]")}&invitation=0a1b$`));
    await accessible();
    answer("GET /api/me", ada(1));
    answer(GET, contest("open", { onlyInvited: true }));
    answer(`POST /api/contests/${ID}/entries`, contest("open", { onlyInvited: true, entries: [THREE[0]] }), 201);
    await open(`${PATH}&invitation=0a1b`);
    await click("button=Enter Gary");
    await says("#own", "Gary takes part.");
    equal(posted.at(-1).body, { bot: "bot_1", invitation: "0a1b" });
  },

  async "of several bots one is chosen, and the page says why it cannot enter"() {
    joined("tok");
    mine(bot("bot_1", "tokens", "Gary"), bot("bot_2", "tokens", "<b>Ada</b>"));
    answer(GET, contest("open"));
    await open(PATH);
    await select("field=Bot", "<b>Ada</b>");
    await see("#enter-go", "Enter <b>Ada</b>");
    refuseAt(`POST /api/contests/${ID}/entries`, "/bot", "the bot is paused; its owner activates it first");
    await click("#enter-go");
    await see("#bot-problem", "The bot is paused; its owner activates it first.");
    await accessible();
    refuse(`POST /api/contests/${ID}/entries`, 409, "not-now", "The deadline has passed.");
    await click("#enter-go");
    await see("#sign-up-problem", "The deadline has passed.");
    await hidden("#bot-problem");
    refuse(`POST /api/contests/${ID}/entries`, 401, "invalid-token", "The token is not valid.");
    await click("#enter-go");
    await says("#sign-up-problem", "This token no longer works. Join again.");
    refuse(`POST /api/contests/${ID}/entries`, 403, "forbidden", "This needs the scope play.");
    await click("#enter-go");
    await see("#sign-up-problem", "This needs the scope play.");
    offline(true);
    await click("#enter-go");
    await says("#sign-up-problem", "The API cannot be reached.");
  },

  async "who has no bot learns where to get one, and a stranger where to join"() {
    joined("tok");
    mine(bot("bot_9", "robotag", "Other"));
    answer(GET, contest("open"));
    await open(PATH);
    await says("#sign-up-note", "You have no bot for Everybody Loves Tokens yet.");
    await attribute("#sign-up-note a", "href", "play.html?game=tokens");
    await attribute("#sign-up-note a:last-child", "href", "my-bots.html");
    localStorage.clear();
    isStranger();
    await open(PATH);
    await see("#sign-up-note a", "Join first");
    await hidden("#enter");
  },

  async "who signs out in another tab is offered no bot to enter"() {
    joined("tok");
    mine(bot("bot_1", "tokens", "Gary"));
    answer(GET, contest("open"));
    await open(PATH);
    await see("#enter-go", "Enter Gary");
    localStorage.clear();
    isStranger();
    page().document.dispatchEvent(new (page().Event)("visibilitychange"));
    await see("#sign-up-note a", "Join first");
    await hidden("#enter");
  },

  async "after the deadline each bot's code is pinned or cannot be frozen, and a withdrawal is for good"() {
    joined("tok");
    mine(bot("bot_1", "tokens", "Gary"));
    answer(GET, contest("closed", { entries: THREE, entrants: TWO }));
    await open(PATH);
    await says("#said", "Closed", "The deadline has passed, with 2 bots.");
    await says("#entries li", "Gary", "version 3, cannot be frozen");
    await says("#entries li:nth-child(2)", "Ada", "version 3, code pinned");
    await see("#unfrozen");
    await hidden("#enter");
    await click("#own >> button=Withdraw");
    await says("#own", "cannot come back");
    answer(`DELETE /api/contests/${ID}/entries/bot_1`, contest("closed", { entries: [THREE[1]], entrants: TWO }));
    await click("button=Withdraw for good");
    await hidden("#sign-up");
  },

  async "a contest that is played links to its tournament, and one that is over shows who has won"() {
    isStranger();
    answer(
      GET,
      contest("running", {
        entries: THREE,
        entrants: TWO,
        stages: [stage("swiss", null, { tournament: "trn_1", bots: ["bot_2", "bot_1"] }), stage("knockout", 2)],
      }),
    );
    await open(PATH);
    await says("#said", "Playing", "Stage 1 of 2 is being played.");
    await attribute("#stages a", "href", "tournament.html?id=trn_1");
    await hidden("#winner");
    answer(GET, finishedContest());
    await says("#winner", "Gary", "has won the contest");
    await see("#ranking li", ["1 Gary", "2 Ada"]);
    await see("#stages li:first-child .entrants li", ["1 Ada", "2 Gary"]);
    const often = asked.length;
    await new Promise((done) => setTimeout(done, 500));
    equal(asked.length, often, "what is over is not asked for again");
    await onEach(["phone", "dark", ""], async () => {
      await open(PATH);
      await see("#winner");
    });
  },

  async "what happened is told in sentences"() {
    isStranger();
    answer(
      GET,
      contest("cancelled", {
        reason: "No <b>power</b>.",
        entries: THREE,
        journal: [
          { event: "entered", at: NOON, owner: "own_1", bot: "bot_1", name: "Gary" },
          { event: "withdrawn", at: NOON, bot: "bot_3" },
          { event: "postponed", at: NOON, deadline: NOON },
          { event: "closed", at: NOON, entrants: TWO },
          { event: "late", at: NOON, entrant: entrant("bot_2", "Ada"), reason: "The <b>bus</b>." },
          { event: "begun", at: NOON, stage: 0, tournament: "trn_1", bots: ["bot_2", "bot_1"] },
          { event: "disqualified", at: NOON, bot: "bot_2", reason: "It cheats." },
          { event: "ended", at: NOON, stage: 0, bots: ["bot_1"] },
          { event: "cancelled", at: NOON, reason: "No <b>power</b>." },
        ],
      }),
    );
    await open(PATH);
    await says("#said", "Cancelled", "It was cancelled: No <b>power</b>.");
    await hidden("#sign-up");
    await hidden("#journal");
    await click("text=What happened");
    await see("#journal li span", [
      "The contest was created.",
      "Gary was entered.",
      "Eve was withdrawn by its owner.",
      /^The deadline was moved to .*2026/,
      "The contest closed with 2 bots.",
      "Ada was entered after the deadline: The <b>bus</b>.",
      "Stage 1 began with 2 bots.",
      "Ada was disqualified: It cheats.",
      "Stage 1 ended: Gary was first.",
      "The contest was cancelled: No <b>power</b>.",
    ]);
    await accessible();
  },

  async "an organiser postpones, disqualifies and cancels"() {
    await organise(contest("open", { entries: THREE }));
    refuse(`PATCH /api/contests/${ID}`, 409, "not-now", "The deadline has passed, or the new one is past.");
    await fill("field=New deadline", "2999-03-08T18:00");
    await click("button=Postpone");
    await see("#tools-problem", "The deadline has passed, or the new one is past.");
    await accessible();
    equal(posted.at(-1).body, { deadline: new Date("2999-03-08T18:00").toISOString() });
    const without = contest("open", { entries: [entry("bot_1", "Gary", "disqualified: It cheats."), THREE[1]] });
    answer(`DELETE /api/contests/${ID}/entries/bot_1?reason=It+cheats.`, without);
    answer(GET, without);
    await select("#disqualified", "Gary");
    await fill("#disqualify-reason", "It cheats.");
    await click("button=Disqualify");
    await says("#entries li:last-child", "Gary", "disqualified: It cheats.");
    answer(`PATCH /api/contests/${ID}`, contest("cancelled", { reason: "No power." }));
    answer(GET, contest("cancelled", { reason: "No power." }));
    await fill("#cancel-reason", "No power.");
    await click("button=Cancel the contest");
    await says("#said", "It was cancelled: No power.");
    await hidden("#cancel");
    equal(posted.at(-1).body, { cancelled: "No power." });
  },

  async "a bot that goes while it is chosen leaves no other one chosen"() {
    await organise(contest("open", { entries: THREE }));
    await value("#disqualified", "");
    await select("#disqualified", "Gary");
    answer(GET, contest("open", { entries: [entry("bot_1", "Gary", "withdrawn by its owner"), THREE[1]] }));
    await says("#entries li:last-child", "Gary", "withdrawn by its owner");
    await value("#disqualified", "");
  },

  async "an organiser enters a bot late, as long as a further stage is to begin"() {
    const hiddenStage = stage("swiss", null, { hidden: true });
    const running = { entries: THREE, entrants: TWO, stages: [hiddenStage, stage("knockout", 2)] };
    await organise(contest("running", running));
    const refusal = "Your request has 1 error.";
    refuse(`PATCH /api/contests/${ID}`, 422, "bot-not-playable", refusal);
    await fill("field=Id of a bot that comes into the next stage", "bot_4");
    await fill("#late-reason", "The bus was late.");
    await click("button=Enter it late");
    await says("#tools-problem", refusal);
    equal(posted.at(-1).body, { late: { bot: "bot_4", reason: "The bus was late." } });
    const last = { entries: [...THREE, entry("bot_4", "Bus")], stages: [hiddenStage, stage("knockout", 2, { hidden: true })] };
    answer(`PATCH /api/contests/${ID}`, contest("running", { ...running, ...last }));
    answer(GET, contest("running", { ...running, ...last }));
    await click("button=Enter it late");
    await says("#entries", "Bus");
    await hidden("#late");
    await fitsTheScreen();
    await accessible();
  },

  async "an organiser has a match of the last stage played again"() {
    joined("tok");
    isAdmin();
    mine();
    const MATCH = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
    const stages = [stage("swiss", null, { tournament: "trn_1", bots: ["bot_2", "bot_1"] })];
    const running = { entries: THREE, entrants: TWO, stages };
    answer(GET, contest("running", running));
    const match = { board: 0, players: [1, 0], status: "finished", result: { winner: 1, scores: [2, 1], reason: "full" } };
    answer("GET /api/tournaments/trn_1/matches?limit=100", {
      matches: [
        { id: MATCH, ...match },
        { id: "m2", ...match, status: "running", result: null },
      ],
      next: null,
    });
    await open(PATH);
    await click("text=For the organiser");
    await click("button=Show its matches");
    await says("#again-matches", "Gary – Ada, board 1: 2 : 1");
    await hidden("#again-more");
    equal(all("#again-matches li").length, 1);
    await accessible();
    await fill("#again-reason", "No power.");
    // Which match is meant, only its button says.
    await press("Enter");
    equal(posted, []);
    const at = "2026-03-08T12:00:00Z";
    const journal = [{ event: "again", at, stage: 0, match: MATCH, reason: "No <b>power</b>." }];
    answer(`PATCH /api/contests/${ID}`, contest("running", { ...running, journal }));
    answer(GET, contest("running", { ...running, journal }));
    await click("button=Play again Gary – Ada, board 1");
    await says("#again-matches", "played again");
    equal(posted.at(-1).body, { again: { match: MATCH, reason: "No power." } });
    await says("#journal", "A match of stage 1 is played again: No <b>power</b>.");
    await fitsTheScreen();
    await accessible();
  },

  async "on a projector nothing is shown that is hidden, and a key of the organiser's reveals the next stage"() {
    joined("tok");
    isAdmin();
    mine();
    await onEach(["", "dark"], async () => {
      answer(GET, hiddenContest());
      await open(`${PATH}&projector`);
      await says("#stages", "Its results come when the organiser presses R.");
      await hidden("#sign-up");
      await hidden("#organiser");
      await accessible();
      refuse(`PATCH /api/contests/${ID}`, 409, "not-now", "That stage has not ended.");
      await press("r");
      await see("#note", "That stage has not ended.");
      answer(`PATCH /api/contests/${ID}`, finishedContest());
      const before = posted.length;
      await press("Shift+R", "r");
      equal(
        posted.slice(before).map(({ body }) => body),
        [{ revealed: 0 }],
        "once, though the page has not learnt of it yet",
      );
      answer(GET, finishedContest());
      await says("#winner", "Gary");
      equal(posted.at(-1).authorization, "Bearer tok");
    });
  },

  async "the organiser reveals a stage that has ended and takes the grades along"() {
    joined("tok");
    isAdmin();
    mine();
    const gauntlet = (hidden) =>
      contest("finished", {
        entries: THREE,
        entrants: TWO,
        reveal: "by-organiser",
        stages: [
          stage("gauntlet", null, { house: "greedy", percent: 60, tournament: "trn_1", bots: ["bot_2", "bot_1"], hidden }),
        ],
        journal: [
          { event: "begun", at: NOON, stage: 0, tournament: "trn_1", bots: ["bot_2", "bot_1"] },
          { event: "ended", at: NOON, stage: 0, bots: ["bot_2", "bot_1"] },
          ...(hidden ? [] : [{ event: "revealed", at: NOON, stage: 0 }]),
        ],
      });
    answer(GET, gauntlet(true));
    await open(PATH);
    await says("#stages", "All play against the house bot Greedy. The criterion: win at least 60 % of the matches.");
    await says("#stages", "Its results are hidden until the organiser reveals them.");
    await click("text=For the organiser");
    await accessible();
    refuse(`${GET}/grades`, 500, "unexpected", "The error has been logged.");
    answer(`${GET}/grades?format=csv`, "");
    await click("button=Grades");
    await see("#tools-problem", "The error has been logged.");
    answer(`PATCH /api/contests/${ID}`, gauntlet(false));
    answer(GET, gauntlet(false));
    await click("button=Reveal stage 1");
    await lacks("#stages", "hidden");
    await hidden("#reveal");
    equal(posted.at(-1).body, { revealed: 0 });
    await click("text=What happened");
    await says("#journal", "The results of stage 1 were revealed.");
  },

  async "a contest that is not public has no page for a projector"() {
    joined("tok");
    isAdmin();
    mine();
    for (const isPublic of [true, false]) {
      answer(GET, contest("open", { public: isPublic }));
      await open(PATH);
      await see("#entries-title");
      await (isPublic ? see : hidden)("#projector");
    }
  },

  async "others see that a stage is hidden, and no winner"() {
    isStranger();
    answer(GET, hiddenContest());
    await open(PATH);
    await says("#said", "2 bots took part.");
    await says("#stages", "Its results are hidden until the organiser reveals them.");
    await hidden("#winner");
    await hidden("#organiser");
    await click("text=What happened");
    await says("#journal", "Stage 1 began.", "Stage 1 ended.");
  },

  async "hostile names and texts are shown as text"() {
    isStranger();
    await at("phone");
    for (const text of drawn(HOSTILE, 2)) {
      contests(heading(ID, text, "open"));
      answer(GET, {
        ...finishedContest([entry("bot_1", text), entry("bot_2", text, text)]),
        name: text,
        text: `${text}\n\n- [x](javascript:alert(1)) **${text}**\n\n<script>1</script>`,
      });
      await open("/contests.html");
      await says("#contests li", text);
      harmless();
      await open(PATH);
      await says("#winner", text);
      await says("#text", text, "[x](javascript:alert(1))", "<script>1</script>");
      await see("#text a", 0);
      harmless();
    }
  },

  async "an address that names no contest, or one that nobody knows, is explained"() {
    isStranger();
    await open("/contest.html");
    await says("#problem", "The address names no contest.");
    await open("/contest.html?id=../../secret");
    await says("#problem", "is not the id of a contest");
    refuse(GET, 404, "unknown-contest", "No contest has this id.");
    await open(PATH);
    await see("#problem", "No contest has this id.");
  },

  async "the start page names the contest that closes next"() {
    const played = await replay();
    has("9", played);
    list(finished("9", played));
    contests(heading("con_2", "Running cup", "running"), heading("con_3", "<b>Next</b> cup", "open"));
    await open("/");
    await see("#now-contest", /^<b>Next<\/b> cup ?closes in 1 d 02 h ?Enter ?<b>Next<\/b> cup$/);
    contests(heading("con_2", "Running cup", "running"));
    await open("/");
    await see("#now-contest", /^Running cup ?Everybody Loves Tokens, being played$/);
    contests(heading("con_2", "Old cup", "finished"));
    await open("/");
    await says("#games", "Tokens");
    await lacks("main", "Old cup");
  },
};
