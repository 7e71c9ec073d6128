/** The leaderboard, with a ladder's published file. */

import {
  HOSTILE,
  accessible,
  all,
  answer,
  arrive,
  asked,
  at,
  attribute,
  click,
  equal,
  fitsTheScreen,
  focus,
  harmless,
  has,
  hidden,
  hold,
  inRealTime,
  ladder,
  offline,
  onEach,
  one,
  open,
  page,
  press,
  replay,
  saved,
  says,
  see,
  until,
} from "./page.js";
import { shown } from "./bots.test.js";

const PATH = "/ladder.html?game=tokens";

const publish = (leaderboard) => answer("GET /standings/ladders/tokens.json", leaderboard);

const aClass = async (...bots) => (await ladder(bots, [])).leaderboard;

const broken =
  (content, place = "#problem") =>
  async () => {
    publish(content);
    await open(PATH);
    await see(place);
    await hidden("#ladder");
    publish(await aClass());
    await see("#rows tr", 9);
    await hidden("#problem");
  };

const games = async () => (await (await fetch("/api/games")).json()).games;

export default {
  async "the table can be taken along, and no name becomes a formula"() {
    publish(await aClass(["bot_09", '=1+1, "x"']));
    await open(PATH);
    await click("text=Download as CSV");
    const lines = (await saved[0].text()).trimEnd().split(/\r?\n/);
    equal(lines.length, 10);
    equal(lines[0].replace("\uFEFF", "").startsWith("Rank,Bot,Id,Rating,"), true, lines[0]);
    equal(lines.filter((line) => line.includes(',"\'=1+1, ""x""",bot_09,')).length, 1, lines.join());
  },

  async "a leaderboard is readable on every screen"() {
    publish(await aClass());
    await onEach(["", "phone", "dark", "projector"], async (screen) => {
      await open(PATH);
      if (screen === "projector") {
        await click("link=For a projector");
        await arrive(/projector/);
        await see("#rows tr", 9);
        await hidden("nav[aria-label=Site]");
      }
      await see("h1", "Everybody Loves Tokens: leaderboard");
      await see("#rows tr", 9);
    });
  },

  async "the table appears below the name of the game, which would push it down"() {
    publish(await aClass());
    inRealTime();
    const release = hold("/api/games");
    await open(PATH);
    const titles = [];
    const [title, rows] = [...all("#title"), ...all("#rows")];
    new (page().MutationObserver)(() => titles.push(title.textContent)).observe(rows, { childList: true });
    await until(() => (asked.includes("/standings/ladders/tokens.json") ? null : `${asked}`), "asked for the ladder");
    release();
    await see("#rows tr", 9);
    equal(titles[0], "Everybody Loves Tokens: leaderboard");
  },

  async "while the API does not answer, the table is shown all the same"() {
    publish(await aClass());
    const release = hold("/api/games");
    await open(PATH);
    await see("#rows tr", 9);
    release();
  },

  async "a row shows a rating and its uncertainty"() {
    const leaderboard = await aClass();
    publish(leaderboard);
    await open(PATH);
    await see("#rows tr", leaderboard.players.length);
    const text = (row, place) => row.querySelector(place).textContent.replace(/\s+/g, " ").trim();
    for (const [place, player] of leaderboard.players.entries()) {
      const row = all("#rows tr")[place];
      const name = player.house ? player.name[0].toUpperCase() + player.name.slice(1) : player.name;
      equal(
        {
          rank: text(row, ".rank"),
          name: text(row, ".name bdi"),
          rating: text(row, ".rating b"),
          record: text(row, ".record"),
          bars: row.querySelectorAll("svg.rating-bar").length,
          dots: row.querySelectorAll(".dot").length,
          won: row.querySelectorAll(".dot.won").length,
          provisional: row.querySelectorAll(".provisional").length,
        },
        {
          rank: String(player.rank),
          name,
          rating: shown(player),
          record: `${player.wins} – ${player.draws} – ${player.losses}`,
          bars: 1,
          dots: player.last.length,
          won: player.last.filter((each) => each === "win").length,
          provisional: player.provisional ? 1 : 0,
        },
      );
    }
    const named = (name) => all("#rows .name").find(({ textContent }) => textContent.includes(name)).textContent;
    equal([named("Newcomer").includes("provisional"), named("Pathfinder").includes("version 2")], [true, true]);
  },

  async "the games are tabs that work by keyboard, and each bot has a link"() {
    publish(await aClass());
    await open("/ladder.html");
    const all_games = await games();
    await see("#games a", all_games.length);
    await see("#games a[aria-current=page]", all_games[0].name);
    const [tab] = all("link=Everybody Loves Tokens");
    for (let presses = 0; presses < 30 && page().document.activeElement !== tab; presses++) {
      await press("Tab");
    }
    await press("Enter");
    await see("#rows tr", 9);
    await see("#games a[aria-current=page]", "Everybody Loves Tokens");
    await focus("#rows >> link=Hungry");
    await press("Enter");
    await arrive("/bot.html?key=tokens.house.hungry");
  },

  async "on a phone, the tab of the chosen game is in sight"() {
    const [last] = (await games()).toReversed();
    await at("phone");
    await open(`/ladder.html?game=${last.id}`);
    const tab = (await one("#games a[aria-current=page]")).getBoundingClientRect();
    equal([tab.left >= 0, tab.right <= page().innerWidth, page().scrollY], [true, true, 0]);
  },

  async "a counted match appears without reload"() {
    await open(PATH);
    await see("#note", "No rated match has been played yet.");
    await accessible();
    publish((await ladder([], [["all"]])).leaderboard);
    await says("#summary", "2 bots, 1 match, the last one");
    await focus("#rows a");
    const focusedName = page().document.activeElement.dataset.same;
    publish((await ladder([["bot_1", "Late"]], [["all"], ["all"]])).leaderboard);
    await see("#rows tr", 3);
    equal(page().document.activeElement.dataset.same, focusedName);
  },

  async "beside the table a highlight of the game plays where there is room"() {
    has("m1", await replay("tokens", "gourmet", "naive", ["Strong", "Weak"]));
    const player = (key, name, rating) => ({ key, name, rating, plusMinus: 60, provisional: false });
    answer("GET /standings/front.json", {
      games: [
        {
          game: "tokens",
          matches: 1,
          day: "2026-03-01",
          matchesBefore: 0,
          top: [],
          closest: null,
          upset: {
            match: "m1",
            players: [player("bot_1", "Strong", 1800), player("bot_2", "Weak", 1300)],
            places: [2, 1],
            scores: [1, 2],
          },
        },
      ],
      people: [],
      tournament: null,
    });
    publish(await aClass());
    await onEach(["projector"], async () => {
      await open(PATH);
      await see("#highlight h2", "Upset: the weaker bot wins");
      await see("#board[data-drawn]");
      await attribute("#watch", "href", "match.html?id=m1");
      await see("#rows tr", 9);
    });
    await open(`${PATH}&projector`);
    await see("#rows tr", 9);
    await hidden("#highlight");
  },

  async "a name is always shown as text"() {
    publish(
      (
        await ladder(
          HOSTILE.map((name, index) => [`bot_${index}`, name]),
          [["all"]],
        )
      ).leaderboard,
    );
    for (const screen of ["phone", ""]) {
      await at(screen);
      await open(PATH);
      await see("#rows tr", 2 + HOSTILE.length);
      await says("#rows", ...HOSTILE);
      harmless();
    }
  },

  "an empty file is reported and replaced without reload": broken(""),
  "a file of null is like none": broken("null", "#note"),
  "a file of HTML is reported and replaced without reload": broken("<html>"),
  "a file without most fields is reported and replaced without reload": broken('{"players":[]}'),
  "a file with a prototype is reported and replaced without reload": broken('{"players":{"__proto__":1}}'),

  async "an invalid value is named"() {
    const leaderboard = await aClass();
    leaderboard.players[2].rating = "much";
    publish(leaderboard);
    await open(PATH);
    await see(
      "#problem",
      "The published file is invalid: “rating” of entry 3 of “players” of the leaderboard of tokens is not a " + "number.",
    );
  },

  async "everything but rank, rating, record and last matches is behind details"() {
    publish(await aClass());
    await open(PATH);
    await see("#head th", ["Rank", "Bot", "Rating", "Won, drawn, lost", "Last five"]);
    await hidden("#details-rows");
    await click("#details summary");
    await see("#details-rows tr", 9);
    await see("#details-rows");
    fitsTheScreen();
    await accessible();
  },

  async "an unknown game and a missing network are reported"() {
    for (const [game, words] of [
      ["foo", "There is no game with the id “foo”."],
      ["../bots/x", "“../bots/x” is not the id of a game."],
    ]) {
      await open(`/ladder.html?game=${game}`);
      await see("#problem", words);
      await see("#games a", (await games()).length);
      await see("h1", "Leaderboard");
      await accessible();
    }
    offline(true);
    await open(PATH);
    await see("#problem", "The file of standings cannot be reached. Check your connection and try again.");
    publish(await aClass());
    offline(false);
    await see("#rows tr", 9);
    await hidden("#problem");
  },
};
