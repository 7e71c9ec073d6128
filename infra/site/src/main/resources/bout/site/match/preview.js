/** A board beside a form, where there is room for it: house bots play a game, in the browser. */

import { byId, element } from "../shared/dom.js";
import { engineModule } from "../shared/game-modules.js";

/** As in `style.css`, which hides it on narrower screens. */
const ROOM = "(min-width: 52rem)";

/**
 * Plays in the page's element `preview-board`, in place of what was played there.
 *
 * @param {{id: string, name: string} | null} chosen `null` for the first game
 */
export async function preview(chosen = null) {
  if (!matchMedia(ROOM).matches) {
    return;
  }
  const place = element("div.stage");
  byId("preview-board").replaceChildren(place);
  const [{ thumbnail }, engine] = await Promise.all([import("./thumbnails.js"), engineModule()]);
  const game = chosen ?? engine?.games()[0];
  if (game !== undefined) {
    const canvas = element("canvas.board", { role: "img", "aria-label": `A match of ${game.name}` });
    place.append(canvas);
    byId("preview").hidden = false;
    thumbnail(canvas, game.id);
  }
}
