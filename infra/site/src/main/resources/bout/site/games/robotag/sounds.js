/** What the events of RoboTag sound like; `viewer/sound.js` has the sounds. */

/** @import { SoundOf } from "../../shared/game-modules.js" */
/** @import { SoundName } from "../../viewer/sound.js" */

/** @type {Record<string, SoundName>} */
const SOUNDS = { tag: "zap", fuel: "fill", mine: "boom", empty: "fade" };

/** @type {SoundOf} */
export const soundOf = ({ kind }) => SOUNDS[kind];
