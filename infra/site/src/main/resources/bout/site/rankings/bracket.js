/**
 * The bracket of a knockout; in a double elimination, the losers' bracket is below it. Each round is a list, in the order
 * for screen readers. The positions follow from the tree, which leaves out players with a bye.
 */

import { botName } from "../shared/bot-names.js";
import { drawing } from "../shared/svg.js";
import { element } from "../shared/dom.js";
import { keepingFocus } from "../shared/publication.js";
import { placesIn } from "./standings-forms.js";
import { decidedWords } from "./standings-words.js";

/** @import { TournamentForm } from "./standings-forms.js" */

/** All lengths are in rem, so that the drawing grows with the font. */
const WIDEST = 14;
const NARROWEST = 12;
const NARROWEST_FOR_A_ROOM = 8.5;
const PLACE_HEIGHT = 3.4;
const GAP = 2;
const ROW = 4.8;
const HEAD = 2.4;
const EDGE = 1;

/**
 * @typedef {TournamentForm & {bracket: NonNullable<TournamentForm["bracket"]>}} Played a knockout
 * @typedef {{player: number | null, wins: number | null, free?: boolean}} Side `free`: after a bye
 * @typedef {{sides: Side[], winner: number | null, by: string | null, draws: number, bye: boolean}} Place
 * @typedef {(one: number, other: number) => void} Open called with the indices of two players to show their matches
 */

/** @typedef {{name: string, rounds: Place[][], title: (round: number) => string}} Tree */

const ROUND_NAMES = ["Final", "Semi-finals", "Quarter-finals"];

export class Bracket {
  #host;
  #open;
  #place;
  /** @type {TournamentForm["players"]} */
  #players = [];
  /** @type {Tree[]} */
  #trees = [];
  #placeWidth = 0;

  /** @param {HTMLElement} host in its own element @param {Open} open */
  constructor(host, open) {
    this.#host = host;
    this.#place = /** @type {HTMLElement} */ (host.parentElement);
    this.#open = open;
    // In the next frame: a change made by an observer may have to be observed again. The host itself is as wide as what is drawn.
    new ResizeObserver(() => requestAnimationFrame(() => this.#fit())).observe(this.#place);
  }

  /** @param {Played} tournament */
  show(tournament) {
    this.#players = tournament.players;
    this.#trees = treesOf(tournament);
    this.#draw();
  }

  #draw() {
    this.#placeWidth = this.#fittingWidth;
    this.#host.replaceChildren(...this.#trees.map((tree) => canvasOf(tree, this.#players, this.#placeWidth, this.#open)));
  }

  /** Draws the boxes as wide as the available space allows. */
  #fit() {
    if (this.#trees.length > 0 && this.#room > 0 && this.#fittingWidth !== this.#placeWidth) {
      keepingFocus(() => this.#draw());
    }
  }

  /** The width in pixels that the drawing may have without scrolling. */
  get #room() {
    return this.#place.clientWidth - (this.#host.offsetWidth - this.#host.clientWidth);
  }

  /** Shows all rounds at once if names stay readable; an audience cannot scroll sideways. */
  get #fittingWidth() {
    const root = document.documentElement;
    const width = this.#room / Number.parseFloat(getComputedStyle(root).fontSize);
    const narrowest = root.classList.contains("projector") ? NARROWEST_FOR_A_ROOM : NARROWEST;
    const rounds = Math.max(...this.#trees.map((tree) => tree.rounds.length));
    return Math.min(Math.max((width - 2 * EDGE + GAP) / rounds - GAP, narrowest), WIDEST);
  }
}

