/** A list of matches that stays up to date while the page is visible. */

import * as api from "../shared/api.js";
import { avatar, avatarKey } from "../shared/avatar.js";
import { botName } from "../shared/bot-names.js";
import { byId, element, show } from "../shared/dom.js";
import { gameMark } from "../shared/game-mark.js";
import { gameName } from "../shared/games.js";
import { seen, wait } from "../shared/poll.js";
import { keptToken } from "../shared/token.js";
import { age, count, date, lostBy, ordinal, placesOf, playersOf, score, statusWord, winnerOf } from "../shared/words.js";

/** @import { ListedMatch } from "./featured.js" */

const REFRESH_MILLISECONDS = 4_000;

/** To find a bot's matches, the API looks through many. */
const OF_BOT_REFRESH_MILLISECONDS = 30_000;

/**
 * Fires `loaded` whenever matches were loaded. Uses the page's elements `latest` (its rows), `latest-note`, `latest-problem` and, if the page offers older matches,
 * `more`.
 */
export class MatchList extends EventTarget {
  #list = byId("latest");
  #note = byId("latest-note");
  #problem = byId("latest-problem");
  /** @type {HTMLButtonElement | null} */
  #more = document.querySelector("button#more");
  #empty;
  #filter;
  /** @type {Map<string, Api.Match>} */
  #matches = new Map();
  /** @type {Map<string, {content: string, row: HTMLElement}>} */
  #rows = new Map();
  /** @type {string | null} */
  #next = null;
  #begun = false;
  #pick;
  #make;

  /**
   * @param {Record<string, string | number>} filter parameters of `GET /api/matches`
   * @param {string} empty the text for an empty list
   * @param {(matches: Api.Match[]) => ListedMatch[]} pick which of the matches are shown, the newest first
   * @param {(match: ListedMatch) => HTMLElement} make the row of a match
   */
  constructor(filter, empty, pick = (matches) => matches, make = listRow) {
    super();
    this.#pick = pick;
    this.#make = make;
    this.#filter = filter;
    this.#empty = empty;
    const more = this.#more;
    more?.addEventListener("click", () => this.#older(more));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) {
        this.refresh();
      }
    });
  }

  /** All loaded matches, the newest first. */
  get matches() {
    return [...this.#matches.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  }

  /** Follows the API for the lifetime of the page. */
  async follow() {
    for (;;) {
      await seen();
      await this.refresh();
      await wait("bot" in this.#filter ? OF_BOT_REFRESH_MILLISECONDS : REFRESH_MILLISECONDS);
    }
  }

  /** Shows other matches from now on. @param {Record<string, string>} filter @param {string} empty */
  async choose(filter, empty) {
    this.#filter = filter;
    this.#empty = empty;
    this.#matches.clear();
    this.#next = null;
    this.#begun = false;
    this.#show();
    if (this.#more !== null) {
      this.#more.hidden = true;
    }
    show(this.#problem, null);
    show(this.#note, "Loading the matches …");
    await this.refresh();
  }

  /** Draws the rows again, for example once the names of the games are loaded. */
  redraw() {
    this.#show();
  }

  async refresh() {
    await this.#load(null, (page) => {
      if (this.#begun && page.matches.length === 0 && page.next !== null) {
        // There is none among the latest; what was found among older ones stays.
        return;
      }
      this.#begun = true;
      const knownBefore = page.matches.some(({ id }) => this.#matches.has(id));
      if (!knownBefore) {
        // More new matches than one page: the list would have a gap, so start over.
        this.#matches.clear();
        this.#next = page.next;
      }
      // A known match in this range that the page lacks no longer matches the filter.
      const oldest = page.next === null ? "" : (page.matches.at(-1)?.id ?? "");
      for (const id of [...this.#matches.keys()].filter((known) => known >= oldest)) {
        this.#matches.delete(id);
      }
    });
  }

  /** @param {HTMLButtonElement} more */
  async #older(more) {
    more.disabled = true;
    await this.#load(this.#next, (page) => {
      this.#next = page.next;
    });
    more.disabled = false;
  }

  /**
   * Shows a page of the list, unless other matches were chosen meanwhile.
   *
   * @param {string | null} cursor
   * @param {(page: Api.MatchPage) => void} take
   */
  async #load(cursor, take) {
    const filter = this.#filter;
    let page;
    try {
      // Whoever asks for a bot's matches sees their own private ones, too.
      const token = "mine" in filter || "bot" in filter ? keptToken() : "";
      page = await api.matches(cursor === null ? filter : { ...filter, cursor }, token);
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      if (filter === this.#filter) {
        show(this.#note, null);
        show(this.#problem, failed.message);
      }
      return;
    }
    if (filter !== this.#filter) {
      return;
    }
    take(page);
    for (const match of page.matches) {
      this.#matches.set(match.id, match);
    }
    this.#show();
    /** @type {HTMLButtonElement | null} */
    const button = document.querySelector("button#csv");
    if (button !== null) {
      // Only the page of matches has it; the start page loads less.
      const { offerCsv } = await import("../shared/csv.js");
      offerCsv(button, "matches", () => matchRows(this.matches));
    }
    show(this.#problem, null);
    const empty = this.#next === null ? this.#empty : "There is no such match among the latest ones.";
    show(this.#note, this.#pick(this.matches).length === 0 ? empty : null);
    if (this.#more !== null) {
      this.#more.hidden = this.#next === null;
    }
    this.dispatchEvent(new Event("loaded"));
  }

  #show() {
    place(
      this.#list,
      this.#pick(this.matches).map((match) => this.#row(match)),
    );
    for (const time of this.#list.querySelectorAll("time")) {
      time.textContent = age(time.dateTime);
    }
  }

  /** The row of a match. Reuses the same row if nothing changed, so that it keeps the focus. @param {ListedMatch} match */
  #row(match) {
    const content = JSON.stringify([match, gameName(match.game)]);
    const before = this.#rows.get(match.id);
    if (before?.content === content) {
      return before.row;
    }
    const made = this.#make(match);
    if (before?.row.contains(document.activeElement)) {
      before.row.replaceWith(made);
      made.querySelector("a")?.focus();
    }
    this.#rows.set(match.id, { content, row: made });
    return made;
  }
}

/** Makes these the element's children without moving those already in place. @param {Element} parent @param {Element[]} children */
function place(parent, children) {
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) {
      next = next.nextElementSibling;
    } else {
      parent.insertBefore(child, next);
    }
  }
  while (next !== null) {
    const extra = next;
    next = next.nextElementSibling;
    extra.remove();
  }
}

