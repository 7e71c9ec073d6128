/** The players of a match with their scores: at the sides of a match of two, otherwise as a list. */

import { avatar, avatarKey } from "../shared/avatar.js";
import { element } from "../shared/dom.js";
import { scoreText, unitOf } from "../shared/numbers.js";
import { ordinal } from "../shared/words.js";

/** @import { Renderer, SeatState } from "../viewer/board.js" */

/**
 * @typedef {object} Standing what is shown of the players of a turn, by seat
 * @property {number[] | null} scores `null` while they are unknown
 * @property {SeatState[]} [states] what the game says about each player
 * @property {(string | null)[]} [notes] what the bots say, shown in a list only
 * @property {number[] | null} [places] of a match that has ended
 * @property {number | null} [winner] the seat, in a match of two
 */

/**
 * Fills the strip. Between the sides is the element `.now`.
 *
 * @param {HTMLElement} strip
 * @param {Parameters<typeof avatarKey>[0][]} players
 * @param {(index: number) => (Node | null)[]} about who a player is
 */
export function showSides(strip, players, about) {
  const many = players.length !== 2;
  strip.classList.toggle("seat-list", many);
  const sides = players.map((player, index) =>
    element(
      `div.side.seat-${index + 1}`,
      many ? { role: "listitem" } : {},
      avatar(avatarKey(player)),
      element("span.player-name", {}, ...about(index)),
    ),
  );
  const now = element("span.now");
  strip.replaceChildren(
    ...(many ? [now, element("div.sides", { role: "list", "aria-label": "Players" }, ...sides)] : [sides[0], now, sides[1]]),
  );
}

/**
 * What is known in a turn.
 *
 * @param {{renderer: Renderer, picture: Engine.Picture, calls: Engine.Call[]}} moment
 * @param {string[]} names
 * @param {{places: number[], scores: number[]} | null} result of a match that ends with this turn
 * @returns {Standing}
 */
export const standingIn = ({ renderer, picture, calls }, names, result) => ({
  scores: result?.scores ?? (renderer.scored === false ? null : renderer.scores(picture)),
  states: renderer.states?.(picture, names),
  notes: names.map((_, index) => calls.find(({ seat }) => seat === index + 1)?.note ?? null),
  places: result?.places,
});

/** Shows what is known in a turn. The rest stays, so that links keep the focus. @param {HTMLElement} strip @param {Standing} standing @param {string} unit */
export function showStanding(strip, { scores, states, notes, places, winner }, unit) {
  const list = strip.classList.contains("seat-list");
  [...strip.querySelectorAll(".side")].forEach((side, index) => {
    const state = states?.[index];
    const place = list ? places?.[index] : undefined;
    side.classList.toggle("out", state?.out ?? false);
    const name = side.children[1];
    fill(name, "state", state === undefined ? [] : [state.text]);
    fill(name, "said", list && notes?.[index] ? [element("bdi", {}, notes[index])] : []);
    fill(side, "points", scores === null ? [] : pointsOf(scores[index], unit, place, winner === index + 1));
  });
}

/**
 * Shows who leads: each player's part of all points, as a part of a bar.
 *
 * @param {HTMLElement} bar
 * @param {number[]} values by seat
 */
export function showLead(bar, values) {
  if (bar.children.length !== values.length) {
    bar.replaceChildren(...values.map(() => element("span.part")));
  }
  let from = 0;
  partsOf(values).forEach((part, index) => {
    const { style } = /** @type {HTMLElement} */ (bar.children[index]);
    style.background = `var(--seat-${index + 1})`;
    style.transform = `translateX(${100 * from}%) scaleX(${part})`;
    from += part;
  });
}

/** Equal parts if nobody has a point. @param {number[]} values */
export function partsOf(values) {
  const points = values.map((value) => Math.max(0, value));
  const sum = points.reduce((all, each) => all + each, 0);
  return points.map((each) => (sum === 0 ? 1 / points.length : each / sum));
}

/** Gives a parent's part a content, or removes it. @param {Element} parent @param {string} name @param {(Node | string)[]} content */
function fill(parent, name, content) {
  const part = parent.querySelector(`.${name}`) ?? element(`span.${name}`);
  part.replaceChildren(...content);
  if (content.length === 0) {
    part.remove();
  } else if (!part.isConnected) {
    parent.append(part);
  }
}

/** @param {number} score @param {string} unit @param {number | undefined} place @param {boolean} won */
const pointsOf = (score, unit, place, won) =>
  place === undefined
    ? [scoreText(score), element("span.unit", {}, won ? `${unit} · won` : unitOf(score, unit))]
    : [ordinal(place), element("span.unit", { title: unit }, scoreText(score), element("span.unseen", {}, ` ${unit}`))];
