/** The start page: a match, the games to play, and the latest matches. */

import * as api from "../shared/api.js";
import { byId, element, show } from "../shared/dom.js";
import { gameMark } from "../shared/game-mark.js";
import { engineModule } from "../shared/game-modules.js";
import { loadGames } from "../shared/games.js";
import { keepingFocus } from "../shared/publication.js";
import { seen, wait } from "../shared/poll.js";
import { NotAsExpected } from "../shared/shape.js";
import { featured, listed } from "./featured.js";
import { FrontBoard } from "./front-board.js";
import { frontForm, gameFacts, listedMatch, showFront } from "./front-data.js";
import { followMatch } from "./live-match.js";
import { listRow, MatchList } from "./match-list.js";
import { recordOf } from "./replay-record.js";
import { houseMatch, thumbnail } from "./thumbnails.js";

/** @import { Front } from "./front-data.js" */

const ASKED = 30;
const LISTED = 10;
const LIVE = 5;
const FRONT_MILLISECONDS = 10_000;

/** When the engine is there and the API has not answered for this long, a match of house bots is shown meanwhile. */
const PATIENCE_MILLISECONDS = 400;

/** The published file; nothing before it is loaded. @type {Front} */
let front = { games: [], tournament: null, people: [] };

/**
 * Matches of people that newer matches of house bots have pushed out of the API's list are in the published file.
 *
 * @param {Api.Match[]} matches
 */
function latestOf(matches) {
  const over = matches.filter(({ status }) => status !== "running");
  const known = new Set(over.map(({ id }) => id));
  const people = front.people.filter(({ id }) => !known.has(id)).map(listedMatch);
  return listed(
    [...over, ...people].sort((one, other) => (one.id < other.id ? 1 : -1)),
    LISTED,
  );
}

const latest = new MatchList({ limit: ASKED }, "No match has been played yet. Start the first one.", latestOf);

latest.addEventListener("loaded", () => {
  const running = listed(
    latest.matches.filter(({ status }) => status === "running"),
    LIVE,
  );
  byId("live-section").hidden = running.length === 0;
  keepingFocus(() => byId("live").replaceChildren(...running.map(listRow)));
});

/** @type {Promise<Api.Match | null>} */
const loaded = new Promise((done) => {
  latest.addEventListener("loaded", () => done(chosen(latest.matches)), { once: true });
});

/**
 * Whether the moves of a running match are published; that begins a few seconds after somebody watches it.
 *
 * @param {Api.Match} match
 */
async function isPublished({ live }) {
  try {
    return (await api.movesSoFar(live ?? null, null)) !== null;
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    return false;
  }
}

/** A running match that can be shown at once, or a finished one; `null` if there is neither. @param {Api.Match[]} matches */
async function chosen(matches) {
  const best = featured(matches);
  return best === null || best.status !== "running" || (await isPublished(best))
    ? best
    : featured(matches.filter(({ status }) => status !== "running"));
}

/** The best match of those that were just played, or one of house bots, played here. */
async function showMatch() {
  const board = new FrontBoard({
    strip: byId("scoreboard"),
    canvas: byId("hero"),
    pause: byId("hero-pause"),
    link: byId("hero-link"),
  });
  const patience = engineModule()
    .then(() => wait(PATIENCE_MILLISECONDS))
    .then(() => null);
  if ((await Promise.race([loaded, patience])) === null) {
    await playHere(board);
  }
  const match = await loaded;
  if (match !== null) {
    if (board.shown) {
      board.clear();
    }
    await followMatch(match.id, board, new AbortController().signal, { known: match });
  }
  if (!board.shown) {
    show(byId("problem"), null);
    await playHere(board);
  }
}

/** @param {FrontBoard} board */
async function playHere(board) {
  const engine = await engineModule();
  const document = engine === null ? null : await houseMatch(engine.games()[0].id);
  if (document !== null) {
    await board.present(await recordOf(document));
    board.showReplay(document, false);
  }
}

/** The list of matches already reports problems with the API. */
async function offerGames() {
  const games = await loadGames();
  latest.redraw();
  showFront(front);
  byId("games").replaceChildren(
    ...games.map(({ id, name, summary, page }) => {
      const query = new URLSearchParams({ game: id });
      /** @param {string} href @param {string} text */
      const link = (href, text) => element("a", { href }, text, element("span.unseen", {}, ` of ${name}`));
      const canvas = element("canvas.board", { role: "img", "aria-label": `A match of ${name}` });
      const card = element(
        "li",
        {},
        element("div.thumb.stage", {}, canvas),
        element("h3", {}, gameMark(id), name),
        element("p", {}, summary),
        element("p.facts-of-game", { "data-game": id }),
        element(
          "p.links",
          {},
          link(page, "Rules"),
          link(`play.html?${query}`, "Playground"),
          link(`new.html?${query}`, "Start a match"),
        ),
      );
      thumbnail(canvas, id);
      return card;
    }),
  );
  showGameFacts();
}

function showGameFacts() {
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll("[data-game]");
  for (const place of places) {
    place.replaceChildren(...gameFacts(front, place.dataset.game ?? ""));
  }
}

/** A page without the file still shows matches and games, so problems with it are not worth a message. */
async function followFront() {
  // Before the first match there is no file, and asking for it would leave an error in the console.
  await loaded;
  for (;;) {
    await seen();
    try {
      const file = latest.matches.length === 0 ? null : await api.standings("front");
      if (file !== null) {
        front = frontForm(file, "the start page");
        keepingFocus(() => {
          showFront(front);
          showGameFacts();
        });
        latest.redraw();
      }
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed) && !(failed instanceof NotAsExpected)) {
        throw failed;
      }
    }
    await wait(FRONT_MILLISECONDS);
  }
}

/** Its script is loaded when the board has what it needs. */
async function showContest() {
  await Promise.all([loaded, named, engineModule()]);
  const { showNextContest } = await import("../contests/front-contest.js");
  await showNextContest();
}

const named = offerGames();
await Promise.all([latest.follow(), named, showMatch(), followFront(), showContest()]);
