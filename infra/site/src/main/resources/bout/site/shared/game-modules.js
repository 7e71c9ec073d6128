/**
 * Loads what a match needs once its game is known: the engine, and the files of the game's folder.
 *
 * The folder is `games/<game's id>/`. It contains
 *
 * - `renderer.js`, which draws the game; see `viewer/board.js`;
 * - `colours.css`, the game's own colours for light and dark mode, with names that start with its id (`--<id>-mine`);
 *   optional if those of `style.css` are enough;
 * - `playground.js`, the game in the playground. It exports `samples`, bots to start from (`{id, name, sentence}`, with the
 *   code in `samples/<id>.js`; the page starts with the first), and may export
 *   - `opponent`, the house bot at the other seat, by default the weakest;
 *   - `layers`, parts of a picture that can be hidden: `{"Mines": (picture) => the picture without mines}`;
 *   - `places(picture)`, the positions of the players for drawing their paths, in the board's units from its upper left
 *     corner;
 *   - `ownCall`, `true` if bots are not functions of the request, but called as `bot-call.js` defines.
 */

/** The module that draws a game, or `null` for an unknown game. */
export const rendererOf = (game) => moduleOf(game, "renderer");

/** The playground module of a game, or `null` for an unknown game. */
export const playgroundOf = (game) => moduleOf(game, "playground");

/** The address of a file in a game's folder. */
export const gameFile = (game, path) => new URL(`../games/${game}/${path}`, import.meta.url);

async function moduleOf(game, name) {
  if (typeof game !== "string" || !/^[a-z0-9-]+$/.test(game)) {
    return null;
  }
  try {
    return await import(gameFile(game, `${name}.js`).href);
  } catch {
    return null;
  }
}

/** The engine, or `null` if it does not load. */
export async function engineModule() {
  try {
    return await import("../engine.js");
  } catch {
    return null;
  }
}
