/** What the events of RoboTag sound like; `viewer/sound.js` has the sounds. */

const SOUNDS = { tag: "zap", fuel: "fill", mine: "boom", empty: "fade" };

export const soundOf = ({ kind }) => SOUNDS[kind];
