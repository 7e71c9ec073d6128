/**
 * Loads what a match needs once its game is known: the engine, and the files of the game's folder.
 *
 * The folder is `games/<game's id>/`. It contains
 *
 * - `renderer.js`, which draws the game; see `viewer/board.js`;
 * - `colours.css`, the game's own colours for light and dark mode, with names that start with its id (`--<id>-mine`);
 *   optional if those of `style.css` are enough;
 * - `sounds.js`, what its events sound like. It exports `soundOf(event)`, which takes an event of the renderer and returns the name
 *   of a sound of `viewer/sound.js`, or `undefined`;
 * - `mark.svg`, the game's mark, 48 by 48, on a ground of its own;
 * - `playground.js`, the game in the playground. It exports `samples`, bots to start from (`{id, name, sentence}`, with the
 *   code in `samples/<id>.js`; the page starts with the first), and may export
 *   - `opponent`, the house bot at the other seat, by default the weakest;
 *   - `layers`, parts of a picture that can be hidden: `{"Mines": (picture) => the picture without mines}`;
 *   - `places(picture)`, the positions of the players for drawing their paths, in the board's units from its upper left
 *     corner;
 *   - `ownCall`, `true` if bots are not functions of the request, but called as `bot-call.js` defines, and then `signature`, how
 *     that looks;
 *   - `click(column, row, picture, seat)`, the answer that a person means who clicks on a field of the board, and `clickHint`, a
 *     sentence about it.
 *
 * The build adds `fields.json`, the fields of the request and the answer as the game's guide describes them.
 */

/** The module that draws a game, or `null` for an unknown game. */
export const rendererOf = (game) => moduleOf(game, "renderer");

/** The playground module of a game, or `null` for an unknown game. */
export const playgroundOf = (game) => moduleOf(game, "playground");

/** The module with the sounds of a game, or `null` if it does not load. */
export const soundsOf = (game) => moduleOf(game, "sounds");

/** The address of a file in a game's folder. */
export const gameFile = (game, path) => new URL(`../games/${game}/${path}`, import.meta.url);

/** The fields of a game's requests and answers, or `null` if they cannot be loaded. */
export async function fieldsOf(game) {
  try {
    const response = await fetch(gameFile(game, "fields.json"));
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

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
