/**
 * Plays good matches one after another: a running match of people, else highlights and the latest matches of people, else those
 * of house bots. Without any match, house bots play here.
 */

import * as api from "../shared/api.js";
import { byId, show } from "../shared/dom.js";
import { gameMark } from "../shared/game-mark.js";
import { engineModule } from "../shared/game-modules.js";
import { gameName, loadGames } from "../shared/games.js";
import { RETRY_MILLISECONDS, seen, wait } from "../shared/poll.js";
import { NotAsExpected } from "../shared/shape.js";
import { FrontBoard } from "./front-board.js";
import { frontForm, listedMatch } from "./front-data.js";
import { canBeWatched, listed, worthShowing } from "./featured.js";
import { followMatch } from "./live-match.js";
import { recordOf } from "./replay-record.js";
import { houseMatch } from "./thumbnails.js";
import { offerSound, SoundSwitch } from "../viewer/sound-switch.js";
import { eventsOf } from "../viewer/story.js";

/** @import { ListedMatch } from "./featured.js" */

const ASKED = 50;

/** A match that does not end is left after this long. */
const MOST_MILLISECONDS = 180_000;

const PAUSE_MILLISECONDS = 3_000;

/** So many matches must have been shown before one is repeated. */
const REMEMBERED = 40;

const board = new FrontBoard({ strip: byId("scoreboard"), canvas: byId("board"), pause: byId("pause"), link: byId("watch") });
const sound = new SoundSwitch(null);
/** @type {string[]} */
const shown = [];
/** @type {(value?: unknown) => void} */
let skip = () => {};

/** @typedef {{id: string, game: string, why: string}} Candidate */

/**
 * The matches to choose from, the best first.
 *
 * @param {(problem: string | null) => void} tell called with why a source gave nothing, or with `null`: with one source less, there
 *     are fewer matches to choose from
 */
async function candidates(tell) {
  /** @type {string | null} */
  let problem = null;
  /** @template T @param {() => Promise<T>} load */
  const attempted = async (load) => {
    try {
      return await load();
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed) && !(failed instanceof NotAsExpected)) {
        throw failed;
      }
      problem = failed.message;
      return null;
    }
  };
  const list = await attempted(() => api.matches({ limit: ASKED }));
  const matches = list?.matches ?? [];
  const file = matches.length === 0 ? null : await attempted(() => api.standings("front"));
  const front = file === null ? null : await attempted(async () => frontForm(file, "the start page"));
  tell(problem);
  const highlights = (front?.games ?? []).flatMap(({ game, closest, upset }) => [
    ...(upset === null ? [] : [{ id: upset.match, game, why: "Upset: the weaker bot wins" }]),
    ...(closest === null ? [] : [{ id: closest.match, game, why: "A close match" }]),
  ]);
  /** @param {ListedMatch} match @param {string} why */
  const of = (match, why) => ({ id: match.id, game: match.game, why });
  return [
    ...listed(canBeWatched(matches), ASKED).map((match) => of(match, "Live")),
    ...highlights,
    ...worthShowing((front?.people ?? []).map(listedMatch)).map((match) => of(match, "")),
    ...listed(worthShowing(matches), ASKED).map((match) => of(match, "")),
  ];
}

async function next() {
  const all = await candidates((problem) => show(byId("problem"), problem));
  const fresh = all.find(({ id }) => !shown.includes(id));
  // All have been shown: the one that was shown longest ago.
  const chosen = fresh ?? all.toSorted((one, other) => shown.indexOf(one.id) - shown.indexOf(other.id))[0] ?? null;
  if (chosen !== null) {
    const before = shown.indexOf(chosen.id);
    shown.splice(before === -1 ? shown.length : before, 1);
    shown.push(chosen.id);
    shown.splice(0, shown.length - REMEMBERED);
  }
  return chosen;
}

/** @param {string} game @param {string} why */
function title(game, why) {
  sound.game = game;
  byId("mark").replaceChildren(gameMark(game));
  byId("game").textContent = gameName(game);
  byId("why").textContent = why;
}

/** Asks again while a match of house bots is shown, until nothing is wrong. @param {AbortSignal} signal */
async function recover(signal) {
  while (!byId("problem").hidden) {
    await wait(RETRY_MILLISECONDS);
    await seen();
    if (signal.aborted) {
      return;
    }
    await candidates((problem) => signal.aborted || show(byId("problem"), problem));
  }
}

/** Plays a match of house bots; the games take turns. @param {number} round @param {AbortSignal} signal */
async function playHere(round, signal) {
  const engine = await engineModule();
  const games = engine?.games() ?? [];
  const game = games[round % Math.max(1, games.length)];
  const document = game === undefined ? null : await houseMatch(game.id);
  const match = document === null ? null : await recordOf(document);
  if (document === null || match === null || signal.aborted) {
    return;
  }
  title(game.id, "House bots, played in your browser");
  byId("game").textContent = game.name;
  byId("watch").hidden = true;
  await board.present(match);
  if (!signal.aborted) {
    board.showReplay(document, false);
  }
}

/**
 * Until the match and its end have been shown, or the visitor wants another one.
 *
 * @param {Candidate | null} match
 * @param {number} round
 */
async function showMatch(match, round) {
  const stop = new AbortController();
  const ended = new Promise((done) => board.addEventListener("end", done, { once: true, signal: stop.signal }));
  const skipped = new Promise((done) => {
    skip = done;
  });
  let playing;
  if (match === null) {
    playing = playHere(round, stop.signal);
    recover(stop.signal);
  } else {
    title(match.game, match.why);
    playing = followMatch(match.id, board, stop.signal);
  }
  await Promise.race([playing.then(() => (board.shown ? ended : wait(PAUSE_MILLISECONDS))), skipped, wait(MOST_MILLISECONDS)]);
  stop.abort();
  show(byId("note"), null);
  show(byId("problem"), null);
  board.clear();
}

offerSound(byId("sound"), sound, "Sound");
board.addEventListener("turn", () => {
  const { moment } = board;
  if (sound.on && moment !== null) {
    sound.turn(eventsOf(moment.renderer, moment.picture, moment.before, moment.calls));
    if (moment.last) {
      sound.end();
    }
  }
});
byId("skip").addEventListener("click", () => skip());
byId("full").hidden = !document.fullscreenEnabled;
byId("full").addEventListener("click", () => {
  if (document.fullscreenElement === null) {
    document.querySelector("main")?.requestFullscreen();
  } else {
    document.exitFullscreen();
  }
});

async function play() {
  for (let round = 0; ; round++) {
    await seen();
    await showMatch(await next(), round);
  }
}

await Promise.all([play(), loadGames()]);
