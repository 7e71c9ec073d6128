/** The page that starts a match. */

import {
  accessible,
  all,
  answer,
  arrive,
  at,
  attribute,
  bot,
  bots,
  click,
  differ,
  enabled,
  equal,
  fill,
  finished,
  focused,
  has,
  hidden,
  hold,
  invalid,
  offline,
  onEach,
  open,
  page,
  posted,
  press,
  refuse,
  reload,
  replay,
  says,
  see,
  select,
  unfinished,
  value,
} from "./page.js";

const ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
const MATCH = `/match.html?id=${ID}`;
const GO = "button=Start the match";

const start = () => click(GO);

/** What is sent; the answer is a failure, after which it may be sent again. */
async function sent() {
  refuse("POST /api/matches", 500, "unexpected", "Try again in a while.");
  await start();
  await see("#start-problem", "Try again in a while.");
  return posted.at(-1).body;
}

const opened = async (address) => {
  await open(address);
  await enabled(GO);
};

export default {
  async "a game says how many play, and the form has as many players"() {
    const tokens = await (await fetch("/api/games/tokens")).json();
    answer("GET /api/games/tokens", { ...tokens, seats: { fewest: 1, most: 8 } });
    await opened("/new.html?game=tokens");
    await see("#players fieldset", 4);
    await select("#seats", "8");
    await see("#players fieldset", 8);
    await accessible();
    equal((await sent()).players.length, 8);
    await select("#seats", "1");
    equal((await sent()).players.length, 1);
    await opened("/new.html?game=tokens&p3=house:naive");
    await see("#players fieldset", 3);
    await value("#bot-3", "house:naive");
    await opened("/new.html?game=tokens&seats=9");
    await see("#filled", /takes 1 to 8 players, not 9\./);
    await opened("/new.html?game=ajax-tiles");
    await hidden("#seats-field");
    await see("#players fieldset", 2);
  },

  async "beside the form house bots play the chosen game"() {
    await open("/new.html");
    await see("#preview canvas[data-drawn]");
    const first = all("#preview canvas")[0].ariaLabel;
    await select("#game", "robotag");
    await attribute("#playground", "href", "play.html?game=robotag");
    await see("#preview canvas[data-drawn]", 1);
    differ(all("#preview canvas")[0].ariaLabel, first);
    await accessible();
  },

  async "a phone loads no board beside the form"() {
    await at("phone");
    await opened("/new.html");
    await hidden("#preview");
    equal(page().performance.getEntriesByName(`${location.origin}/engine.js`).length, 0);
  },

  async "the form starts a match, and its page follows it to the end"() {
    const played = await replay("ajax-tiles", "expand", "fearful", ["expand", "fearful"]);
    answer("POST /api/matches", unfinished(ID, "queued", played), 202);
    answer(`GET /api/matches/${ID}`, unfinished(ID, "queued", played));
    await opened("/new.html");
    await select("#bot-1", "house:expand");
    await hidden("field=URL");
    await start();
    await arrive(MATCH);
    await says("#outcome", "Waiting for a runner.");
    answer(`GET /api/matches/${ID}`, unfinished(ID, "running", played, { turn: 17 }));
    await says("#outcome", "17 turns played so far.");
    has(ID, played);
    await says("#verified", "Verified");
    equal(
      posted.map(({ body }) => body),
      [{ game: "ajax-tiles", players: [{ house: "expand" }, { house: "random" }] }],
    );
  },

  async "the form sends a URL, a name and values that differ from the defaults"() {
    refuse("POST /api/matches", 422, "bad-url", "/players/1/url: the host has no public address.");
    await opened("/new.html");
    await select("#bot-2", "A bot at a URL");
    await fill("fieldset:nth-of-type(2) >> field=URL", "https://bots.example.org/tiles?greedy");
    await fill("fieldset:nth-of-type(2) >> field=Name", " Greedy Gary ");
    await click("text=Seed, time and options");
    await fill("field=Seed", "7");
    await fill("field=Time limit", "2000");
    await fill("#option-nukes", "4");
    await accessible();
    await start();
    await see("#start-problem", "/players/1/url: the host has no public address.");
    equal(posted[0].body, {
      game: "ajax-tiles",
      seed: "7",
      timeLimit: 2000,
      options: { nukes: 4 },
      players: [posted[0].body.players[0], { url: "https://bots.example.org/tiles?greedy", name: "Greedy Gary" }],
    });
  },

  async "a retry has the same key, and a new request a new one"() {
    await opened("/new.html");
    await sent();
    await enabled(GO);
    await sent();
    await enabled(GO);
    await click("text=Seed, time and options");
    await fill("field=Seed", "8");
    await sent();
    await enabled(GO);
    const keys = posted.map(({ key }) => key);
    equal(keys.length, 3);
    differ(keys[0], null);
    equal(keys[0], keys[1]);
    differ(keys[0], keys[2]);
  },

  async "the form asks for a token only if needed and keeps it in the tab"() {
    await opened("/new.html");
    await hidden("#token");
    refuse("POST /api/matches", 401, "token-required", "This needs a token.");
    await start();
    await see(
      "#start-problem",
      "Join first. It takes a name and, at most places, a link from the organiser. Without that, you can " +
        "play in your browser.",
    );
    await attribute("#start-problem a", "href", "join.html");
    await focused("#token");
    await accessible();
    await fill("#token", " bout_secret ");
    const played = await replay();
    has(ID, played);
    answer("POST /api/matches", finished(ID, played), 202);
    await start();
    await arrive(MATCH);
    await opened("/new.html");
    await value("#token", "bout_secret");
    equal(
      posted.map(({ authorization }) => authorization),
      [null, "Bearer bout_secret"],
    );
    equal(page().location.href.includes("bout_secret"), false, "the token is in the address");
  },

  async "options opened before the API has answered stay open"() {
    const release = hold();
    await open("/new.html");
    await click("text=Seed, time and options");
    release();
    await see("#option-nukes");
  },

  async "what the browser can refuse is not sent"() {
    await opened("/new.html");
    await click("text=Seed, time and options");
    await fill("#option-nukes", "41");
    await start();
    await invalid("#option-nukes", "rangeOverflow");
    await opened("/new.html");
    await select("#bot-1", "A bot at a URL");
    await fill("field=URL", "localhost:9000");
    await start();
    await invalid("field=URL", "patternMismatch");
    equal(posted, []);
  },

  async "an address fills the form"() {
    await opened(
      "/new.html?game=robotag&p1=house:bouncy&p2=https://bots.example.org/tag?x%3D1%262&name2=Mine&seed=two+words" +
        "&timeLimit=500&fuelTanks=7&swap=true",
    );
    await value("#game", "robotag");
    await see("field=Seed");
    await hidden("#filled");
    await accessible();
    equal(await sent(), {
      game: "robotag",
      players: [{ house: "bouncy" }, { url: "https://bots.example.org/tag?x=1&2", name: "Mine" }],
      seed: "two words",
      options: { fuelTanks: 7, swap: true },
      timeLimit: 500,
    });
    equal(posted.length, 1, "an address alone starts no match");
  },

  async "invalid parameters in the address are reported, and the others fill the form"() {
    await opened("/new.html?game=ajax-tiles&p1=house:nobody&p2=%3Cimg%20src%3Dx%3E&nukes=41&maxTurns=300&timeLimit=5&x%3Cb%3E=1");
    await see("#filled p", [
      "Ajax Tiles has no house bot nobody.",
      "Player 2 must be house:NAME, the id of a registered bot, or a URL, not <img src=x>.",
      "The time limit must be 10 to 60000, not 5.",
      "The option nukes must be a whole number from 0 to 40, not 41.",
      "Ajax Tiles has no option x<b>.",
    ]);
    equal((await sent()).options, { maxTurns: 300 });
    await opened("/new.html?game=chess&p1=house:expand");
    await see("#filled", "There is no game with the id chess. Choose one of these.");
  },

  async "a secret URL must be typed in"() {
    await opened("/new.html?game=ajax-tiles&name1=Greedy+%3Cb%3EGary&p2=house:contain");
    await see("#filled", "Only its owner knows the URL of Greedy <b>Gary. Enter it, or choose another bot.");
    await value("field=URL", "");
    await value("fieldset:nth-of-type(1) >> field=Name", "Greedy <b>Gary");
    await start();
    await invalid("field=URL", "valueMissing");
    equal(posted, []);
  },

  async "no option of a game shares the name of another parameter"() {
    for (const { id } of (await (await fetch("/api/games")).json()).games) {
      const { options } = await (await fetch(`/api/games/${id}`)).json();
      const others = ["game", "p1", "p2", "name1", "name2", "seed", "timeLimit"];
      equal(
        options.filter(({ name }) => others.includes(name)),
        [],
        id,
      );
    }
  },

  async "a registered bot is chosen from the list or by its id"() {
    bots(
      "ajax-tiles",
      bot("bot_03", "ajax-tiles", "Outside", { health: { suspended: true } }),
      bot("bot_02", "ajax-tiles", "Resting", { active: false }),
      bot("bot_01", "ajax-tiles", "Greedy <i>Gary"),
    );
    await opened("/new.html");
    await see("#bot-1 optgroup[label='Registered bots'] option", ["Outside (only for its owner)", "Greedy <i>Gary"]);
    await select("#bot-1", "Outside (only for its owner)");
    await says("form", "It failed in matches or checks");
    await select("#bot-1", "Greedy <i>Gary");
    await says("form", "A registered bot.");
    await select("#bot-2", "A registered bot, by its id");
    await fill("fieldset:nth-of-type(2) >> field=Id", "bot_0a-99");
    await accessible();
    equal((await sent()).players, [{ bot: "bot_01" }, { bot: "bot_0a-99" }]);
    await opened("/new.html?game=ajax-tiles&p1=bot_77&p2=bot_01");
    await value("fieldset:nth-of-type(1) >> field=Id", "bot_77");
    await value("#bot-2", "bot_01");
  },

  async "a token adds the visitor's own bots"() {
    const mine = "GET /api/bots?game=ajax-tiles&mine=true&limit=100";
    answer(mine, { bots: [bot("bot_05", "ajax-tiles", "Mine")], next: null });
    await opened("/new.html");
    await see("optgroup[label='Registered bots']", 0);
    sessionStorage.setItem("bout-token", "bout_secret");
    await reload();
    await see("#bot-1 optgroup[label='Registered bots'] option", ["Mine"]);
    refuse(mine, 401, "invalid-token", "It was revoked.");
    await reload();
    await enabled(GO);
    await see("optgroup[label='Registered bots']", 0);
  },

  async "switching the game changes bots and options and keeps the URL"() {
    const words = (name) => name.replace(/[A-Z]/g, " $&").replaceAll("-", " ").toLowerCase();
    const label = (name) => words(name).replace(/^./, (letter) => letter.toUpperCase());
    await opened("/new.html");
    await select("#bot-2", "A bot at a URL");
    await fill("field=URL", "https://bots.example.org/");
    for (const { id } of (await (await fetch("/api/games")).json()).games.reverse()) {
      const { houseBots, options } = await (await fetch(`/api/games/${id}`)).json();
      await select("#game", id);
      await attribute("#game-page", "href", `/games/${id}.html`);
      await see(
        "#bot-1 optgroup:first-of-type option",
        houseBots.map(({ name }) => label(name)),
      );
      await see(
        "#options label",
        options.map(({ name }) => label(name)),
      );
      await value("fieldset:nth-of-type(2) >> field=URL", "https://bots.example.org/");
    }
  },

  async "a match can be started by keyboard"() {
    const tabTo = async (id) => {
      for (let i = 0; i < 60 && page().document.activeElement.id !== id; i++) {
        await press("Tab");
      }
    };
    const played = await replay("ajax-tiles", "expand", "fearful", ["expand", "fearful"]);
    has(ID, played);
    answer("POST /api/matches", finished(ID, played), 202);
    await opened("/new.html");
    await tabTo("bot-1");
    await press(..."random");
    await tabTo("go");
    await press("Enter");
    await arrive(MATCH);
    equal(posted[0].body.players[0], { house: "random" });
  },

  async "a form without the API says so and recovers"() {
    offline(true);
    await open("/new.html?game=tokens");
    await see("#start-problem", "The API cannot be reached. Check your connection and try again.");
    equal(all("#go")[0].disabled, true);
    await accessible();
    offline(false);
    await enabled("#go");
    await value("#game", "tokens");
    await hidden("#start-problem");
  },

  async "the form works on a phone and in dark mode"() {
    await onEach(["phone", "dark"], () =>
      opened("/new.html?game=ice-and-fire&p1=https://bots.example.org/a-long-address-of-a-bot&seed=7"),
    );
  },
};
