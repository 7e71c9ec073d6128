/** The buttons below the board. */

import { element } from "../shared/dom.js";
import { icon } from "./icons.js";
import { offerSound } from "./sound-switch.js";

/** @import { IconName } from "./icons.js" */
/** @import { Player } from "./player.js" */
/** @import { SoundSwitch } from "./sound-switch.js" */

/** @typedef {{icon: IconName, name: string, act: () => void}} Extra a button at the end */

/** Multiples of a game's own pace. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];

const NAMES = new Map([
  [0.25, "¼×"],
  [0.5, "½×"],
]);

export class Controls {
  #player;
  #play;
  #speed;
  #turn;
  #skip;

  /**
   * @param {HTMLElement} host
   * @param {Player} player
   * @param {SoundSwitch | null} sound
   * @param {Extra[]} extras
   */
  constructor(host, player, sound, extras) {
    this.#player = player;
    this.#play = button("play", "Play", () => player.toggle());
    this.#play.classList.add("play");
    this.#turn = element("span.turn");
    this.#speed = element(
      "select",
      { "aria-label": "Speed", title: "Speed" },
      ...SPEEDS.map((speed) => element("option", { value: speed }, NAMES.get(speed) ?? `${speed}×`)),
    );
    this.#speed.addEventListener("change", () => player.setSpeed(Number(this.#speed.value)));
    this.#skip = button("skip", "Skip quiet turns", () => {
      player.hastens = !player.hastens;
    });
    host.append(
      element(
        "div.buttons",
        {},
        button("first", "First turn", () => player.show(0)),
        button("back", "One turn back", () => player.step(-1)),
        this.#play,
        button("forward", "One turn forward", () => player.step(1)),
        button("last", "Last turn", () => player.show(player.turns)),
      ),
      this.#turn,
      this.#speed,
      element(
        "div.buttons.extras",
        {},
        this.#skip,
        sound === null ? null : soundButton(sound),
        ...extras.map(({ icon, name, act }) => button(icon, name, act)),
      ),
    );
    player.addEventListener("change", () => this.#changed());
    this.#changed();
  }

  /** @param {number} turn */
  show(turn) {
    const { turns, live } = this.#player;
    this.#turn.textContent = `Turn ${turn} of ${turns}${live ? " so far" : ""}`;
    this.#sign();
  }

  #changed() {
    this.#speed.value = String(this.#player.speed);
    this.#skip.setAttribute("aria-pressed", String(this.#player.hastens));
    this.show(this.#player.turn);
  }

  #sign() {
    const { playing, turn, turns, live } = this.#player;
    /** @type {[IconName, string]} */
    const [sign, name] = playing
      ? ["pause", "Pause"]
      : turn === turns && turns > 0 && !live
        ? ["again", "Play again"]
        : ["play", "Play"];
    if (this.#play.dataset.sign !== sign) {
      this.#play.dataset.sign = sign;
      this.#play.setAttribute("aria-label", name);
      this.#play.title = name;
      this.#play.replaceChildren(icon(sign));
    }
  }
}

/** @param {IconName} sign @param {string} name @param {() => void} act */
function button(sign, name, act) {
  const made = element("button.tool", { type: "button", "aria-label": name, title: name }, icon(sign));
  made.addEventListener("click", act);
  return made;
}

/** @param {SoundSwitch} sound */
function soundButton(sound) {
  const made = element("button.tool", { type: "button", "aria-label": "Sound" });
  offerSound(made, sound);
  return made;
}
