/**
 * Follows a match until it ends. Its moves come from its live replay, a file that a cache may serve to everyone; its
 * record is loaded only when the file stands still, so that a thousand visitors cost hardly more than one.
 */

import * as api from "../shared/api.js";
import { byId, show } from "../shared/dom.js";
import { engineModule } from "../shared/game-modules.js";
import { seen, wait } from "../shared/poll.js";
import { keptToken } from "../shared/token.js";

/** @import { MatchRecord } from "./replay-record.js" */

const LIVE_MILLISECONDS = 1_000;

/** A runner publishes the moves for 30 seconds after a mark; a cache may keep the answer to a mark for 10 of them. */
const MARK_MILLISECONDS = 15_000;

/** Without a new turn for this long, look at the record, then less and less often. */
const FIRST_LOOK_MILLISECONDS = 2_000;
const LAST_LOOK_MILLISECONDS = 8_000;

const RETRY_MILLISECONDS = 3_000;

/** @param {{status: string}} match */
const underWay = ({ status }) => status === "queued" || status === "running";

/**
 * Shows a match.
 *
 * @typedef {object} View
 * @property {(match: MatchRecord) => Promise<void>} present what the match's record says
 * @property {() => boolean} drawable whether the board of the presented match can be drawn; shows the reason if not
 * @property {(document: Replay.Document, live: boolean) => void} showReplay of the presented match, or a longer one
 * @property {(problem: string) => void} refuse says why there is no board
 * @property {number | null} turns the last turn that can be shown
 */

/**
 * @param {string} id
 * @param {View} view
 * @param {AbortSignal} signal aborted when the page shows something else
 * @param {object} [options]
 * @param {HTMLElement} [options.note] for messages
 * @param {HTMLElement} [options.problem] for messages about problems
 * @param {Api.Match | null} [options.known] the match's record, if it has just been loaded
 */
export async function followMatch(id, view, signal, { note = byId("note"), problem = byId("problem"), known = null } = {}) {
  const source = new MatchSource(id);
  const live = new LiveReplay(source, view, signal, note);
  let pause = FIRST_LOOK_MILLISECONDS;
  let status = "";
  let loaded = known;
  for (;;) {
    const match = loaded ?? (await record(source, signal, { note, problem }));
    loaded = null;
    if (match === null || signal.aborted) {
      return;
    }
    show(problem, null);
    if (!underWay(match)) {
      // Both load at once: what draws the game, and its replay.
      const replay = match.replay === null ? null : replayOf(match.replay);
      await view.present(match);
      if (replay !== null && view.drawable()) {
        showReplay(await replay, view, signal);
      }
      return;
    }
    await view.present(match);
    pause = match.status === status ? Math.min(2 * pause, LAST_LOOK_MILLISECONDS) : FIRST_LOOK_MILLISECONDS;
    status = match.status;
    if (await live.follow(match, pause)) {
      pause = FIRST_LOOK_MILLISECONDS;
    }
  }
}

/**
 * The match in the API. Everyone gets a public match from the same cache, so the visitor's token is sent only if there is none
 * without it.
 */
