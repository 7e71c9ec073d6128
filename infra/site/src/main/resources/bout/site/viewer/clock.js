/**
 * Where a match that is shown stands: a turn, and the way from it to the next one. It knows neither a page nor the time of day; whoever
 * plays tells it how much time has passed.
 */
export class Clock {
  #position = 0;

  /**
   * @param {number} turns the last turn
   * @param {number} pace turns a second at the speed 1
   */
  constructor(turns, pace) {
    this.turns = turns;
    this.pace = pace;
    this.speed = 1;
  }

  get turn() {
    return Math.floor(this.#position);
  }

  /** From 0 to 1: how much of the way to the next turn has passed. */
  get progress() {
    return this.#position - this.turn;
  }

  /** Turns, and parts of one, up to the last turn. */
  get left() {
    return this.turns - this.#position;
  }

  get atEnd() {
    return this.left === 0;
  }

  /** Goes to a turn, or to the nearest that there is. */
  goTo(turn) {
    this.#position = Math.min(Math.max(0, Math.floor(turn)), this.turns);
  }

  /** Lets time pass. A speed of at least `least` turns a second is kept. */
  advance(milliseconds, least = 0) {
    const rate = Math.max(this.pace * this.speed, least);
    this.#position = Math.min(this.#position + (rate * milliseconds) / 1000, this.turns);
  }
}
