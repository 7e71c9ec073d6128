/** The mark of a game, `games/<id>/mark.svg`. */

import { element } from "./dom.js";
import { gameFile } from "./game-modules.js";

/** The game's name always stands beside it. @param {string} game */
export function gameMark(game) {
  const mark = element("span.game-mark", { "aria-hidden": "true" });
  mark.style.backgroundImage = `url("${gameFile(game, "mark.svg").href}")`;
  return mark;
}
