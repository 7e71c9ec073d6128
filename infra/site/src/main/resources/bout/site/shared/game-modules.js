/**
 * Loads what a match needs once its game is known: the engine, and the files of the game's folder.
 *
 * The folder is `games/<game's id>/`. It contains
 *
 * - `renderer.js`, which draws the game; see `viewer/board.js`;
 * - `colours.css`, the game's own colours for light and dark mode, with names that start with its id (`--<id>-mine`);
 *   optional if those of `style.css` are enough;
 * - `sounds.js`, what its events sound like. It exports `soundOf`;
 * - `chances.js`, how the chances of the players are found; see `match/chances.js`;
 * - `mark.svg`, the game's mark, 48 by 48, on a ground of its own;
 * - `playground.js`, the game in the playground, a `PlaygroundGame`, with the code of its samples in `samples/<id>.js`.
 *
 * The build adds `fields.json`, the fields of the request and the answer as the game's guide describes them.
 */

/** @import { Fields } from "../playground/completion.js" */
/** @import { GameEvent, Places, Renderer } from "../viewer/board.js" */
/** @import { SoundName } from "../viewer/sound.js" */

/**
 * @typedef {(event: GameEvent) => SoundName | undefined} SoundOf
 *
 * @typedef {object} PlaygroundGame
 * @property {{id: string, name: string, sentence: string}[]} samples bots to start from; the page starts with the first
 * @property {string} [opponent] the house bot at the second seat, by default the weakest; further ones follow it
 * @property {Record<string, (picture: Engine.Picture) => Engine.Picture>} [layers] parts of a picture that can be hidden, each with what
 *     leaves it out
 * @property {(picture: Engine.Picture) => Places} [places] the positions of the players for drawing their paths
 * @property {boolean} [ownCall] whether bots are not functions of the request, but called as `bot-call.js` defines
 * @property {string} [signature] how such a call looks
 * @property {(column: number, row: number, picture: Engine.Picture, seat: number) => unknown} [click] the answer that a person means
 *     who clicks on a field of the board
 * @property {string} [clickHint] a sentence about that
 */

/** Draws a game, `null` for an unknown one. @type {(game: string | null) => Promise<Renderer | null>} */
export const rendererOf = (game) => moduleOf(game, "renderer");

/** A game in the playground, `null` for an unknown one. @type {(game: string) => Promise<PlaygroundGame | null>} */
export const playgroundOf = (game) => moduleOf(game, "playground");

/** The sounds of a game, or `null` if they do not load. @type {(game: string | null) => Promise<{soundOf: SoundOf} | null>} */
export const soundsOf = (game) => moduleOf(game, "sounds");

/** The address of a file in a game's folder. @param {string} game @param {string} path */
export const gameFile = (game, path) => new URL(`../games/${game}/${path}`, import.meta.url);

/**
 * The fields of a game's requests and answers, or `null` if they cannot be loaded.
 *
 * @param {string} game
 * @returns {Promise<Fields | null>}
 */
export async function fieldsOf(game) {
  try {
    const response = await fetch(gameFile(game, "fields.json"));
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** A script in a game's folder, `null` if it does not load. @param {string | null} game @param {string} name */
export async function moduleOf(game, name) {
  if (typeof game !== "string" || !/^[a-z0-9-]+$/.test(game)) {
    return null;
  }
  try {
    return await import(gameFile(game, `${name}.js`).href);
  } catch {
    return null;
  }
}

/** The engine, or `null` if it does not load. @returns {Promise<Engine.BrowserEngine | null>} */
export async function engineModule() {
  try {
    return await import("../engine.js");
  } catch {
    return null;
  }
}
