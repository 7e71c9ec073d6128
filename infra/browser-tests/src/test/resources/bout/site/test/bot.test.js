/** A bot's page, with its published file. */

import {
  HOSTILE,
  accessible,
  all,
  answer,
  arrive,
  at,
  attribute,
  bot,
  click,
  drawn,
  equal,
  focus,
  harmless,
  hidden,
  ladder,
  lacks,
  onEach,
  open,
  press,
  refuse,
  resize,
  says,
  see,
  select,
  value,
} from "./page.js";
import { shown } from "./bots.test.js";

const BOT = "bot_04";
const PATH = `/bot.html?key=${BOT}`;
const BEGINNER = [[BOT, "Beginner"]];

const publish = (name, content) => answer(`GET /standings/bots/${name}.json`, content);

const aClass = async () => (await ladder()).bots;

const beginner = async (...matches) => (await ladder(BEGINNER, matches)).bots[BOT];

const broken = (content) => async () => {
  publish(BOT, content);
  await open(PATH);
  await see("#problem");
  await hidden("#bot");
  publish(BOT, (await aClass())[BOT]);
  await see("h1", "Pathfinder");
  await hidden("#problem");
};

export default {
  async "a bot's page is readable on every screen"() {
    publish(BOT, (await aClass())[BOT]);
    await onEach(["", "phone", "dark", "projector"], async () => {
      await open(PATH);
      await see("h1", "Pathfinder");
      await says("#said", "Everybody Loves Tokens");
      await see("#history svg", 1);
    });
  },

  async "a bot's page shows what it has won in contests"() {
    publish(BOT, (await aClass())[BOT]);
    const won = (id, name, ...bots) => ({ id, name, podium: bots.map((bot) => ({ bot, name: bot })) });
    answer("GET /api/contests", {
      contests: [
        won("con_3", "<b>Spring</b> cup", "bot_1", BOT),
        won("con_2", "Winter cup", BOT),
        won("con_1", "Old cup", "bot_1"),
      ],
    });
    await onEach(["phone", "dark", ""], async () => {
      await open(PATH);
      await see("#trophies li", ["2nd in <b>Spring</b> cup", "1st in Winter cup"]);
      await attribute("#trophies li:last-child a", "href", "contest.html?id=con_2");
    });
    refuse("GET /api/contests", 500, "internal-error", "An unexpected error happened.");
    await open(PATH);
    await see("h1", "Pathfinder");
    await hidden("#trophies");
  },

  // A column that is cut off without a sign may as well not be there.
  async "a phone shows all columns of the opponents, and buttons that do not touch"() {
    publish(BOT, (await aClass())[BOT]);
    await at("phone");
    resize(390, 844);
    await open(PATH);
    await see("#opponents-rows tr");
    const { scrollWidth, clientWidth } = all("#opponents-head")[0].closest(".scroller");
    equal(scrollWidth <= clientWidth, true);
    // Its code can be opened only if it is open source; here, all three are shown.
    for (const each of all(".heading .button")) {
      each.hidden = false;
    }
    const boxes = all(".heading .button").map((each) => each.getBoundingClientRect());
    equal(
      boxes.slice(1).filter((box, index) => box.top > boxes[index].top && box.top < boxes[index].bottom + 4),
      [],
    );
  },

  async "a bot's page shows versions, opponents, failures and times"() {
    const content = (await aClass())[BOT];
    publish(BOT, content);
    await open(PATH);
    await attribute("#history svg", "aria-label", /^Rating over matches\. After 1: \d+ ±\s\d+\. After \d+: \d+( ±\s\d+)?\.$/);
    equal(all("#history text").filter(({ textContent }) => textContent.includes("v2")).length, 1);
    await see("#history .version", 1);
    await says("#said", `with a rating of ${shown(content)}.`);
    await lacks("#figures", "Mean");
    await see("#opponents-rows tr", 2);
    await says("#failures", "time-out", "answer not as expected");
    await says("#figures", `${content.p50} ms`, `${content.p95} ms`);
    await says("#versions", "Version 1");
    await see("#recent li", content.recent.length);
    await lacks("#recent li", "not rated");
    await attribute("#recent li:nth-child(2) a", "href", /match\.html\?id=match-\d+/);
    await focus("summary");
    await press("Enter");
    await see("#history-rows tr", content.history.length);
    await accessible();
  },

  async "a house bot has no calls, and is challenged by its name"() {
    publish("tokens.house.hungry", (await aClass())["house:hungry"]);
    await open("/bot.html?key=tokens.house.hungry");
    await see("h1", "Hungry");
    await says("#said", "house bot");
    await says("#failures", "none");
    await attribute("#by-hand", "href", "play.html?game=tokens&against=house%3Ahungry");
    await accessible();
    await click("#challenge");
    await arrive("/new.html?game=tokens&p2=house%3Ahungry");
    await value("#bot-2", "house:hungry");
  },

  async "who played alone before can play by hand against a bot"() {
    await open("/play.html?game=battlesnake");
    await select("#seats", "1");
    await open("/play.html?game=battlesnake&against=house%3Aduellist");
    await value("#bot-1", "hand:you");
    await value("#bot-2", "house:duellist");
    await see("#play");
  },

  async "an opponent may have no public name"() {
    publish("tokens.house.hungry", (await ladder([], [], ["bot_05"])).bots["house:hungry"]);
    await open("/bot.html?key=tokens.house.hungry");
    await says("#opponents-rows", "a bot that is not public");
    await see("#opponents-rows a[href$='bot_04']", 1);
    await see("#opponents-rows a[href$='bot_05']", 0);
  },

  async "a visitor can play by hand against a bot whose code is public"() {
    publish(BOT, await beginner([BOT, "house:naive"]));
    for (const openSource of [false, true]) {
      answer(`GET /api/bots/${BOT}`, { id: BOT, name: "Beginner", game: "tokens", openSource });
      await open(PATH);
      await see("h1", "Beginner");
      await (openSource ? see : hidden)("#by-hand");
    }
    await attribute("#by-hand", "href", `play.html?game=tokens&against=${BOT}`);
  },

  async "a bot's page updates without reload"() {
    await open(PATH);
    await see("#note", "No match of this bot has counted yet, or there is no such bot.");
    publish(BOT, await beginner([BOT, "house:naive"]));
    await see("h1", "Beginner");
    await see("#recent li", 1);
    await says("#said", "provisional");
    await accessible();
    await see("#history .whole-band", 1);
    publish(
      BOT,
      (
        await ladder(
          BEGINNER,
          [
            [BOT, "house:naive"],
            ["house:hungry", BOT],
          ],
          [BOT],
        )
      ).bots[BOT],
    );
    await see("#recent li", 2);
    await see("#history .band", 1);
    await says("#said", "inactive", "Not on the leaderboard");
  },

  async "a name is always shown as text"() {
    await at("phone");
    for (const name of drawn(HOSTILE)) {
      const { bots } = await ladder(
        [
          [BOT, name],
          ["bot_2", `\u2067${name}`],
        ],
        [["all"], ["all"]],
      );
      publish(BOT, bots[BOT]);
      await open(PATH);
      await see("h1", name);
      await see("#opponents-rows tr", 3);
      harmless();
    }
  },

  async "a bot without a rated match has a page and can be challenged"() {
    answer("GET /api/bots/bot_7", bot("bot_7", "tokens", "Fresh"));
    answer("GET /api/ladders/tokens", { players: [] });
    await open("/bot.html?id=bot_7");
    await see("h1", "Fresh");
    await says("#note", "No match of this bot has counted yet; its first one starts soon.");
    await attribute("#challenge", "href", "new.html?game=tokens&p2=bot_7");
    await accessible();
    for (const [why, more] of Object.entries({
      "it is private": { visibility: "private" },
      "it is paused": { active: false },
      "once its URL is verified": { proven: false },
    })) {
      answer("GET /api/bots/bot_7", bot("bot_7", "tokens", "Fresh", more));
      await says("#note", why);
    }
  },

  "a file of HTML is reported and replaced without reload": broken("<html>"),
  "a file with a history of no time is reported and replaced without reload": broken('{"history":[{"at":"never"}]}'),

  async "an address without a bot is reported"() {
    await open("/bot.html");
    await says("#problem", "The address names no bot");
    await open("/bot.html?key=../x");
    await says("#problem", "“../x” is not the id of a bot.");
  },
};
