/** What the events of Ajax Tiles sound like; `viewer/sound.js` has the sounds. */

const SOUNDS = { battle: "clash", nuke: "boom" };

export const soundOf = ({ kind }) => SOUNDS[kind];
