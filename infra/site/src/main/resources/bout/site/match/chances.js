/**
 * The chances of the seats along a finished match: how often each would have been first if house bots had played on from a turn. A
 * few playouts say little, so the lead at that turn counts as some more; how many is measured, game by game.
 */

/** @import { Renderer } from "../viewer/board.js" */

/**
 * @typedef {object} ChanceNumbers what a game declares; `ChancesTest` holds the limit of their error
 * @property {string[]} bots of whom one is drawn for each move of a playout; a name may be there more than once
 * @property {number} lead of so many points, with which the odds are e to 1
 * @property {number} weight of the lead, in playouts
 *
 * @typedef {object} Curve
 * @property {number} rounds of playouts, one from each turn
 * @property {number[]} turns
 * @property {number[][]} chances by seat, then as `turns`
 * @property {Turning | null} turning
 *
 * @typedef {object} Turning where the chances of a seat changed most for good
 * @property {number} seat
 * @property {number} turn after which they are other ones
 * @property {number} since the turn before which they are still the old ones
 * @property {number} before
 * @property {number} after
 */

/** How many turns are looked at. */
const TURNS = 24;

/** The rounds after which the curve is to be trusted, and with which its error is measured. */
export const SURE_ROUNDS = 8;

/** A change of fewer standard errors may be chance. */
const ERRORS = 2;

/** The part of a win that each seat gets: those who share the first place share it. @param {number[]} places */
export function winsOf(places) {
  const first = places.filter((place) => place === 1).length;
  return places.map((place) => (place === 1 ? 1 / first : 0));
}

/** The turns to look at, evenly from the first to the one before the end. @param {number} turns of the match */
export function turnsToPlayFrom(turns) {
  const count = Math.min(TURNS, turns);
  return Array.from({ length: count }, (_, index) => Math.round((index * (turns - 1)) / Math.max(1, count - 1)));
}

/**
 * What the lead alone says.
 *
 * @param {number[]} scores
 * @param {number} lead with which the odds are e to 1
 * @param {boolean[]} [out] the seats that have lost
 */
export function chancesByLead(scores, lead, out = []) {
  const most = Math.max(...scores);
  const odds = scores.map((score, seat) => (out[seat] ? 0 : Math.exp((score - most) / lead)));
  const sum = odds.reduce((one, other) => one + other);
  return odds.map((share) => share / sum);
}

export class Chances {
  #replay;
  #renderer;
  #numbers;
  #end;
  /** @type {{turn: number, expected: number[], wins: number[], playouts: number}[]} */
  #points;
  #rounds = 0;

  /**
   * @param {Engine.OpenedReplay} replay of a finished match
   * @param {Replay.Result} result
   * @param {Renderer} renderer
   * @param {ChanceNumbers} numbers
   */
  constructor(replay, result, renderer, numbers) {
    this.#replay = replay;
    this.#renderer = renderer;
    this.#numbers = numbers;
    this.#end = winsOf(result.places);
    const walk = replay.walk(0);
    this.#points = turnsToPlayFrom(replay.turns).map((turn) => {
      while (walk.turn < turn) {
        walk.next();
      }
      return this.#point(turn, walk.picture);
    });
  }

  /** @param {number} turn @param {Engine.Picture} picture */
  #point(turn, picture) {
    const { charted, scores, states } = this.#renderer;
    const out = states?.(picture, []).map((state) => state.out ?? false);
    const expected = chancesByLead((charted?.values ?? scores)(picture), this.#numbers.lead, out);
    return { turn, expected, wins: expected.map(() => 0), playouts: 0 };
  }

  /** How many turns are looked at. */
  get length() {
    return this.#points.length;
  }

  get rounds() {
    return this.#rounds;
  }

  /** Plays on once from one of the turns. @param {number} index */
  playOut(index) {
    const point = this.#points[index];
    const places = this.#replay.walk(point.turn).playOut(this.#numbers.bots, String(point.playouts));
    winsOf(places).forEach((win, seat) => {
      point.wins[seat] += win;
    });
    point.playouts++;
  }

  /** Plays on once from each of the turns. */
  playRound() {
    this.#points.forEach((_, index) => this.playOut(index));
    this.#rounds++;
  }

  /** The chances of the seats at one of the turns. @param {number} index */
  at(index) {
    const { expected, wins, playouts } = this.#points[index];
    const { weight } = this.#numbers;
    return expected.map((chance, seat) => (weight * chance + wins[seat]) / (weight + playouts));
  }

  /** Looks at the turn in the middle of where the match turned; `false` if there is none. */
  lookCloser() {
    const turning = this.#turning();
    if (turning === null || turning.turn - turning.since < 2) {
      return false;
    }
    const turn = Math.floor((turning.since + turning.turn) / 2);
    const index = this.#points.findLastIndex((point) => point.turn < turn) + 1;
    this.#points.splice(index, 0, this.#point(turn, this.#replay.picture(turn)));
    for (let round = 0; round < this.#rounds; round++) {
      this.playOut(index);
    }
    return true;
  }

  /** @returns {Curve} ends with the result */
  curve() {
    const all = [...this.#points.map((_, index) => this.at(index)), this.#end];
    return {
      rounds: this.#rounds,
      turns: [...this.#points.map(({ turn }) => turn), this.#replay.turns],
      chances: this.#end.map((_, seat) => all.map((chances) => chances[seat])),
      turning: this.#turning(),
    };
  }

  /**
   * The largest rise of the winner's chances that was not undone later, or the largest such fall of those of a seat that only shared
   * the first place.
   */
  #turning() {
    const points = [
      ...this.#points.map(({ turn, playouts }, index) => {
        const chances = this.at(index);
        const count = this.#numbers.weight + playouts;
        return { turn, chances, variances: chances.map((chance) => (chance * (1 - chance)) / count) };
      }),
      { turn: this.#replay.turns, chances: this.#end, variances: this.#end.map(() => 0) },
    ];
    /** @type {Turning | null} */
    let turning = null;
    let most = 0;
    for (const [seat, share] of this.#end.entries()) {
      const way = share === 1 ? 1 : -1;
      let least = Infinity;
      for (let index = points.length - 1; share > 0 && index > 0; index--) {
        const [one, other] = [points[index - 1], points[index]];
        const [before, after] = [one.chances[seat], other.chances[seat]];
        least = Math.min(least, way * after);
        const change = least - way * before;
        if (change > most && change > ERRORS * Math.sqrt(one.variances[seat] + other.variances[seat])) {
          most = change;
          turning = { seat: seat + 1, turn: other.turn, since: one.turn, before, after };
        }
      }
    }
    return turning;
  }
}