/** @param {Played} tournament @returns {Tree[]} */
function treesOf({ bracket, losers }) {
  const halvings = Math.log2(bracket[0].length);
  if (losers === null) {
    const rounds = planned(bracket, halvings + 1, 1);
    return [{ name: "round", rounds, title: (round) => ROUND_NAMES[halvings - round] ?? `Round ${round + 1}` }];
  }
  /** @type {Tree} */
  const winners = {
    name: "round",
    rounds: planned(bracket, halvings + 2, 1),
    title: (round) =>
      round < halvings ? `Winners’ round ${round + 1}` : (["Winners’ final", "Final"][round - halvings] ?? "Second final"),
  };
  const places = losers.length === 0 ? [] : planned(losers, 2 * halvings, 2);
  // With many byes, nobody meets in the first round.
  const rounds = places.slice(places.findIndex((round) => round.some(({ bye }) => !bye)));
  /** @type {Tree} */
  const below = {
    name: "losers-round",
    rounds,
    title: (round) => (round < rounds.length - 1 ? `Losers’ round ${round + 1}` : "Losers’ final"),
  };
  return losers.length === 0 ? [winners] : [winners, below];
}

/** @param {Tree} tree @param {TournamentForm["players"]} players @param {number} placeWidth @param {Open} open */
function canvasOf({ name, rounds, title: titleOf }, players, placeWidth, open) {
  const centres = placed(rounds);
  const rows = 1 + Math.max(...centres.flat().filter((centre) => centre !== null));
  /** @param {number} round */
  const left = (round) => EDGE + round * (placeWidth + GAP);
  const width = left(rounds.length) - GAP + EDGE;
  const height = HEAD + rows * ROW + EDGE;
  const canvas = element("div.bracket");
  canvas.style.width = `${width}rem`;
  canvas.style.height = `${height}rem`;
  canvas.append(lines(rounds, centres, (round) => left(round) + placeWidth, width, height));
  rounds.forEach((places, round) => {
    const title = element("h3", { id: `${name}-${round}` }, titleOf(round));
    const list = element("ol", { "aria-labelledby": `${name}-${round}` });
    title.style.insetInlineStart = `${left(round)}rem`;
    title.style.width = `${placeWidth}rem`;
    places.forEach((place, index) => {
      const centre = centres[round][index];
      if (centre !== null) {
        const item = placeOf(place, players, open);
        item.style.insetInlineStart = `${left(round)}rem`;
        item.style.top = `${top(centre)}rem`;
        item.style.width = `${placeWidth}rem`;
        item.style.height = `${PLACE_HEIGHT}rem`;
        item.querySelector("button")?.setAttribute("data-same", `${name}-${round}-${index}`);
        list.append(item);
      }
    });
    canvas.append(title, list);
  });
  return canvas;
}

/** @param {number} centre */
const top = (centre) => HEAD + (centre + 0.5) * ROW - PLACE_HEIGHT / 2;

/**
 * All rounds of a bracket: those that have started, then what is known of the later ones.
 *
 * @param {NonNullable<TournamentForm["bracket"]>} bracket
 * @param {number} least how many rounds there are at least
 * @param {number} every after so many rounds there are half as many places
 */
function planned(bracket, least, every) {
  /** @type {Place[][]} */
  const rounds = bracket.map((places) =>
    places.map((place) => ({
      sides: [
        { player: place.upper, wins: place.wins[0] },
        ...(place.by === "bye" ? [] : [{ player: place.lower, wins: place.wins[1] }]),
      ],
      winner: place.winner,
      by: place.by,
      draws: place.draws,
      bye: place.by === "bye",
    })),
  );
  while (rounds.length < least) {
    const before = rounds[rounds.length - 1];
    const length = placesIn(bracket[0].length, every, rounds.length);
    rounds.push(
      Array.from({ length }, (_, index) => {
        const from = placesBefore(index, length, before);
        return {
          // Where one player comes from this bracket, the other one comes from the other bracket.
          sides: [0, 1].map((side) => ({ player: before[from[side]]?.winner ?? null, wins: null })),
          winner: null,
          by: null,
          draws: 0,
          bye: from.length === 1 && before[from[0]].bye && before[from[0]].winner === null,
        };
      }),
    );
  }
  rounds.slice(1).forEach((places, round) =>
    places.forEach((place, index) => {
      const before = placesBefore(index, places.length, rounds[round]).map((from) => rounds[round][from]);
      for (const side of place.sides) {
        side.free = side.player !== null && before.some(({ bye, winner }) => bye && winner === side.player);
      }
    }),
  );
  return rounds;
}

