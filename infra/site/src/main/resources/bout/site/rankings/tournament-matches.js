/** The matches of a tournament: those with a result in the order in which they count, then those in progress. */

import * as api from "../shared/api.js";
import { offerCsv } from "../shared/csv.js";
import { byId, element, show } from "../shared/dom.js";
import { keepingFocus } from "../shared/publication.js";
import * as forms from "./standings-forms.js";
import { botName } from "../shared/bot-names.js";
import { matchRow, won } from "../match/match-list.js";
import { NotAsExpected } from "../shared/shape.js";
import { keptToken } from "../shared/token.js";
import { seen, wait } from "../shared/poll.js";
import { statusWord, winnerOf } from "../shared/words.js";

/** @import { PairMatches } from "./standings-forms.js" */

const LIMIT = 100;
const REFRESH_MILLISECONDS = 4_000;

/** Uses the page's elements `latest` (its rows), `latest-note`, `latest-problem` and `more`. */
export class TournamentMatches {
  #id;
  #told;
  #more = byId("more");
  /** @type {ReturnType<typeof forms.tournament> | null} */
  #tournament = null;
  /** @type {PairMatches[]} */
  #pages = [];
  #wanted = 1;
  #drawn = "";

  /**
   * @param {string} id of the tournament
   * @param {(tournament: { name: string }) => void} told called with the tournament once it is loaded
   */
  constructor(id, told) {
    this.#id = id;
    this.#told = told;
    this.#more.textContent = "More matches";
    this.#more.addEventListener("click", () => {
      this.#wanted = this.#pages.length + 1;
      this.#refresh();
    });
  }

  /** Follows the API for the lifetime of the page. */
  async follow() {
    for (;;) {
      await seen();
      await this.#refresh();
      await wait(REFRESH_MILLISECONDS);
    }
  }

  async #refresh() {
    const wanted = this.#wanted;
    try {
      const tournament = this.#tournament ?? (await this.#whose());
      const pages = await this.#read(wanted);
      // otherwise the visitor has asked for more meanwhile
      if (wanted === this.#wanted) {
        this.#tournament = tournament;
        this.#pages = pages;
        this.#draw();
        show(byId("latest-problem"), null);
      }
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed) && !(failed instanceof NotAsExpected)) {
        throw failed;
      }
      if (wanted === this.#wanted) {
        show(byId("latest-note"), null);
        show(byId("latest-problem"), failed.message);
      }
    }
  }

  async #whose() {
    const tournament = (await api.standings(`tournaments/${this.#id}`)) ?? (await api.tournament(this.#id, keptToken()));
    const checked = forms.tournament(tournament, "the tournament");
    this.#told(checked);
    return checked;
  }

  /** Reads pages, except those at the start that contain only results, which never change. @param {number} wanted */
  async #read(wanted) {
    const changing = this.#pages.findIndex((page) => !settled(page));
    const pages = changing === -1 ? [...this.#pages] : this.#pages.slice(0, changing);
    for (let cursor = pages.at(-1)?.next; pages.length < wanted && cursor !== null; cursor = pages.at(-1)?.next) {
      const page = await api.tournamentMatches(
        this.#id,
        { limit: LIMIT, ...(cursor === undefined ? {} : { cursor }) },
        keptToken(),
      );
      pages.push(forms.pairMatches(page, "the list of matches"));
    }
    return pages;
  }

  #draw() {
    const matches = this.#pages.flatMap((page) => page.matches);
    const now = JSON.stringify(matches);
    if (now !== this.#drawn) {
      keepingFocus(() => byId("latest").replaceChildren(...matches.map((match) => this.#row(match))));
      this.#drawn = now;
    }
    show(byId("latest-note"), matches.length === 0 ? "No match of this tournament has begun." : null);
    this.#more.hidden = this.#pages.at(-1)?.next === null;
    offerCsv(byId("csv"), `matches-${this.#id}`, () => this.#table(matches));
  }

  /** The loaded matches, for spreadsheets. @param {PairMatches["matches"]} matches */
  #table(matches) {
    const { seats = 2 } = this.#tournament ?? {};
    const of = Array.from({ length: seats }, (_, index) => index);
    return [
      [
        "Match",
        "Board",
        "State",
        ...of.map((index) => `Player ${index + 1}`),
        ...of.map((index) => `Score ${index + 1}`),
        "Winner",
      ],
      ...matches.map(({ id, board, players, status, result, failedSeat }) => [
        id,
        board + 1,
        statusWord(status),
        ...of.map((index) => botName(this.#playersOf(players)[index])),
        ...of.map((index) => result?.scores[index] ?? null),
        winnerOf(result, failedSeat),
      ]),
    ];
  }

  /** @param {number[]} players */
  #playersOf(players) {
    return players.map((player) => {
      const { name, key } = this.#tournament?.players[player] ?? { name: `player ${player + 1}`, key: null };
      return { name, key };
    });
  }

  /** @param {PairMatches["matches"][0]} match */
  #row({ id, board, players: seated, status, result, failedSeat, failureKind }) {
    const players = this.#playersOf(seated);
    return matchRow({ id, players, result, failedSeat }, [
      element(`span.status.${status}`, {}, statusWord(status)),
      " ",
      ...(result === null ? [] : [won(result, players, failedSeat, failureKind), " "]),
      element("span", {}, `board ${board + 1}`),
    ]);
  }
}

/** @param {PairMatches} page */
const settled = ({ matches, next }) => next !== null && matches.every(({ result }) => result !== null);
