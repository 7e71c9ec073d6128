/** Fills the page of all components with examples of those that scripts make. */

import { playHouseBots } from "../shared/house-match.js";
import { showLive } from "../match/front-now.js";
import { matchRow } from "../match/match-list.js";
import { showSides, showStanding } from "../match/sides.js";
import { goodBots } from "../match/thumbnails.js";
import { card } from "../rankings/bot-card.js";
import { lastMatches, ratingBar } from "../rankings/rating-marks.js";
import { avatar } from "../shared/avatar.js";
import { byId, element } from "../shared/dom.js";
import { gameMark } from "../shared/game-mark.js";
import { engineModule, rendererOf } from "../shared/game-modules.js";
import { ratingText } from "../shared/rating.js";
import { Tabs } from "../shared/tabs.js";
import { Answers } from "../viewer/answers.js";
import { Board } from "../viewer/board.js";
import { Chart } from "../viewer/chart.js";
import { Player } from "../viewer/player.js";

const COLOURS = [
  "paper",
  "card",
  "ink",
  "muted",
  "line",
  "link",
  "accent",
  "accent-ink",
  "good",
  "bad",
  ...Array.from({ length: 8 }, (_, index) => `seat-${index + 1}`),
  "ground",
];

byId("colours").replaceChildren(
  ...COLOURS.map((name) => {
    const swatch = element("span");
    swatch.style.background = `var(--${name})`;
    return element("li", {}, swatch, name);
  }),
);
byId("faces").replaceChildren(...Array.from({ length: 16 }, (_, index) => avatar(`bot_${index}`)));

const PLAYERS = [{ name: "Greedy Gary" }, { name: "hungry", house: "hungry" }];
const MANY = Array.from({ length: 8 }, (_, index) => ({ name: `Player ${index + 1}` }));
byId("list").replaceChildren(
  matchRow({ id: "1", players: PLAYERS, result: { places: [1, 2], scores: [1008.0239959999999, 478] } }, [
    element("span", {}, "2 minutes ago"),
  ]),
  matchRow({ id: "2", players: PLAYERS, result: null }, [element("span.status.running", {}, "Playing")]),
  matchRow({ id: "3", players: MANY, result: { places: [2, 1, 3, 4, 5, 6, 7, 8], scores: [9, 12, 8, 7, 6, 5, 4, 3] } }, []),
);

/** @param {HTMLElement} strip @param {{name: string, house?: string}[]} players @param {string} now */
function strip(strip, players, now) {
  showSides(strip, players, (index) => [
    element("span.who", {}, element(`span.seat.seat-${index + 1}`, {}, players[index].name)),
    element("span.kind", {}, "house bot"),
  ]);
  byId(strip.id).querySelector(".now").textContent = now;
}
strip(byId("scoreboard"), PLAYERS, "LIVE · turn 83");
showStanding(byId("scoreboard"), { scores: [1008, 478], winner: 1 }, "fuel");
strip(byId("scoreboard-of-many"), MANY, "Turn 120");
showStanding(
  byId("scoreboard-of-many"),
  {
    scores: MANY.map((_, index) => 120 - 10 * index),
    places: MANY.map((_, index) => index + 1),
    states: MANY.map((_, index) => ({ text: index < 2 ? "length 12 · health 80" : "out: left the board", out: index > 1 })),
    notes: MANY.map((_, index) => (index === 0 ? "Going for the food." : null)),
  },
  "turns",
);

const TOP = [
  { rank: 1, key: "bot_1", name: "Pathfinder", rating: 1820, plusMinus: 44, house: false, provisional: false },
  { rank: 2, key: "house:hungry", name: "hungry", rating: 1517, plusMinus: 60, house: true, provisional: false },
  {
    rank: 3,
    key: "bot_3",
    name: "A bot with a name of 40 characters, long",
    rating: 1290,
    plusMinus: 280,
    house: false,
    provisional: true,
  },
];
byId("ladder-rows").replaceChildren(
  ...TOP.map(({ rank, key, name, ...rated }) =>
    element(
      "tr",
      {},
      element("td.rank", {}, String(rank)),
      element(
        "td.name",
        {},
        element("span.faced", {}, avatar(key), element("span", {}, name)),
        " ",
        rated.provisional ? element("span.tag.provisional", {}, "provisional") : null,
      ),
      element(
        "td.rating",
        {},
        element("span.rated", {}, ratingBar(rated.rating, [1000, 2000]), element("b", {}, ratingText(rated))),
      ),
      element("td.last", {}, lastMatches(["win", "draw", "loss", "win", "win"])),
    ),
  ),
);
new Tabs(byId("tabs"), [byId("first-tab"), byId("second-tab")]);

const engine = await engineModule();
const described = engine?.games() ?? [];
const games = described.map(({ id }) => id);
byId("bots").replaceChildren(
  ...TOP.map(({ key, name, house }) =>
    card(games[0], { id: key, name }, house ? "Walks to the nearest token." : "version 2", true, undefined),
  ),
);
showLive([{ id: "1", game: games[0], players: PLAYERS, turn: 17, startedAt: null }]);
for (const game of described) {
  const renderer = await rendererOf(game.id);
  // Without the strongest, which the page would wait for: they look several moves ahead.
  const names = goodBots({ ...game, houseBots: game.houseBots.slice(0, -1) });
  const document = engine === null ? undefined : playHouseBots(engine, game.id, "7", {}, names);
  const replay = document === undefined ? null : (engine?.openReplay(document).replay ?? null);
  if (renderer === null || replay === null) {
    continue;
  }
  const canvases = [element("canvas.board", { role: "img" }), element("canvas.board", { role: "img" })];
  byId("marks").append(element("li.row", {}, gameMark(game.id), game.name));
  byId("boards").append(
    element(
      "figure.card",
      {},
      element("div.stage", {}, canvases[0]),
      element("div.stage.thumb", {}, canvases[1]),
      element("figcaption", {}, game.name),
    ),
  );
  for (const canvas of canvases) {
    const picture = replay.picture(Math.floor(replay.turns / 2));
    const board = new Board(canvas, renderer, picture);
    board.show(picture);
    board.describe();
  }
  if (byId("player").childElementCount === 0) {
    const players = names.map((name) => ({ name, house: name }));
    const player = new Player(byId("player"), {
      renderer,
      replay,
      game: game.id,
      names,
      turn: Math.floor(replay.turns / 2),
      keys: byId("player"),
    });
    new Answers(byId("answers"), element("h3"), player, renderer, players);
    new Chart(byId("chart"), player, names, game.scoreUnit);
  }
}
document.body.dataset.ready = "";