/** From which places of the round before players come to a place. @param {number} index @param {number} length @param {Place[]} before */
const placesBefore = (index, length, before) => (before.length === length ? [index] : [2 * index, 2 * index + 1]);

/** The row of the middle of each place, from 0; `null` for a place that is not drawn. @param {Place[][]} rounds */
function placed(rounds) {
  /** @type {(number | null)[][]} */
  const centres = rounds.map((places) => places.map(() => null));
  let rows = 0;
  /** @type {(round: number, index: number) => number | null} */
  const place = (round, index) => {
    if (rounds[round][index].bye && rounds.length > 1) {
      return null;
    }
    const before =
      round === 0
        ? []
        : placesBefore(index, rounds[round].length, rounds[round - 1])
            .map((from) => place(round - 1, from))
            .filter((centre) => centre !== null);
    const centre = before.length === 0 ? rows++ : before.reduce((sum, each) => sum + each, 0) / before.length;
    centres[round][index] = centre;
    return centre;
  };
  place(rounds.length - 1, 0);
  return centres;
}

/**
 * @param {Place[][]} rounds
 * @param {(number | null)[][]} centres
 * @param {(round: number) => number} right
 * @param {number} width
 * @param {number} height
 */
function lines(rounds, centres, right, width, height) {
  /** @type {string[]} */
  const path = [];
  /** @param {number | null} centre */
  const y = (centre) => HEAD + ((centre ?? 0) + 0.5) * ROW;
  rounds.slice(1).forEach((places, before) =>
    places.forEach((_, index) => {
      for (const from of placesBefore(index, places.length, rounds[before])) {
        if (centres[before][from] !== null) {
          path.push(`M${right(before)} ${y(centres[before][from])}h${GAP / 2}V${y(centres[before + 1][index])}h${GAP / 2}`);
        }
      }
    }),
  );
  return drawing(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width: `${width}rem`, height: `${height}rem`, "aria-hidden": "true" },
    drawing("path", { d: path.join("") }),
  );
}

/** @param {Place} place @param {TournamentForm["players"]} players @param {Open} open */
function placeOf(place, players, open) {
  const { sides, winner, by, draws } = place;
  const known = sides.every(({ player }) => player !== null);
  const names = sides.map(({ player }) => (player === null ? null : element("bdi", {}, botName(players[player]))));
  const rows = sides.map((side, index) =>
    element(
      `span.side-of-place${side.player === null ? ".open" : side.player === winner ? ".winner" : winner === null ? "" : ".out"}`,
      { title: side.player === null ? false : `${botName(players[side.player])}${side.free ? ", after a bye" : ""}` },
      names[index] ?? "not decided yet",
      side.player === winner && winner !== null ? element("span.unseen", {}, " advances") : null,
      side.free ? element("span.unseen", {}, " after a bye") : null,
    ),
  );
  const how = [draws > 0 ? `${draws} drawn` : null, decidedWords(by)].filter((words) => words !== null).join(", ");
  return element(
    "li.place",
    {},
    element("span.sides", {}, ...rows),
    known && sides.length === 2 && sides[0].wins !== null ? result(sides, names, open) : null,
    how === "" ? null : element("span.how.fine", {}, how),
  );
}

/** @param {Side[]} sides @param {(HTMLElement | null)[]} names @param {Open} open */
function result([upper, lower], [, other], open) {
  const button = element(
    "button.wins",
    { type: "button" },
    element("span", {}, String(upper.wins)),
    element("span.unseen", {}, " : "),
    element("span", {}, String(lower.wins)),
    element("span.unseen", {}, ", the matches against ", other?.cloneNode(true) ?? ""),
  );
  button.addEventListener("click", () => open(upper.player ?? 0, lower.player ?? 0));
  return button;
}
