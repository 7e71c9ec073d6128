/** What the events of Connect Four sound like; `viewer/sound.js` has the sounds. */

const SOUNDS = { four: "chime" };

export const soundOf = ({ kind }) => SOUNDS[kind];
