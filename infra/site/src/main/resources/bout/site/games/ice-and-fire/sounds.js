/** What the events of A Code of Ice and Fire sound like; `viewer/sound.js` has the sounds. */

const SOUNDS = { hq: "boom", lost: "clash", building: "crash" };

export const soundOf = ({ kind }) => SOUNDS[kind];
