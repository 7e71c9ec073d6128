/** From the playground, a bot is put online. */

import {
  RECOVERY,
  accessible,
  ada,
  all,
  answer,
  bot,
  call,
  check,
  click,
  equal,
  fill,
  focus,
  hidden,
  inRealTime,
  ladder,
  newKey,
  offline,
  onEach,
  one,
  open,
  page,
  posted,
  press,
  refuse,
  refuseAt,
  reload,
  says,
  see,
  select,
  type,
  value,
} from "./page.js";

const BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f61";
const LIST = "GET /api/bots?game=tokens&mine=true&limit=100";
const MINE = "function bot(request) { return {}; }";

const has = (...bots) => answer(LIST, { bots, next: null });

function knowsAda() {
  answer("GET /api/me", ada(0));
  has();
}

const published = (name, version, openSource) =>
  bot(BOT, "tokens", name, { kind: "published", openSource, version, check: null });

/** The bot's next check comes to this end. */
function checks(bot, passed, text) {
  const done = check("2026-03-01T12:00:01.120Z", call(passed, "{}", text));
  answer(`POST /api/bots/${BOT}/check`, done, 202);
  answer(`GET /api/bots/${BOT}`, { ...bot, check: done });
}

async function playground(more = "") {
  inRealTime();
  await open(`/play.html?game=tokens${more}`);
  await see(".cm-content");
}

async function write(code) {
  await focus(".cm-content");
  await type(code);
}

const online = () => click("button=Put this bot online");

const put = () => click("dialog >> button=Put it online");

export default {
  async "who has not joined joins first, and sees the first rated match"() {
    await onEach(["", "phone", "dark"], async () => {
      localStorage.clear();
      refuse("GET /api/me", 401, "token-required", "This needs a token.");
      refuse(LIST, 401, "token-required", "This needs a token.");
      answer("GET /api/ladders/tokens", (await ladder()).leaderboard);
      answer(`GET /standings/bots/${BOT}.json`, "", 404);
      await playground();
      await online();
      await see("dialog[open] h2", "Join first");
      await accessible();
      knowsAda();
      answer("POST /api/join", newKey("f00d"), 201);
      await fill("field=Your name", "Ada");
      await fill("field=Invitation", "inv_1");
      await click("dialog >> button=Join");
      await see("dialog[open] h2", "Keep your recovery code");
      await see("dialog .recovery code", RECOVERY);
      await accessible();
      await click("dialog >> button=I have kept it");
      await see("dialog[open] h2", "Put this bot online");
      await hidden("#publish-which, #publish-as");
      await accessible();
      await fill("#publish-name", " zigZAG");
      await says("#publish-name-hint", "Another bot on the leaderboard has this name");
      const first = published("Ada's first", 1, true);
      answer("POST /api/bots", first, 201);
      checks(first, true, "a move");
      await fill("#publish-name", "Ada's first");
      await see("#publish-name-hint", "Everyone sees it.");
      await click("dialog >> field=Everyone can read its code");
      await focus("#publish-name");
      await press("Enter");
      await see("dialog[open] h2", "Ada's first is online");
      await says("dialog[open] .progress", "Version 1 is stored.", "Checked: 1 of 1 answers are good.");
      await see("dialog[open] .progress li:last-child", "Its first rated match starts within a minute …");
      await accessible();
      const { body } = posted.findLast(({ request }) => request === "POST /api/bots");
      equal(body, { game: "tokens", name: "Ada's first", openSource: true, code: body.code });
      equal(body.code.includes("{"), true, body.code);
      const { leaderboard, bots } = await ladder([[BOT, "Ada's first"]], [[BOT, "house:naive"]]);
      answer(`GET /standings/bots/${BOT}.json`, bots[BOT]);
      answer("GET /api/ladders/tokens", leaderboard);
      await says("dialog[open] .progress li:last-child", "First rated match:");
      await says("dialog[open] .progress a[href='match.html?id=match-1']", "");
    });
  },

  async "a changed bot becomes a new version of the one with its name"() {
    knowsAda();
    await playground();
    const name = all("#bot-1 option:checked")[0].textContent;
    has(published(name, 3, true), bot("bot_2", "tokens", "At a URL"));
    const changed = published(name, 4, true);
    answer(`PATCH /api/bots/${BOT}`, changed);
    checks(changed, false, "not-legal: the wall is in the way");
    await online();
    await see("#publish-as option:checked", `version 4 of ${name}`);
    await see("#publish-as option", 2);
    await hidden("#publish-name");
    equal((await one("dialog >> field=Everyone can read its code")).checked, true);
    await put();
    await says("dialog[open] .progress", "Version 4 is stored.");
    await says("dialog[open] .progress .failed", "not-legal: the wall is in the way", "put it online again");
    await accessible();
    await click("dialog >> button=Close");
    await hidden("dialog");
  },

  async "code that does not load and refusals of the API are shown in the dialog"() {
    knowsAda();
    await playground();
    await write("function bot(request) { return {;");
    await online();
    await put();
    await says("dialog[open] .problem", "The code does not load.");
    equal(posted, []);
    await press("Escape");
    await write(MINE);
    refuseAt("POST /api/bots", "/name", "already taken");
    await online();
    await put();
    await see("#publish-name-problem", "Already taken.");
    equal(page().document.activeElement.id, "publish-name");
    refuse("POST /api/bots", 429, "too-many-bots", "You have 5 bots, the maximum.");
    await put();
    await see("dialog[open] .problem:not([hidden]):not(:empty)", "You have 5 bots, the maximum.");
    equal(posted[0].key, posted[1].key, "the same request again");
    await accessible();
  },

  async "with two bots of one's own the visitor chooses, and house bots need no publishing"() {
    knowsAda();
    await playground();
    await select("#bot-2", "sample:wanderer");
    await online();
    await see("#publish-which option", 2);
    await select("#publish-which", "1");
    await value("#publish-name", all("#bot-2 option:checked")[0].textContent);
    await press("Escape");
    await select("#bot-1", "house:hungry");
    await select("#bot-2", "house:naive");
    await online();
    await says("#notice", "House bots are online already.");
    await hidden("dialog");
    await see("#bot-1 option:checked", "Hungry");
    await click("button=Run");
    await says("#run-view", "Hungry", "Naive");
  },

  async "the code of a published bot opens in the playground"() {
    const gary = published("Gary", 1, false);
    knowsAda();
    has(gary);
    answer(`GET /api/bots/${BOT}`, gary);
    answer(`GET /api/bots/${BOT}/code`, `${MINE} // this very one`, 200, "text/plain");
    await playground(`&bot=${BOT}`);
    await says(".cm-content", "this very one");
    await see("#bot-1 option:checked", "Gary");
    await online();
    await see("#publish-as option:checked", "version 2 of Gary");
    offline(true);
    await reload();
    await says("#problem", "The API cannot be reached.");
    offline(false);
    await says(".cm-content", "this very one");
    await hidden("#problem");
    refuse(`GET /api/bots/${BOT}/code`, 404, "unknown-bot", "No such code.");
    await reload();
    await see("#problem", "The code of this bot cannot be shown. No such code.");
  },
};