export class MatchSource {
  #token = "";

  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  async load() {
    try {
      return await api.match(this.id, this.#token);
    } catch (failed) {
      const kept = keptToken();
      if (!(failed instanceof api.RequestFailed) || failed.status !== 404 || kept === this.#token) {
        throw failed;
      }
      const match = await api.match(this.id, kept);
      this.#token = kept;
      return match;
    }
  }

  watch() {
    return api.watch(this.id, this.#token);
  }
}

/**
 * The match's record, as soon as it can be loaded; `null` if it will never exist.
 *
 * @param {MatchSource} source
 * @param {AbortSignal} signal
 * @param {{note: HTMLElement, problem: HTMLElement}} places
 */
async function record(source, signal, { note, problem }) {
  while (!signal.aborted) {
    await seen();
    try {
      return await source.load();
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      if (signal.aborted) {
        return null;
      }
      show(note, failed.passing ? "Trying again …" : null);
      show(problem, failed.status === 404 ? `There is no match with the id ${source.id}.` : failed.message);
      if (!failed.passing) {
        return null;
      }
      await wait(RETRY_MILLISECONDS);
    }
  }
  return null;
}

/** Why a match that is under way has no board yet. @param {Api.Match} match */
async function noteOn({ live, players, game }) {
  if (live === null) {
    const engine = await engineModule();
    const described = engine?.games().find(({ id }) => id === game);
    if (described?.setUpTellsChance) {
      return `There is no live view of a rated match of ${described.name}, because it tells what chance brings next: the board is shown when the match is over.`;
    }
    return "This match counts, and its players play another one on the same board. The board is shown when both are over.";
  }
  return players === null
    ? "A rated match is shown with a delay: the board appears a little later."
    : "The board appears in a few seconds, with the next turn.";
}

/** The moves so far of a match that is under way. */
class LiveReplay {
  #source;
  #view;
  #signal;
  #marked = -Infinity;
  /** @type {string | null} */
  #text = null;
  #note;

  /** @param {MatchSource} source @param {View} view @param {AbortSignal} signal @param {HTMLElement} note */
  constructor(source, view, signal, note) {
    this.#note = note;
    this.#source = source;
    this.#view = view;
    this.#signal = signal;
  }

  /**
   * Shows new moves until there have been none for a while.
   *
   * @param {Api.Match} match its record
   * @param {number} patience in milliseconds
   * @returns {Promise<boolean>} whether there were any
   */
  async follow(match, patience) {
    let found = false;
    if (match.status === "running" && this.#text === null && this.#view.drawable()) {
      show(this.#note, await noteOn(match));
    }
    let quietSince = performance.now();
    while (!this.#signal.aborted && performance.now() - quietSince < patience) {
      this.#mark();
      if (match.status === "running" && (await this.#showNew(match))) {
        found = true;
        quietSince = performance.now();
      }
      await wait(LIVE_MILLISECONDS);
      await seen();
    }
    return found;
  }

  /** Says that somebody watches, if it is time to. Nothing waits for that, and the next mark makes up for a lost one. */
  #mark() {
    const now = performance.now();
    if (now - this.#marked < MARK_MILLISECONDS) {
      return;
    }
    this.#marked = now;
    this.#source.watch().catch((failed) => {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      this.#marked = now - MARK_MILLISECONDS + RETRY_MILLISECONDS;
    });
  }

  /** Shows the moves if there are other ones than before. @param {Api.Match} match */
  async #showNew(match) {
    if (!this.#view.drawable()) {
      return false;
    }
    let moves;
    try {
      moves = await api.movesSoFar(match.live ?? null, this.#text);
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      // The next second's file will do.
      return false;
    }
    if (moves === null || this.#signal.aborted) {
      return false;
    }
    this.#text = moves.text;
    show(this.#note, null);
    this.#view.showReplay(moves.document, true);
    if (this.#view.turns !== null) {
      await this.#view.present({ ...match, turn: this.#view.turns });
    }
    return true;
  }
}

/** @typedef {{document: Replay.Document, problem: null} | {document: null, problem: string}} Loaded a replay, or why not */

/** The replay of a match that has ended. @param {string} path @returns {Promise<Loaded>} */
async function replayOf(path) {
  try {
    return { document: await api.replay(path), problem: null };
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    return { document: null, problem: failed.message };
  }
}

/** @param {Loaded} loaded @param {View} view @param {AbortSignal} signal */
function showReplay({ document, problem }, view, signal) {
  if (signal.aborted) {
    return;
  }
  if (problem !== null) {
    view.refuse(`The board cannot be drawn. ${problem}`);
    return;
  }
  view.showReplay(document, false);
}
