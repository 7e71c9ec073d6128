/** The page of one match: a running or finished match, a replay at an address, or a file. */

import { byId, show } from "../shared/dom.js";
import { onFile } from "./file-drop.js";
import { followMatch } from "./live-match.js";
import { MatchView } from "./match-view.js";
import { recordOf } from "./replay-record.js";
import { fromAddress, fromFile, NoReplay } from "./replays.js";

const parameters = new URLSearchParams(location.search);

/** Aborted when the page shows something else. */
let shown = new AbortController();

/** The turn in the address, or `null`. */
function namedTurn() {
  const text = parameters.get("turn") ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The address of a turn of the match or replay in this page's address. @param {number} turn */
function linkTo(turn) {
  const address = new URL(location.href);
  address.searchParams.set("turn", String(turn));
  address.hash = "";
  return address.href;
}

/** Shows a replay without a match. @param {Promise<Replay.Document>} reading @param {MatchView} view */
async function showDocument(reading, view) {
  const { signal } = shown;
  try {
    const document = await reading;
    if (signal.aborted) {
      return;
    }
    await view.present(await recordOf(document));
    show(byId("problem"), null);
    view.showReplay(document, false);
  } catch (failed) {
    if (!(failed instanceof NoReplay)) {
      throw failed;
    }
    show(byId("note"), null);
    show(byId("problem"), failed.message);
  }
}

let view = new MatchView(namedTurn(), linkTo);

onFile(async (file) => {
  shown.abort();
  shown = new AbortController();
  view.remove();
  // The content of a file has no address.
  view = new MatchView(null, null);
  byId("actions").hidden = true;
  await showDocument(fromFile(file), view);
});

const id = parameters.get("id") ?? "";
const address = parameters.get("replay") ?? "";
if (id !== "") {
  await followMatch(id, view, shown.signal);
} else if (address !== "") {
  const { signal } = shown;
  const tell = (/** @type {string | null} */ problem) => signal.aborted || show(byId("problem"), problem);
  await showDocument(fromAddress(address, tell), view);
} else {
  show(byId("note"), null);
  show(
    byId("problem"),
    "This address names no match. It should end with match.html?id= and the match’s id. " +
      "A replay can be opened from a file below.",
  );
}
