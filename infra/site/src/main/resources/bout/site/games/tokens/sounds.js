/** What the events of Everybody Loves Tokens sound like; `viewer/sound.js` has the sounds. */

const SOUNDS = { eaten: "bite" };

/** A bonus is worth a sound of its own. */
export const soundOf = ({ kind, bonus }) => (bonus > 0 ? "chime" : SOUNDS[kind]);
