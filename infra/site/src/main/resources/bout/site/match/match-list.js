/** A list of matches that stays up to date while the page is visible. */

import * as api from "../shared/api.js";
import { byId, element, show } from "../shared/dom.js";
import { gameName } from "../shared/games.js";
import { seen, wait } from "../shared/poll.js";
import { age, date, score, statusWord } from "../shared/words.js";

const REFRESH_MILLISECONDS = 4_000;

/**
 * Uses the page's elements `latest` (its rows), `latest-note`, `latest-problem` and, if the page offers older matches,
 * `more`.
 */
export class MatchList {
  #list = byId("latest");
  #note = byId("latest-note");
  #problem = byId("latest-problem");
  /** @type {HTMLButtonElement | null} */
  #more = document.querySelector("button#more");
  #empty;
  #filter;
  #matches = new Map();
  #rows = new Map();
  #next = null;

  /**
   * @param {Record<string, string | number>} filter parameters of `GET /api/matches`
   * @param {string} empty the text for an empty list
   */
  constructor(filter, empty) {
    this.#filter = filter;
    this.#empty = empty;
    this.#more?.addEventListener("click", () => this.#older());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) {
        this.refresh();
      }
    });
  }

  /** Follows the API for the lifetime of the page. */
  async follow() {
    for (;;) {
      await seen();
      await this.refresh();
      await wait(REFRESH_MILLISECONDS);
    }
  }

  /** Shows other matches from now on. */
  async choose(filter, empty) {
    this.#filter = filter;
    this.#empty = empty;
    this.#matches.clear();
    this.#next = null;
    this.#show();
    if (this.#more !== null) {
      this.#more.hidden = true;
    }
    show(this.#problem, null);
    show(this.#note, "Loading the matches …");
    await this.refresh();
  }

  /** Shows the names of the games once they are loaded. */
  nameGames() {
    this.#show();
  }

  async refresh() {
    await this.#load(null, (page) => {
      const knownBefore = page.matches.some(({ id }) => this.#matches.has(id));
      if (!knownBefore) {
        // More new matches than one page: the list would have a gap, so start over.
        this.#matches.clear();
        this.#next = page.next;
      }
      // A known match in this range that the page lacks no longer matches the filter.
      const oldest = page.next === null ? "" : page.matches.at(-1)?.id ?? "";
      for (const id of [...this.#matches.keys()].filter((known) => known >= oldest)) {
        this.#matches.delete(id);
      }
    });
  }

  async #older() {
    this.#more.disabled = true;
    await this.#load(this.#next, (page) => {
      this.#next = page.next;
    });
    this.#more.disabled = false;
  }

  /** Shows a page of the list, unless other matches were chosen meanwhile. */
  async #load(cursor, take) {
    const filter = this.#filter;
    let page;
    try {
      page = await api.matches(cursor === null ? filter : { ...filter, cursor });
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
    show(this.#problem, null);
    show(this.#note, this.#matches.size === 0 ? this.#empty : null);
    if (this.#more !== null) {
      this.#more.hidden = this.#next === null;
    }
  }

  #show() {
    const rows = [...this.#matches.values()]
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .map((match) => this.#row(match));
    place(this.#list, rows);
    for (const time of this.#list.querySelectorAll("time")) {
      time.textContent = age(time.dateTime);
    }
  }

  /** The row of a match. Reuses the same row if nothing changed, so that it keeps the focus. */
  #row(match) {
    const content = JSON.stringify([match, gameName(match.game)]);
    const before = this.#rows.get(match.id);
    if (before?.content === content) {
      return before.row;
    }
    const made = row(match);
    if (before?.row.contains(document.activeElement)) {
      before.row.replaceWith(made);
      made.querySelector("a").focus();
    }
    this.#rows.set(match.id, { content, row: made });
    return made;
  }
}

/** Makes these the element's children without moving those already in place. */
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

function row(match) {
  const { status, createdAt } = match;
  return matchRow(match, [
    element(`span.status.${status}`, {}, statusWord(status)),
    " ",
    ...ending(match),
    element("span", {}, gameName(match.game)),
    " ",
    element("time", { datetime: createdAt, title: date(createdAt) }, age(createdAt)),
  ]);
}

/**
 * The row of a match in a list, with a link to the match.
 *
 * The row of a match in a list, with a link to the match.
 *
 * @param {any} match with its `id`, `players` and `result`
 * @param {(Node | string)[]} about shown below the players
 */
export function matchRow({ id, players, result }, about) {
  const seats = players.map((player, index) => element(
    `bdi.seat.seat-${index + 1}${result?.winner === index + 1 ? ".winner" : ""}`, {}, player.name));
  return element("li", {}, element(
    "a",
    { "href": `match.html?${new URLSearchParams({ id })}`, "data-same": id },
    element(
      "span.pairing",
      {},
      seats[0],
      " ",
      element("span.score", {}, result === null ? "vs" : score(result)),
      " ",
      seats[1],
    ),
    " ",
    element("span.about", {}, ...about),
  ));
}

function ending({ result, players, status, turn }) {
  if (status === "running") {
    return [element("span", {}, `turn ${turn}`), " "];
  }
  return result === null ? [] : [won(result, players), " "];
}

/** The winner as text. */
export const won = ({ winner }, players) => (winner === null
  ? element("span", {}, "draw")
  : element("span", {}, element("bdi", {}, players[winner - 1].name), " won"));