/** The loaded matches, for spreadsheets. @param {Api.Match[]} matches */
function matchRows(matches) {
  const seats = Math.max(2, ...matches.map((match) => playersOf(match).length));
  /** @param {string} what */
  const each = (what) => Array.from({ length: seats }, (_, index) => `${what} ${index + 1}`);
  /** @param {(string | number)[]} values */
  const padded = (values) => Array.from({ length: seats }, (_, index) => values[index] ?? null);
  return [
    ["Match", "Game", "State", "Created", "Turns", ...each("Player"), ...each("Score"), "Winner", "Ended by"],
    ...matches.map((match) => [
      match.id,
      match.game,
      statusWord(match.status),
      match.createdAt,
      match.turn,
      ...padded(playersOf(match).map(botName)),
      ...padded(match.result?.scores ?? []),
      winnerOf(match.result, match.failedSeat),
      match.result?.reason ?? null,
    ]),
  ];
}

/** A match of the API's list. @param {ListedMatch} match */
export function listRow(match) {
  const { status, createdAt, game, turn } = match;
  // Of the others, the first words say it.
  const how = match.replay && match.failedSeat === undefined ? element("span.how") : null;
  return matchRow(
    match,
    [
      element(`span.status.${status}`, {}, statusWord(status)),
      " ",
      ...(match.players === null ? [element("span", {}, "rated, names at the end"), " "] : []),
      ...ending(match),
      element("span", {}, gameName(game)),
      " ",
      ...(status === "finished" && turn ? [element("span", {}, count(turn, "turn")), " "] : []),
      element("time", { datetime: createdAt, title: date(createdAt) }, age(createdAt)),
      ...(how === null ? [] : [" ", how]),
    ],
    pictureOf(match, how),
  );
}

