/**
 * The events of a match by turn: the scores, and the marked events. Reads a long match in slices, so that the page
 * stays responsive.
 */

/** @import { Curve } from "../match/chances.js" */
/** @import { GameEvent, Places, Renderer } from "./board.js" */

/** Half of a frame at 60 frames a second. */
const SLICE_MILLISECONDS = 8;

const pause = () => new Promise((done) => setTimeout(done, 0));

/**
 * The events of a turn, failed calls first.
 *
 * @param {Renderer} renderer
 * @param {Engine.Picture} picture
 * @param {Engine.Picture | null} before
 * @param {Engine.Call[]} calls
 * @returns {GameEvent[]}
 */
export function eventsOf(renderer, picture, before, calls) {
  const failures = calls.flatMap(({ seat, failure }) =>
    failure === null ? [] : [{ kind: "failure", seat, text: `gave no move. ${failure.text}` }],
  );
  return before === null ? failures : [...failures, ...renderer.events(picture, before, calls)];
}

export class Story extends EventTarget {
  #renderer;
  #reading = 0;

  /** What the chart shows, by seat, then by turn. @type {number[][]} */
  scores = [];

  /** The last turn read so far; -1 before the first. */
  turns = -1;

  /** By turn, whether nothing happened: no event, and a board that looks as before. @type {boolean[]} */
  quiet = [];

  /** By turn, where the renderer says that the players are. @type {Places[]} */
  positions = [];

  /** In the order of the match. @type {(GameEvent & {turn: number})[]} */
  marks = [];

  /** The chances of the seats, where the chart shows them instead of the scores. @type {Curve | null} */
  curve = null;

  /** @param {Renderer} renderer */
  constructor(renderer) {
    super();
    this.#renderer = renderer;
  }

  /**
   * Reads up to the last turn of a replay that starts with the turns read so far. Fires the event `grown` after each
   * slice.
   *
   * @param {Engine.OpenedReplay} replay
   * @returns a promise that resolves when everything is read, or when another `read` has replaced this one
   */
  async read(replay) {
    const reading = ++this.#reading;
    await pause();
    if (reading !== this.#reading) {
      return;
    }
    const walk = replay.walk(Math.max(this.turns, 0));
    let before = this.turns < 0 ? null : walk.picture;
    let more = this.turns < 0 || walk.next();
    while (more && reading === this.#reading) {
      const end = performance.now() + SLICE_MILLISECONDS;
      while (more && performance.now() < end) {
        before = this.#add(walk, before);
        more = walk.next();
      }
      this.dispatchEvent(new Event("grown"));
      await pause();
    }
  }

  /** Stops reading. */
  stop() {
    this.#reading++;
  }

  /** @param {Engine.Walk} walk @param {Engine.Picture | null} before */
  #add({ turn, picture, calls }, before) {
    this.turns = turn;
    (this.#renderer.charted?.values ?? this.#renderer.scores)(picture).forEach((score, seat) => {
      this.scores[seat] ??= [];
      this.scores[seat].push(score);
    });
    if (this.#renderer.positions !== undefined) {
      this.positions.push(this.#renderer.positions(picture));
    }
    const events = eventsOf(this.#renderer, picture, before, calls);
    for (const event of events) {
      this.marks.push({ turn, ...event });
    }
    this.quiet.push(before !== null && events.length === 0 && this.#still(before, picture));
    return picture;
  }

  /** Whether the board looks as before. Where the players are takes less time than the whole board. @param {Engine.Picture} before @param {Engine.Picture} picture */
  #still(before, picture) {
    const { positions, text } = this.#renderer;
    return String(positions?.(before)) === String(positions?.(picture)) && text(before) === text(picture);
  }

  /** How far a turn is inside of quiet ones: 0 if it is not quiet, 1 at their edge, and at most `most`. @param {number} turn @param {number} most */
  depth(turn, most) {
    let depth = 0;
    while (depth < most && this.quiet[turn - depth] && this.quiet[turn + depth]) {
      depth++;
    }
    return depth;
  }

  /**
   * The nearest marked turn after (`way` 1) or before (`way` -1) a turn, of one kind or of any; `null` if there is
   * none.
   *
   * @param {number} turn
   * @param {number} way
   * @param {string | null} [kind]
   */
  nextMarked(turn, way, kind = null) {
    const marked = this.marks.filter((mark) => (kind === null || mark.kind === kind) && (mark.turn - turn) * way > 0);
    return marked.at(way > 0 ? 0 : -1)?.turn ?? null;
  }
}
