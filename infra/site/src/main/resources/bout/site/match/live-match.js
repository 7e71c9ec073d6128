/** Follows a match until it ends: loads its record every second, and its live replay whenever it has more turns. */

import * as api from "../shared/api.js";
import { byId, show } from "../shared/dom.js";
import { seen, wait } from "../shared/poll.js";

const POLL_MILLISECONDS = 1_000;
const RETRY_MILLISECONDS = 3_000;

const underWay = ({ status }) => status === "queued" || status === "running";

/**
 * @param {string} id
 * @param view shows the match: a `MatchView`, or anything with its `present`, `showReplay`, `drawable`, `refuse` and
 *     `turns`
 * @param {AbortSignal} signal aborted when the page shows something else
 */
export async function followMatch(id, view, signal) {
  let watched = false;
  while (!signal.aborted) {
    const match = await attempt(id, watched, signal);
    if (match === null) {
      return;
    }
    if (match !== undefined && !signal.aborted) {
      show(byId("problem"), null);
      await view.present(match);
      await showMoves(match, view, signal);
      if (!underWay(match)) {
        return;
      }
      watched = true;
      await wait(POLL_MILLISECONDS);
    }
    await seen();
  }
}

/** The match's record; `null` if it will never exist, `undefined` if another attempt may find it. */
async function attempt(id, watched, signal) {
  try {
    return await api.match(id, watched);
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    if (signal.aborted) {
      return null;
    }
    show(byId("note"), failed.passing ? "Trying again …" : null);
    show(byId("problem"), failed.status === 404 ? `There is no match with the id ${id}.` : failed.message);
    if (!failed.passing) {
      return null;
    }
    await wait(RETRY_MILLISECONDS);
    return undefined;
  }
}

async function showMoves(match, view, signal) {
  if (match.replay === null && (match.status !== "running" || match.turn === view.turns) || !view.drawable()) {
    return;
  }
  let document;
  try {
    document = match.replay === null ? await api.movesSoFar(match.id) : await api.replay(match.replay);
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    if (match.replay !== null && !signal.aborted) {
      view.refuse(`The board cannot be drawn. ${failed.message}`);
    }
    // A running match may have no live replay yet; its record is loaded again anyway.
    return;
  }
  if (document !== null && !signal.aborted) {
    view.showReplay(document, match.replay === null);
  }
}
