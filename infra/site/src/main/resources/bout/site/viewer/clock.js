/**
 * The position in a shown match: a turn, and the progress towards the next. Independent of page and time: the player
 * tells it how much time has passed.
 */
export class Clock {
  #position = 0;

  /**
   * @param {number} turns the last turn
   * @param {number} pace turns per second at speed 1
   */
  constructor(turns, pace) {
    this.turns = turns;
    this.pace = pace;
    this.speed = 1;
  }

  get turn() {
    return Math.floor(this.#position);
  }

  /** The progress towards the next turn, from 0 to 1. */
  get progress() {
    return this.#position - this.turn;
  }

  /** Turns left to the last turn, including fractions. */
  get left() {
    return this.turns - this.#position;
  }

  get atEnd() {
    return this.left === 0;
  }

  /** Goes to a turn, or to the nearest existing one. @param {number} turn */
  goTo(turn) {
    this.#position = Math.min(Math.max(0, Math.floor(turn)), this.turns);
  }

  /** Advances by some time, at a speed of at least `least` turns per second. @param {number} milliseconds */
  advance(milliseconds, least = 0) {
    const rate = Math.max(this.pace * this.speed, least);
    this.#position = Math.min(this.#position + (rate * milliseconds) / 1000, this.turns);
  }
}
