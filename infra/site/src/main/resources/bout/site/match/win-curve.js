/** "Where was it lost?": the chances of the players along the match, on the chart, and where they changed most. */

import { element } from "../shared/dom.js";
import { SURE_ROUNDS } from "./chances.js";

/** @import { Curve } from "./chances.js" */
/** @import { Player } from "../viewer/player.js" */

/** @param {number} chance */
const percent = (chance) => `${Math.round(100 * chance)} %`;

export class WinCurve {
  #place;
  #player;
  #names;
  #document;
  #status = element("p", { role: "status" });
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Curve | null} */
  #curve = null;
  #done = false;

  /**
   * @param {HTMLElement} place
   * @param {Player} player
   * @param {string[]} names
   * @param {Replay.Document} document of the finished match
   */
  constructor(place, player, names, document) {
    this.#place = place;
    this.#player = player;
    this.#names = names;
    this.#document = document;
    place.replaceChildren(this.#status);
  }

  /** Shows the chances, and finds them unless they are known. */
  open() {
    this.#show(this.#curve);
    if (this.#done || this.#worker !== null) {
      return;
    }
    this.#status.textContent = "House bots are playing this match on from many of its turns …";
    this.#worker = new Worker(new URL("chance-worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#found(data);
    this.#worker.onerror = () => this.#found({ curve: null, done: true });
    this.#worker.postMessage({ document: this.#document });
  }

  /** Shows the scores again. */
  close() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#show(null);
  }

  /** @param {{curve: Curve | null, done: boolean}} message */
  #found({ curve, done }) {
    this.#curve = curve;
    this.#done = done;
    this.#show(this.#curve);
    if (done) {
      this.#worker?.terminate();
      this.#worker = null;
      this.#place.replaceChildren(this.#status, ...this.#words(curve));
    }
  }

  /** @param {Curve | null} curve on the chart; none, the scores */
  #show(curve) {
    const { story } = this.#player;
    story.curve = curve;
    story.dispatchEvent(new Event("grown"));
  }

  /** @param {Curve | null} curve */
  #words(curve) {
    if (curve === null) {
      this.#status.textContent = "Nothing can be said about the chances in this match.";
      return [];
    }
    const { turning, rounds, turns } = curve;
    const sure = rounds >= SURE_ROUNDS;
    const hint = element(
      "p.hint",
      {},
      `Found by house bots, which played on ${rounds} times from each of ${turns.length - 1} turns. While this is open, the chart ` +
        "shows the chances instead of the scores.",
    );
    if (!sure || turning === null) {
      this.#status.textContent = sure
        ? "No turn stands out: the chances changed little by little."
        : "Not sure: this match takes too long to be played on often enough.";
      return [hint];
    }
    const { seat, turn, since, before, after } = turning;
    const name = element(`bdi.seat.seat-${seat}`, {}, this.#names[seat - 1]);
    this.#status.replaceChildren(
      `The match turned ${turn - since > 1 ? `between turn ${since} and turn ${turn}` : `at turn ${turn}`}: `,
      name,
      ` ${percent(before)} before, ${percent(after)} after.`,
    );
    const go = element("button.plain.small", { type: "button" }, `Go to turn ${turn}`);
    go.addEventListener("click", () => {
      this.#player.show(turn);
      this.#player.stage.scrollIntoView({ block: "nearest" });
    });
    return [element("p", {}, go), hint];
  }
}
