/** What the events of Everybody Loves Tokens sound like; `viewer/sound.js` has the sounds. */

/** @import { SoundOf } from "../../shared/game-modules.js" */
/** @import { SoundName } from "../../viewer/sound.js" */

/** @type {Record<string, SoundName>} */
const SOUNDS = { eaten: "bite" };

/** A bonus is worth a sound of its own. @type {SoundOf} */
export const soundOf = ({ kind, bonus = 0 }) => (bonus > 0 ? "chime" : SOUNDS[kind]);
