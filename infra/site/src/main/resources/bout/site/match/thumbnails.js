/** Moving thumbnails of games: matches of house bots, played by a worker one after another, once their cards are in view. */

import { engineModule, rendererOf } from "../shared/game-modules.js";
import { Loop } from "../viewer/loop.js";

/** Playing takes longer than opening a replay, and must not stop the animation of other boards. */
class HouseMatches {
  /** @type {Worker | null} */
  #worker = null;
  #last = Promise.resolve(/** @type {Replay.Document | null} */ (null));

  /**
   * The replay document of a match between house bots, or `null` if it could not be played.
   *
   * @param {string} game
   * @param {string[]} names
   * @param {string} seed
   */
  play(game, names, seed) {
    this.#last = this.#last.then(() => this.#order(game, names, seed));
    return this.#last;
  }

  /** @param {string} game @param {string[]} names @param {string} seed @returns {Promise<Replay.Document | null>} */
  #order(game, names, seed) {
    this.#worker ??= new Worker(new URL("../playground/match-worker.js", import.meta.url), { type: "module" });
    const worker = this.#worker;
    return new Promise((done) => {
      worker.onmessage = ({ data }) => done(data.kind === "played" ? data.document : null);
      worker.onerror = (event) => {
        event.preventDefault();
        // A worker whose script did not load never answers.
        worker.terminate();
        this.#worker = null;
        done(null);
      };
      worker.postMessage({
        kind: "play",
        game,
        seed,
        options: {},
        limits: { first: 1000, later: 1000 },
        bots: names.map((name) => ({ house: name, name })),
      });
    });
  }
}

const matches = new HouseMatches();

/** More would be hard to see on a small board. */
const MOST_SEATS = 4;

/** The two best house bots of a game in turn, for as many seats as show it well. @param {Engine.Game} game */
export function goodBots({ houseBots, seats }) {
  const count = Math.max(seats.fewest, Math.min(seats.most, MOST_SEATS));
  return Array.from({ length: count }, (_, index) => (houseBots.at((index % 2) - 2) ?? houseBots[0]).name);
}

/** The replay document of a match between good house bots of a game. @param {string} game @param {string} [seed] */
export async function houseMatch(game, seed = "7") {
  const engine = await engineModule();
  const described = engine?.games().find(({ id }) => id === game);
  return described === undefined ? null : matches.play(game, goodBots(described), seed);
}

/** Plays a match of a game on a canvas, once it is in view. @param {HTMLCanvasElement} canvas @param {string} game */
export function thumbnail(canvas, game) {
  const seen = new IntersectionObserver(async ([{ isIntersecting }]) => {
    if (!isIntersecting) {
      return;
    }
    seen.disconnect();
    const [engine, renderer] = await Promise.all([engineModule(), rendererOf(game)]);
    const document = await houseMatch(game);
    const replay = engine === null || document === null ? null : engine.openReplay(document).replay;
    if (replay !== null && renderer !== null) {
      // Not from the start, where little happens.
      new Loop(canvas, renderer, replay, { turn: Math.floor(replay.turns / 4) }).describe();
    }
  });
  seen.observe(canvas.parentElement ?? canvas);
}
