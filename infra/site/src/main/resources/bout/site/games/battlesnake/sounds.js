/** What the events of Snakes sound like; `viewer/sound.js` has the sounds. */

/** @import { SoundOf } from "../../shared/game-modules.js" */
/** @import { SoundName } from "../../viewer/sound.js" */

/** @type {Record<string, SoundName>} */
const SOUNDS = { eaten: "bite", out: "crash" };

/** @type {SoundOf} */
export const soundOf = ({ kind }) => SOUNDS[kind];
