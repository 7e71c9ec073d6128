/** The page of an author, and all places where a bot names its author. */

import {
  HOSTILE,
  accessible,
  all,
  answer,
  attribute,
  bot,
  bots,
  finished,
  has,
  harmless,
  ladder,
  list,
  offline,
  onEach,
  open,
  replay,
  says,
  see,
  until,
} from "./page.js";
import { shown } from "./bots.test.js";
import { publish, tournament } from "./tournament.test.js";

const ID = "own_01991f39-1b2c-7d3e-8f40-5a6b7c8d9e0f";
const PATH = `/person.html?id=${ID}`;
const PAGE = `person.html?id=${ID}`;
const author = { id: ID, name: HOSTILE[0] };

/** @param {...object} made */
const made = (...made) => answer(`GET /api/bots?author=${ID}&limit=100`, { bots: made, next: null });

const by = async (place) => {
  await says(place, `by ${author.name}`);
  await attribute(`${place} .author a`, "href", PAGE);
  harmless();
};

/** The leaderboard, on which the best registered bot has an author. */
async function leaderboard() {
  const file = (await ladder()).leaderboard;
  const best = file.players.find(({ house }) => !house);
  best.author = author;
  answer("GET /standings/ladders/tokens.json", file);
  return { file, best };
}

export default {
  async "a person's page has their bots by game, with standings and trophies"() {
    const { best } = await leaderboard();
    made(
      bot(best.key, "tokens", best.name, { author }),
      bot("bot_2", "robotag", "Laptop", { author, kind: "connected", online: false }),
    );
    answer("GET /standings/ladders/robotag.json", (await ladder()).leaderboard);
    answer("GET /api/contests", {
      contests: [
        {
          id: "con_1",
          name: "Cup",
          podium: [
            { bot: "bot_2", name: "Laptop" },
            { bot: best.key, name: best.name },
          ],
        },
      ],
    });
    await onEach(["", "phone", "dark"], async () => {
      await open(PATH);
      await see("h1", author.name);
      await see("#games section", 2);
      await says("#games", best.name, `rank ${best.rank}, rating ${shown(best)}`);
      await says("#games", "Laptop", "not connected now");
      await attribute(`#games a[href*="${best.key}"]`, "href", `bot.html?key=${best.key}`);
      await see(".bots .author", 0);
      await see("#trophies li", ["1st in Cup", "2nd in Cup"]);
      harmless();
    });
  },

  async "a person without a public bot has no name"() {
    made();
    await open(PATH);
    await see("#note", "This author has no public bots.");
    await see("h1", "Author");
    await open("/person.html");
    await see("#problem", "The address names no author. It should end with “?id=” and an id.");
    await open("/person.html?id=ada");
    await see("#problem", "“ada” is not the id of an author.");
  },

  async "a person's page without the API says so and recovers"() {
    offline(true);
    await open(PATH);
    await see("#problem", /cannot be reached/);
    made(bot("bot_1", "tokens", "Gary", { author }));
    offline(false);
    await see("h1", author.name);
  },

  async "the directory, the leaderboard and the page of a bot name the author"() {
    const { best } = await leaderboard();
    bots("tokens", bot("bot_1", "tokens", "Gary", { author }), bot("bot_2", "tokens", "Nobody's", { author: null }));
    await onEach(["", "phone"], async () => {
      await open("/bots.html?game=tokens");
      await by("#registered li:first-child");
      await see("#registered .author", 1);
      await accessible();
      await open("/ladder.html?game=tokens");
      await see("#rows .author", 1);
      await by("#rows");
    });
    const page = (await ladder()).bots[best.key];
    answer(`GET /standings/bots/${best.key}.json`, { ...page, author });
    await open(`/bot.html?key=${best.key}`);
    await by("h1");
    await accessible();
  },

  async "the table of a tournament names authors"() {
    const file = await tournament("ROUND_ROBIN", 3, 1, 1_000_000);
    file.players[1].author = author;
    publish(file);
    await open("/tournament.html?id=trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60");
    await see("#rows .author", 1);
    await by("#rows");
    await accessible();
  },

  async "the board of a match names authors"() {
    const played = await replay("ajax-tiles", "expand", "fearful", ["Gary", "Rita"]);
    const players = [
      { name: "Gary", bot: "bot_1", author },
      { name: "Rita", bot: "bot_2" },
    ];
    has("9", played, { players });
    await onEach(["", "phone"], async () => {
      await open("/match.html?id=9&turn=100000");
      await by("#scoreboard .side.seat-1");
      await says("#scoreboard .side.seat-2", "registered bot");
      // 24 pixels are what a finger needs, whatever stands beside it.
      const low = () => all("#scoreboard .who a").filter((link) => link.getBoundingClientRect().height < 24);
      await until(() => (low().length === 0 ? null : `${low().length}`), "links that are too low");
    });
  },

  async "the start page names the authors of the match that it plays"() {
    const played = await replay("robotag", "hungry", "bouncy", ["Gary", "Rita"]);
    const players = [
      { name: "Gary", bot: "bot_1", author },
      { name: "Rita", bot: "bot_2" },
    ];
    has("9", played, { players });
    const unnamed = players.map(({ name, bot }) => ({ name, bot }));
    list(finished("9", played, { players: unnamed, finishedAt: new Date().toISOString() }));
    await open("/");
    await see(".strip .author", 1);
    await by(".strip .seat-1 .kind");
    await accessible();
  },

  async "entries of a contest name authors"() {
    const entry = { owner: ID, bot: "bot_1", name: "Gary", at: "2026-03-01T12:00:00.120Z", out: null, author };
    answer("GET /api/contests/con_1", {
      id: "con_1",
      name: "Cup",
      game: "tokens",
      public: true,
      createdAt: "2026-03-01T12:00:00.120Z",
      state: "open",
      deadline: "2099-03-01T12:00:00Z",
      firstDeadline: "2099-03-01T12:00:00Z",
      text: "",
      options: {},
      perOwner: 1,
      onlyInvited: false,
      invitation: null,
      podium: [],
      reason: null,
      stages: [],
      entries: [entry],
      entrants: [],
      ranking: [],
      journal: [],
    });
    await open("/contest.html?id=con_1");
    await by("#entries li");
    await accessible();
  },
};
