/** The start page: a match, what happens now, the games to play, and the latest matches. */

import * as api from "../shared/api.js";
import { avatar, avatarKey } from "../shared/avatar.js";
import { botName } from "../shared/bot-names.js";
import { byId, element } from "../shared/dom.js";
import { gameMark } from "../shared/game-mark.js";
import { engineModule } from "../shared/game-modules.js";
import { gameName, loadGames } from "../shared/games.js";
import { seen, wait } from "../shared/poll.js";
import { NotAsExpected } from "../shared/shape.js";
import { age, date, playersOf, score, winnerOf } from "../shared/words.js";
import { listed, worthShowing } from "./featured.js";
import { frontForm, gameFacts, listedMatch } from "./front-data.js";
import { FrontHero } from "./front-hero.js";
import { bestSeats, MatchList, pictureOf } from "./match-list.js";
import { thumbnail } from "./thumbnails.js";

/** @import { Front } from "./front-data.js" */
/** @import { ListedMatch } from "./featured.js" */

const ASKED = 30;
const LISTED = 4;
const FRONT_MILLISECONDS = 10_000;

/** The published file; nothing before it is loaded. @type {Front} */
let front = { games: [], tournament: null, people: [] };

/**
 * Matches of people that newer matches of house bots have pushed out of the API's list are in the published file.
 *
 * @param {Api.Match[]} matches
 */
function latestOf(matches) {
  const known = new Set(matches.map(({ id }) => id));
  const people = front.people.filter(({ id }) => !known.has(id)).map(listedMatch);
  return listed(
    worthShowing([...matches, ...people]).sort((one, other) => (one.id < other.id ? 1 : -1)),
    LISTED,
  );
}

/** A match as a picture of its board with its result. @param {ListedMatch} match */
function card(match) {
  const { id, game, result, createdAt, failedSeat } = match;
  const winner = winnerOf(result, failedSeat);
  const seats = playersOf(match).map((player, index) =>
    element(
      "span.of-seat",
      {},
      avatar(avatarKey(player)),
      element(`bdi.seat.seat-${index + 1}${winner === index + 1 ? ".winner" : ""}`, {}, botName(player)),
    ),
  );
  return element(
    "li",
    {},
    element(
      "a",
      { href: `match.html?${new URLSearchParams({ id })}`, "data-same": id },
      pictureOf(match),
      ...(seats.length === 2 ? seats : bestSeats(seats, result?.places ?? null)),
      element(
        "span.about",
        {},
        result === null || seats.length !== 2 ? "" : element("b.score", {}, score(result)),
        " ",
        element("span", {}, gameName(game)),
        " ",
        element("time", { datetime: createdAt, title: date(createdAt) }, age(createdAt)),
      ),
    ),
  );
}

const latest = new MatchList({ limit: ASKED }, "No match to show yet. Start one.", latestOf, card);
const loaded = new Promise((done) => latest.addEventListener("loaded", done, { once: true }));

/** The list of matches already reports problems with the API. */
async function offerGames() {
  const games = await loadGames();
  latest.redraw();
  byId("games").replaceChildren(
    ...games.map(({ id, name, summary, page }) => {
      const canvas = element("canvas.board", { role: "img", "aria-label": `A match of ${name}` });
      const made = element(
        "li",
        {},
        element("div.thumb.stage", {}, canvas),
        element("h3", {}, gameMark(id), element("a", { href: page }, name)),
        element("p", {}, summary),
        element("p.facts-of-game", { "data-game": id }),
      );
      thumbnail(canvas, id);
      return made;
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

/** Its script is loaded when the board has what it needs. */
async function followNow() {
  await Promise.all([loaded, named, engineModule()]);
  const { showContests, showLive } = await import("./front-now.js");
  const live = () => showLive(latest.matches.filter(({ status }) => status === "running"));
  latest.addEventListener("loaded", live);
  live();
  await followFront(await showContests());
}

/** A page without the file still shows matches and games, so problems with it are not worth a message. @param {(front: Front) => void} show */
async function followFront(show) {
  show(front);
  for (;;) {
    await seen();
    try {
      // Before the first match there is no file, and asking for it would leave an error in the console.
      const file = latest.matches.length === 0 ? null : await api.standings("front");
      if (file !== null) {
        front = frontForm(file, "the start page");
        show(front);
        showGameFacts();
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

const named = offerGames();
await Promise.all([latest.follow(), named, new FrontHero(() => latest.matches).play(loaded), followNow()]);
