/** Whether a match is heard: off, until a visitor switches it on. Only then the sounds are loaded. */

import { soundsOf } from "../shared/game-modules.js";
import { icon } from "./icons.js";

/** @import { GameEvent } from "./board.js" */
/** @import { SoundOf } from "../shared/game-modules.js" */
/** @import { SoundName, Speaker } from "./sound.js" */

const KEPT = "bout-sound";

function kept() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false; // the browser forbids storage; the choice then holds for one page
  }
}

/** @param {boolean} on */
function keep(on) {
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // see above
  }
}

/** Events: `change`, when it is switched on or off. */
export class SoundSwitch extends EventTarget {
  #game;
  #on = kept();
  /** @type {Promise<void> | null} */
  #loading = null;
  /** @type {typeof import("./sound.js") | null} */
  #module = null;
  /** @type {SoundOf} */
  #soundOf = () => undefined;
  /** @type {Speaker | null} */
  #speaker = null;

  /** @param {string | null} game its id; `null` until it is known */
  constructor(game) {
    super();
    this.#game = game;
    if (this.#on) {
      this.#load();
    }
  }

  get on() {
    return this.#on;
  }

  /** Another game is heard from now on. @param {string} game */
  set game(game) {
    if (game !== this.#game) {
      this.#game = game;
      this.#soundOf = () => undefined;
      this.#loading = null;
      if (this.#on) {
        this.#load();
      }
    }
  }

  /** Switches it on, with a sound to show it, or off. */
  async toggle() {
    this.#on = !this.#on;
    keep(this.#on);
    this.dispatchEvent(new Event("change"));
    if (this.#on) {
      await this.#load();
      this.#play(["fill"]);
    }
  }

  /** A turn has been reached by playing: its events, as a renderer tells them. @param {GameEvent[]} events */
  turn(events) {
    this.#play(events.map((event) => (event.kind === "failure" ? "buzz" : this.#soundOf(event))));
  }

  /** The end of the match has been reached by playing. */
  end() {
    this.#play(["end"]);
  }

  #load() {
    const game = this.#game;
    this.#loading ??= Promise.all([import("./sound.js"), soundsOf(game)]).then(
      ([module, sounds]) => {
        this.#module = module;
        if (game === this.#game) {
          this.#soundOf = sounds?.soundOf ?? this.#soundOf;
        }
      },
      () => {
        if (game === this.#game) {
          this.#loading = null; // the network failed; another click tries again
        }
      },
    );
    return this.#loading;
  }

  /** @param {(SoundName | undefined)[]} names */
  #play(names) {
    if (!this.#on || this.#module === null || document.hidden || navigator.userActivation?.hasBeenActive === false) {
      return;
    }
    this.#speaker ??= new this.#module.Speaker(new AudioContext());
    const speaker = this.#speaker;
    names.filter((name) => name !== undefined).forEach((name) => speaker.play(name));
  }
}

/**
 * Lets a button switch the sound and show whether it is on.
 *
 * @param {HTMLElement} button
 * @param {SoundSwitch} sound
 * @param {...string} text behind the icon
 */
export function offerSound(button, sound, ...text) {
  const sign = () => {
    button.setAttribute("aria-pressed", String(sound.on));
    button.title = sound.on ? "Sound is on" : "Sound is off";
    button.replaceChildren(icon(sound.on ? "sound" : "silent"), ...text);
  };
  button.addEventListener("click", () => sound.toggle());
  sound.addEventListener("change", sign);
  sign();
}
