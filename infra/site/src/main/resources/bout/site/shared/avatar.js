/** Avatars of bots, drawn from their keys: the same bot has the same face everywhere. */

import { drawing } from "./svg.js";

const COLOURS = ["#c2410c", "#b45309", "#4d7c0f", "#15803d", "#0f766e", "#0e7490", "#1d4ed8", "#6d28d9", "#a21caf", "#be123c"];

const HEADS = [
  () => drawing("rect", { x: 5, y: 9, width: 22, height: 18, rx: 4 }),
  () => drawing("rect", { x: 5, y: 8, width: 22, height: 20, rx: 10 }),
  () => drawing("path", { d: "M9 8h14l5 10-5 10H9L4 18z" }),
  () => drawing("path", { d: "M5 13a5 5 0 0 1 5-5h12a5 5 0 0 1 5 5v9l-5 6H10l-5-6z" }),
];

const ANTENNAS = [
  () => drawing("path", { d: "M15 3h2v6h-2z" }),
  () => drawing("path", { d: "M8 3l4 6h-3L6 4zM24 3l-4 6h3l3-5z" }),
  () => drawing("circle", { cx: 16, cy: 5, r: 2.6 }),
  () => drawing("path", { d: "M1 14h3v8H1zM28 14h3v8h-3z" }),
];

const EYES = [
  () => [drawing("circle", { cx: 11.5, cy: 16, r: 2.6 }), drawing("circle", { cx: 20.5, cy: 16, r: 2.6 })],
  () => [drawing("rect", { x: 8.5, y: 13.5, width: 15, height: 5, rx: 2.5 })],
  () => [drawing("circle", { cx: 16, cy: 16, r: 4 })],
  () => [drawing("rect", { x: 9, y: 13.5, width: 4.5, height: 5 }), drawing("rect", { x: 18.5, y: 13.5, width: 4.5, height: 5 })],
];

const MOUTHS = [
  () => drawing("rect", { x: 11, y: 22, width: 10, height: 1.8, rx: 0.9 }),
  () => drawing("path", { d: "M10.500 21.500h11a5.500 3.800 0 0 1-11 0z" }),
  () => drawing("path", { d: "M11 21.500h2v2.800h-2zM15 21.500h2v2.800h-2zM19 21.500h2v2.800h-2z" }),
];

/** FNV-1a with a final mix, so that keys that differ in one letter differ in everything. @param {string} key */
export function hash(key) {
  let value = 0x811c9dc5;
  for (const letter of key) {
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * The key of a match's player: registered and house bots have one everywhere, others only their name.
 *
 * @type {(player: {bot?: string, house?: string, name: string}) => string}
 */
export const avatarKey = ({ bot, house, name }) => bot ?? (house === undefined ? name : `house:${house}`);

/**
 * A face, without a name for screen readers: the bot's name stands beside it.
 *
 * @param {string} key of the bot
 */
export function avatar(key) {
  let rest = hash(key);
  /** @template T @param {T[]} list */
  const pick = (list) => {
    const picked = list[rest % list.length];
    rest = Math.floor(rest / list.length);
    return picked;
  };
  const colour = pick(COLOURS);
  const [head, antenna, eyes, mouth] = [pick(HEADS), pick(ANTENNAS), pick(EYES), pick(MOUTHS)];
  return drawing(
    "svg.avatar",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    drawing("g", { fill: colour }, antenna(), head()),
    drawing("g", { fill: "#fff" }, ...eyes(), mouth()),
  );
}
