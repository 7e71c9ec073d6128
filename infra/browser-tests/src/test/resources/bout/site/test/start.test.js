/** The start page. */

import {
  LONG_NAMES,
  accessible,
  all,
  answer,
  attribute,
  click,
  equal,
  finished,
  focus,
  has,
  hidden,
  hold,
  java,
  ladder,
  list,
  offline,
  onEach,
  one,
  open,
  page,
  reducedMotion,
  replay,
  resize,
  says,
  see,
  until,
  unfinished,
} from "./page.js";

/** Ids sort by time: a later match has a greater id. */
const ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
const PEOPLE = [{ name: "Greedy Gary" }, { name: "The House" }];

const close = () => replay("robotag", "hungry", "bouncy", ["Greedy Gary", "The House"]);

/** It may be on the large board. */
const now = () => ({ finishedAt: new Date().toISOString() });

/** A match of people, which is all that the API lists. */
async function listed() {
  const played = await close();
  has(ID, played);
  list(finished(ID, played, now()));
}

const front = ({ players, highlights }) => ({
  updatedAt: "2026-03-01T12:00:00Z",
  games: [
    {
      game: "tokens",
      matches: 120,
      day: new Date().toISOString().slice(0, 10),
      matchesBefore: 100,
      top: players.slice(0, 5),
      closest: highlights.closest,
      upset: highlights.upset,
    },
  ],
  tournament: {
    id: "trn_1",
    name: "Spring Cup",
    game: "tokens",
    format: "swiss",
    state: "running",
    played: 3,
    matches: 12,
    players: 2,
    valueTitle: "points",
    top: [
      { rank: 1, key: "bot_04", name: "Pathfinder", value: 2.5 },
      { rank: 2, key: null, name: "<i>Mine</i>", value: 1 },
    ],
  },
  people: [
    {
      id: "0",
      game: "tokens",
      players: [{ name: "An old friend" }, { name: "naive", house: "naive" }],
      result: { places: [1, 2], scores: [14, 3], reason: "full" },
      worthShowing: true,
      createdAt: "2026-03-01T12:00:00Z",
    },
  ],
});

const games = async () => (await (await fetch("/api/games")).json()).games;

const pixels = () => all("#hero")[0].toDataURL();

const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

