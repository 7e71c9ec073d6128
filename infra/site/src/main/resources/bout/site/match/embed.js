/**
 * The viewer for a frame of another page: only the board and the player. Parameters in its address:
 *
 * - `id`, a match, or `replay`, the address of a replay on this site;
 * - `turn`, the first turn to show;
 * - `autoplay`, whether to play automatically: `1`, or the parameter without a value;
 * - `speed`, one of 0.25, 0.5, 1, 2, 4, 8, 16, 32 and 64;
 * - `theme`, `light`, `dark` or `projector`; by default the visitor's choice (see `theme.js`).
 */

import { EmbedView } from "./embed-view.js";
import { byId, show } from "../shared/dom.js";
import { followMatch } from "./live-match.js";
import { SPEEDS } from "../viewer/player.js";
import { recordOf } from "./replay-record.js";
import { fromAddress, NoReplay } from "./replays.js";

const parameters = new URLSearchParams(location.search);

const turn = parameters.get("turn") ?? "";
const speed = Number(parameters.get("speed"));
const id = parameters.get("id") ?? "";
const address = parameters.get("replay") ?? "";

/** The address of the full page for what is shown here. @param {number} [shownTurn] */
function whole(shownTurn) {
  const page = new URL("match.html", location.href);
  page.search = String(
    new URLSearchParams({
      ...(id === "" ? { replay: address } : { id }),
      ...(shownTurn === undefined ? {} : { turn: String(shownTurn) }),
    }),
  );
  return page.href;
}

const view = new EmbedView({
  start: /^\d{1,9}$/.test(turn) ? Number(turn) : null,
  speed: SPEEDS.includes(speed) ? speed : 1,
  autoplay: ["", "1", "true"].includes(parameters.get("autoplay") ?? "0"),
  link: whole,
});

if (id !== "" || address !== "") {
  byId("whole").href = whole();
}
if (id !== "") {
  await followMatch(id, view, new AbortController().signal);
} else {
  try {
    if (address === "") {
      throw new NoReplay("This address names no match. It should end with embed.html?id= and the match’s id.");
    }
    const document = await fromAddress(address, (problem) => show(byId("problem"), problem));
    await view.present(await recordOf(document));
    view.showReplay(document, false);
  } catch (failed) {
    if (!(failed instanceof NoReplay)) {
      throw failed;
    }
    show(byId("note"), null);
    show(byId("problem"), failed.message);
  }
}
