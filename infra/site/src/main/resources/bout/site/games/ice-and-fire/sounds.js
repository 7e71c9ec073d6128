/** What the events of A Code of Ice and Fire sound like; `viewer/sound.js` has the sounds. */

/** @import { SoundOf } from "../../shared/game-modules.js" */
/** @import { SoundName } from "../../viewer/sound.js" */

/** @type {Record<string, SoundName>} */
const SOUNDS = { hq: "boom", lost: "clash", building: "crash" };

/** @type {SoundOf} */
export const soundOf = ({ kind }) => SOUNDS[kind];
