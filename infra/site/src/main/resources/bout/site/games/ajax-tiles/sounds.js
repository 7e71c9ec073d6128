/** What the events of Ajax Tiles sound like; `viewer/sound.js` has the sounds. */

/** @import { SoundOf } from "../../shared/game-modules.js" */
/** @import { SoundName } from "../../viewer/sound.js" */

/** @type {Record<string, SoundName>} */
const SOUNDS = { battle: "clash", nuke: "boom" };

/** @type {SoundOf} */
export const soundOf = ({ kind }) => SOUNDS[kind];