export default {
  async "the start page shows boards of the latest matches, but no failures"() {
    const played = await replay("ajax-tiles", "expand", "fearful", ["Greedy Gary", "The House"]);
    has("2", played);
    list(
      unfinished("4", "queued", played),
      unfinished("3", "running", played, { turn: 17, startedAt: new Date(Date.now() - 200_000).toISOString() }),
      finished("2", played),
      finished("1", played, { worthShowing: false, failedSeat: 2 }),
      unfinished("0", "failed", played, { reason: "It was begun three times." }),
    );
    await open("/");
    await see("#latest li", [/Greedy Gary ?The House ?\d+ : \d+ Ajax Tiles/]);
    await attribute("#latest a", "href", "match.html?id=2");
    all("#latest")[0].scrollIntoView();
    await see("#latest .picture canvas", 1);
    await see("#now-live li", [/Greedy Gary vs The House ?turn 17, minute 4/]);
    await attribute("#now-live a", "href", "match.html?id=3");
    await hidden("#latest-note");
    await accessible();
  },

  async "with reduced motion, no button pauses what does not play"() {
    await reducedMotion(true);
    await open("/");
    await see("#hero[data-drawn]");
    await hidden("#hero-pause");
    await reducedMotion(false);
    await see("#hero-pause");
  },

  async "a start page without matches says so, and plays one of house bots"() {
    await open("/");
    await says("#latest-note", "No match to show yet.");
    await says("#now-live", "No match is played now.");
    await says("#now-contest", "None is open.");
    await says("#now-winner", "It could be you.");
    await see("#hero[data-drawn]", 1);
    await hidden("#hero-link");
    await see(".strip .now", /^Turn [1-9]/);
  },

  async "new results appear automatically, and the focus stays"() {
    const played = await replay();
    list(finished("1", played));
    await open("/");
    await see("#latest li", 1);
    await focus("#latest li a");
    list(finished("2", played), finished("1", played));
    await see("#latest li", 2);
    equal(page().document.activeElement === all("#latest li:nth-child(2) a")[0], true);
  },

  async "an answer without explanation is reported by its status"() {
    answer("GET /api/matches?limit=30", "<h1>Bad gateway</h1>", 502, "text/html");
    await open("/");
    await see("#latest-problem", "The API answered with the status 502 and no explanation.");
  },

  async "the start page links to the games"() {
    await open("/");
    await see(
      "#games h3",
      (await games()).map(({ name }) => name),
    );
    for (const [name, address] of [
      ["RoboTag", "/games/robotag.html"],
      ["All matches", "matches.html"],
      ["Write a bot", "play.html?start"],
      ["Watch", "tv.html"],
      ["bring your own", "my-bots.html#add"],
    ]) {
      await attribute(`main >> link=${name}`, "href", address);
    }
  },

  async "a start page without the API says so and recovers"() {
    offline(true);
    await open("/");
    await see("#latest-problem", "The API cannot be reached. Check your connection and try again.");
    await accessible();
    list(finished("1", await replay()));
    offline(false);
    await see("#latest li", [/Ajax Tiles/]);
    await hidden("#latest-problem");
    await see("#games li", (await games()).length);
  },

  async "the start page works on a phone and in dark mode"() {
    const played = await replay("ajax-tiles", "expand", "fearful", LONG_NAMES);
    list(finished(ID, played), unfinished("0", "running", played));
    await onEach(["phone", "dark"], async () => {
      await open("/");
      await see("#latest li", 1);
      await see("#now-live li", [/A bot with/]);
      await see("#games li", (await games()).length);
    });
  },

  async "the start page plays an exciting match of people of the last day and can be paused"() {
    const played = await close();
    has(ID, played, { players: PEOPLE });
    const old = await replay();
    has("9", old, { players: PEOPLE });
    list(finished("9", old, { players: PEOPLE }), finished(ID, played, { players: PEOPLE, ...now() }));
    await open("/");
    await see(".strip .who", ["Greedy Gary", "The House"]);
    await attribute("#hero-link", "href", `match.html?id=${ID}`);
    const before = pixels();
    await see(".strip .now", /^Turn [1-9]/);
    await until(() => (pixels() === before ? "it does not play" : null), "the board");
    await click("button=Pause");
    const paused = pixels();
    await frames();
    equal(pixels() === paused, true);
  },

  async "while the API does not answer, the start page plays house bots"() {
    await listed();
    const release = hold();
    await open("/");
    await see("#hero[data-drawn]", 1);
    await hidden("#hero-link");
    release();
    await attribute("#hero-link", "href", `match.html?id=${ID}`);
    await see("#hero[data-drawn]", 1);
    await see(".strip .who", ["Greedy Gary", "The House"]);
  },

  async "a running match is shown live on the start page"() {
    const played = await close();
    const running = unfinished(ID, "running", played, { turn: 20 });
    answer(`GET /api/matches/${ID}`, running);
    answer(`GET /live/${ID}.json`, await java("live", played.document, 20));
    list(running, finished("1", await replay()));
    await open("/");
    await see(".strip .now", "LIVE · turn 20");
  },

  async "above the large board, no line about one of four players is cut"() {
    const names = ["Ann", "Bob", "Cid", LONG_NAMES[0]];
    const played = await java("group", "battlesnake", names);
    const running = unfinished(ID, "running", played, { turn: 1 });
    answer(`GET /api/matches/${ID}`, running);
    answer(`GET /live/${ID}.json`, await java("live", played.document, 1));
    list(running);
    for (const width of [390, 600, 1024, 1200]) {
      resize(width, 800);
      await open("/");
      await see("#scoreboard .who", names);
      await see("#scoreboard .state", 4);
      const strip = (await one("#scoreboard")).getBoundingClientRect();
      for (const line of all("#scoreboard .who, #scoreboard .state").filter((each) => each.checkVisibility())) {
        const { top, bottom } = line.getBoundingClientRect();
        equal(top >= strip.top && bottom <= strip.bottom, true, `${line.textContent} at ${width}`);
      }
    }
  },

  async "a long name of a live match ends with dots, before its turn"() {
    const played = await replay("robotag", "hungry", "bouncy", LONG_NAMES);
    list(unfinished(ID, "running", played, { turn: 20 }));
    await onEach(["phone", ""], async () => {
      await open("/");
      const link = await one("#now-live a");
      equal(link.scrollWidth > link.clientWidth, true, "cut");
      const { right } = (await one("#now-live .note")).getBoundingClientRect();
      equal(right <= (await one("#now-live")).getBoundingClientRect().right, true, "inside");
    });
  },

  async "every game has a thumbnail that is played with its own renderer"() {
    await open("/");
    await see("#games li", (await games()).length);
    for (const [index, card] of all("#games .thumb").entries()) {
      card.scrollIntoView();
      await until(() => (card.querySelector("canvas[data-drawn]") ? null : "nothing is drawn"), `thumbnail ${index}`);
    }
    await accessible();
  },

  async "the large board ends with a result and goes on to the next game"() {
    const played = await replay("connect-four", "planner", "random", ["Greedy Gary", "The House"]);
    has(ID, played, { players: PEOPLE });
    list(finished(ID, played, { players: PEOPLE, ...now() }));
    await open("/");
    await see("#hero-game", "Connect Four");
    await see("#hero-end:not([hidden])", /Greedy Gary wins ?1 : 0/);
    await click("#hero-next");
    await until(() => (/^Connect Four/.test(all("#hero-game")[0].textContent) ? "the same game" : null), "the next game");
    await says("#hero-game", "house bots, in your browser");
    await hidden("#hero-end, #hero-link");
  },

  async "the large board names those who share the first place"() {
    const played = await java("group", "battlesnake", ["Ann", "Bob", "Cid", "Dan"]);
    const turn = played.turns - 1;
    const running = unfinished(ID, "running", played, { turn });
    answer(`GET /api/matches/${ID}`, running);
    answer(`GET /live/${ID}.json`, await java("live", played.document, turn));
    list(running);
    await open("/");
    await see(".strip .now", `LIVE · turn ${turn}`);
    has(ID, played, { result: { ...played.document.result, places: [1, 1, 1, 4] } });
    await see("#hero-end:not([hidden])", "Ann, Bob and Cid share the first place");
  },

  async "the published file adds leaders and matches of people"() {
    list(finished("2", await replay(), { ladder: true }));
    answer("GET /standings/front.json", front((await ladder()).leaderboard));
    await onEach(["", "phone", "dark"], async () => {
      await open("/");
      await see("#latest li", [/An old friend/]);
      await see("#now-contest", /^Spring Cup ?tournament, 3 of at most 12 matches$/);
      await says("#games .facts-of-game[data-game=tokens]", "20 rated matches today");
    });
  },

  async "a contest to enter and the last winner are shown"() {
    const contest = { id: "con_1", name: "<i>Cup", game: "tokens", state: "open", podium: [] };
    const deadline = new Date(Date.now() + 51 * 3_600_000 + 60_000).toISOString();
    answer("GET /api/contests", {
      contests: [
        { ...contest, deadline },
        { ...contest, id: "con_0", name: "First Cup", state: "finished", deadline, podium: [{ bot: "bot_1", name: "Ada bot" }] },
      ],
    });
    await onEach(["", "phone", "dark"], async () => {
      await open("/");
      await see("#now-contest", /^<i>Cup ?closes in 2 d 03 h ?Enter ?<i>Cup$/);
      await attribute("#now-contest >> link=Enter", "href", "contest.html?id=con_1");
      await see("#now-winner", /^Ada bot ?won First Cup$/);
      await attribute("#now-winner >> link=Ada bot", "href", "bot.html?key=bot_1");
    });
  },

  async "a tournament that several have won has no last winner"() {
    list(finished("2", await replay(), { ladder: true }));
    const file = front((await ladder()).leaderboard);
    file.tournament.state = "finished";
    answer("GET /standings/front.json", file);
    await open("/");
    await see("#now-winner", /^Pathfinder ?won Spring Cup$/);
    file.tournament.top[1].rank = 1;
    answer("GET /standings/front.json", file);
    await open("/");
    await see("#now-winner", "Several were level. It could be you.");
  },

  async "an exciting match is one in which the lead has changed twice"() {
    await open("/");
    await see("#hero[data-drawn]", 1);
    const { leadChanges } = await import("/match/front-hero.js".replace(/^/, location.origin));
    equal(
      leadChanges([
        [0, 0],
        [1, 0],
        [1, 1],
        [2, 1],
      ]),
      0,
    );
    equal(
      leadChanges([
        [1, 0],
        [1, 2],
        [3, 2],
      ]),
      2,
    );
  },

  async "without the published file the start page shows the rest"() {
    list(finished("2", await replay()));
    answer("GET /standings/front.json", { games: 7 });
    await open("/");
    await see("#latest li", 1);
    await hidden("#problem");
  },

  async "ladder matches of house bots are listed only if there are no others"() {
    const played = await replay();
    const house = finished("2", played, { ladder: true });
    list(house);
    await open("/");
    await see("#latest li", [/one/]);
    list(house, finished("1", played, { players: PEOPLE }));
    await see("#latest li", [/Greedy Gary/]);
  },
};