/**
 * The mark of the game, until the board of a finished match has been drawn there.
 *
 * @param {ListedMatch} match
 * @param {HTMLElement | null} how where it is said how the match ended
 */
export function pictureOf(match, how = null) {
  const place = element("span.picture", { "aria-hidden": "true" }, gameMark(match.game));
  if (match.replay) {
    // Behind everything else that the page loads.
    import("./board-pictures.js").then(({ drawBoard }) => drawBoard(place, match, how));
  }
  return place;
}

/**
 * The row of a match in a list, with a link to the match.
 *
 * @param {Pick<ListedMatch, "id" | "players" | "result"> & {failedSeat?: number | null}} match
 * @param {(Node | string)[]} about shown below the players
 * @param {Node | null} mark of the game, in a list of several games
 */
export function matchRow(match, about, mark = null) {
  const { id, result } = match;
  const players = playersOf(match);
  const winner = winnerOf(result, match.failedSeat);
  const seats = players.map((player, index) =>
    element(
      "span.of-seat",
      {},
      match.players === null ? null : avatar(avatarKey(player)),
      element(`bdi.seat.seat-${index + 1}${winner === index + 1 ? ".winner" : ""}`, {}, botName(player)),
    ),
  );
  return element(
    "li",
    {},
    element(
      mark === null ? "a" : "a.marked",
      { href: `match.html?${new URLSearchParams({ id })}`, "data-same": id },
      mark,
      seats.length === 2
        ? element(
            "span.pairing",
            {},
            seats[0],
            " ",
            element("span.score", {}, result === null ? "vs" : score(result)),
            " ",
            seats[1],
          )
        : element(
            "span.ranked",
            { title: players.map(botName).join(", ") },
            ...bestSeats(seats, result && placesOf(result, match.failedSeat)),
          ),
      " ",
      element("span.about", {}, ...about),
    ),
  );
}

/** As many players are named of a match that is not one of two. */
const NAMED = 4;

/**
 * The best of many players in the order of their places, and how many there are besides.
 *
 * @param {HTMLElement[]} seats
 * @param {number[] | null} places
 */
export function bestSeats(seats, places) {
  const order = seats.map((seat, index) => ({ seat, place: places?.[index] ?? 0 })).sort((one, other) => one.place - other.place);
  const shown = order.slice(0, seats.length > NAMED ? NAMED - 1 : NAMED);
  const more = seats.length - shown.length;
  for (const { seat, place } of places === null ? [] : shown) {
    seat.prepend(element("span.place", {}, ordinal(place)), " ");
  }
  return [...shown.flatMap(({ seat }) => [seat, " "]), more > 0 ? element("span.besides", {}, `and ${more} more`) : ""];
}

/** The bold name says who won; this says it to screen readers. @param {ListedMatch} match */
function ending({ result, players, status, turn, failedSeat, failureKind }) {
  if (status === "running") {
    return [element("span", {}, `turn ${turn}`), " "];
  }
  if (result === null) {
    return [];
  }
  const said = won(result, playersOf({ players }), failedSeat, failureKind);
  return [winnerOf(result, failedSeat) === null || failedSeat !== undefined ? said : element("span.unseen", {}, said), " "];
}

/**
 * The winner as text, or who lost by failing and how.
 *
 * @param {{places: number[]}} result
 * @param {{name: string}[]} players
 * @param {number | null} [failedSeat]
 * @param {string | null} [failureKind]
 */
export function won(result, players, failedSeat = null, failureKind = null) {
  const winner = winnerOf(result, failedSeat);
  if (players.length === 1) {
    return element("span", {}, "alone");
  }
  if (winner === null) {
    return element("span", {}, placesOf(result, failedSeat).every((place) => place === 1) ? "draw" : "first place shared");
  }
  return failedSeat === null
    ? element("span", {}, element("bdi", {}, botName(players[winner - 1])), " won")
    : element("span.failed", {}, element("bdi", {}, botName(players[failedSeat - 1])), ` lost: ${lostBy(failureKind)}`);
}
