/**
 * What a match needs, loaded when it is known which game: the engine, and what the game's folder holds.
 *
 * The folder is `games/<game's id>/`. It holds
 *
 * - `renderer.js`, which draws the game; see `viewer/board.js`;
 * - `colours.css`, the game's own colours by day and by night, that begin with its id (`--<id>-mine`); none where those of
 *   `style.css` are enough;
 * - `playground.js`, the game in the playground. It exports `samples`, bots to start from (`{id, name, sentence}`, the code
 *   in `samples/<id>.js`, the first one is what the page begins with), and may export
 *   - `opponent`, the house bot at the other seat, where it is not the weakest;
 *   - `layers`, what can be left out of a picture: `{"Mines": (picture) => the picture without}`;
 *   - `places(picture)`, where the players are, in the board's units from its upper left corner, to draw their ways;
 *   - `ownCall`, `true` where bots are not functions of the request, but called as `bot-call.js` says.
 */

/** The module that draws a game, or `null` for a game that this site does not know. */
export const rendererOf = (game) => moduleOf(game, "renderer");

/** The game in the playground, or `null` for a game that this site does not know. */
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

/** The engine, or `null` where it does not load. */
export async function engineModule() {
  try {
    return await import("../engine.js");
  } catch {
    return null;
  }
}
