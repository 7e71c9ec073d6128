/** The board beside the table of a tournament: a match that is being played, the one between the best ranked players first. */

import * as api from "../shared/api.js";
import { botName } from "../shared/bot-names.js";
import { byId, element } from "../shared/dom.js";
import { playersInShort } from "../shared/participants.js";
import { keepingFocus } from "../shared/publication.js";
import { seen, wait } from "../shared/poll.js";
import { FrontBoard } from "../match/front-board.js";
import { canBeWatched, worthShowing } from "../match/featured.js";
import { followMatch, MatchSource } from "../match/live-match.js";
import { keptToken } from "../shared/token.js";

/** @import { MatchRecord } from "../match/replay-record.js" */
/** @import { TournamentForm } from "./standings-forms.js" */

/** A hall wants variety. */
const PROJECTED_MILLISECONDS = 20_000;

const PAUSE_MILLISECONDS = 3_000;

/** Of the open matches, so many are asked whether they are running. */
const ASKED = 4;

const LISTED = 6;

/** In a Swiss tournament or a knockout, the two best may not have met. */
const BEST = 4;

const HOUSE = "house:";

/** While a rated match is played, its record has no names; who meets whom in a tournament is public. */
class TournamentMatchBoard extends FrontBoard {
  /** @type {Api.Player[]} */
  players = [];

  /** @param {MatchRecord} match */
  present(match) {
    return super.present({ ...match, players: match.players ?? this.players });
  }
}

/** @typedef {{match: string, players: number[], running: boolean}} Next the match to be shown next */

export class TournamentBoard {
  /** @type {TournamentForm | null} */
  #tournament = null;
  #board = new TournamentMatchBoard({
    strip: byId("scoreboard"),
    canvas: byId("board"),
    pause: byId("pause"),
    link: byId("watch"),
  });
  #places = { note: byId("playing-note"), problem: byId("playing-problem") };
  #runs = false;
  #last = "";

  /** Whether the page says that the shown match is being played. */
  #running = false;

  /** Shows the tournament's matches from now on. @param {TournamentForm} tournament */
  show(tournament) {
    this.#tournament = tournament;
    const { now, players, state } = tournament;
    if (state !== "running" && this.#running) {
      this.#running = false;
      byId("playing-title").textContent = "The last match";
      byId("playing-note").hidden = true;
    }
    byId("playing").replaceChildren(
      ...now
        .slice(0, LISTED)
        .map(({ match, board, players: seated }) =>
          element(
            "li",
            {},
            element(
              "a",
              { href: `match.html?${new URLSearchParams({ id: match })}`, "data-same": `playing ${match}` },
              ...playersInShort(seated.map((player) => botName(players[player]))),
            ),
            element("span.fine", {}, ` board ${board + 1}`),
          ),
        ),
    );
    if (!this.#runs) {
      this.#runs = true;
      this.#run(tournament);
    }
  }

  /** @param {TournamentForm} first the tournament as it is at the beginning */
  async #run(first) {
    for (;;) {
      await seen();
      const tournament = this.#tournament ?? first;
      const next = await this.#next(tournament);
      if (next === null) {
        await wait(PAUSE_MILLISECONDS);
        continue;
      }
      keepingFocus(() => {
        byId("playing-section").hidden = false;
        byId("playing-title").textContent = next.running ? "Now playing" : "Match between the best";
      });
      this.#running = next.running;
      this.#last = next.match;
      this.#board.players = next.players.map((player) => playerOf(tournament.players[player]));
      await this.#follow(next);
      this.#board.clear();
    }
  }

  /** Until the match and its end have been shown; in a hall, not for long. @param {Next} next */
  async #follow({ match }) {
    const stop = new AbortController();
    const shown = new Promise((done) => this.#board.addEventListener("end", done, { once: true, signal: stop.signal }));
    const projected = document.documentElement.classList.contains("projector");
    const following = followMatch(match, this.#board, stop.signal, this.#places);
    await Promise.race([
      // Without a board there is nothing to wait for.
      following.then(() => (this.#board.shown ? shown : wait(PAUSE_MILLISECONDS))),
      ...(projected ? [wait(PROJECTED_MILLISECONDS)] : []),
    ]);
    stop.abort();
  }

  /** A running match with a board, other than the last one if possible; without any, the last one of the two best. @param {TournamentForm} tournament */
  async #next(tournament) {
    const { now } = tournament;
    try {
      /** @type {Next[]} */
      const running = [];
      for (const open of now.slice(0, ASKED)) {
        running.push(...canBeWatched([await new MatchSource(open.match).load()]).map(() => ({ ...open, running: true })));
      }
      const found = running.find(({ match }) => match !== this.#last) ?? running[0] ?? null;
      return found ?? (await this.#best(tournament));
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      return null;
    }
  }

  /**
   * The last match of the first and the second, or of the first and the next one that it has met; of matches of more, the one of the
   * best among the first.
   *
   * @param {TournamentForm} tournament
   * @returns {Promise<Next | null>}
   */
  async #best({ id, table, played, seats }) {
    const order = table.map(({ player }) => player);
    const [best, ...others] = order.slice(0, BEST);
    if (played === 0) {
      return null;
    }
    const asked =
      seats === 2
        ? others.flatMap((other) => [
            { first: best, second: other },
            { first: other, second: best },
          ])
        : [{}];
    for (const pair of asked) {
      const { matches } = await api.tournamentMatches(id, { ...pair, limit: 100 }, keptToken());
      /** @param {{players: number[]}} match */
      const ranks = ({ players }) => players.reduce((sum, player) => sum + order.indexOf(player), 0);
      const last = worthShowing(matches)
        .sort((one, other) => ranks(other) - ranks(one))
        .at(-1);
      if (last !== undefined) {
        return { match: last.id, players: last.players, running: false };
      }
    }
    return null;
  }
}

/** @param {TournamentForm["players"][0]} player @returns {Api.Player} */
const playerOf = ({ name, key, author }) =>
  key?.startsWith(HOUSE)
    ? { name, house: key.slice(HOUSE.length) }
    : { name, ...(key === null ? {} : { bot: key, author: author ?? undefined }) };
