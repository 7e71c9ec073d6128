/** The dialog that saves a match as a video or as a GIF. Loaded when somebody opens it. */

import { element, show } from "../shared/dom.js";
import { number } from "../shared/numbers.js";
import { save } from "./share.js";

/** @import { FilmedMatch } from "./frames.js" */

const MEGABYTE = 1_000_000;

/** Why no video can be made here, or `null`. Browsers offer their encoder only to pages that nobody on the way can change. */
function obstacle() {
  if (typeof VideoEncoder !== "undefined") {
    return null;
  }
  return isSecureContext
    ? "This browser cannot make videos. Save a GIF instead."
    : "Browsers make videos only on pages with HTTPS, and this one has none. Save a GIF instead.";
}

/**
 * @callback Maker
 * @param {FilmedMatch} match
 * @param {(share: number) => void} progress called now and then with a number from 0 to 1
 * @param {AbortSignal} signal ends it early
 * @returns {Promise<{blob: Blob, extension: string, name: string} | null>} `null` if it was ended early
 */

/** @type {Maker} */
async function gif(match, progress, signal) {
  const { animationOf } = await import("./animation.js");
  const blob = await animationOf(match, progress, signal);
  return blob === null ? null : { blob, extension: "gif", name: "GIF" };
}

/** @type {Maker} */
async function video(match, progress, signal) {
  const { videoOf } = await import("./video.js");
  return videoOf(match, progress, signal);
}

export class SaveDialog {
  #match;
  #name;
  #choice;
  #work;
  #bar = element("progress", { max: 100, "aria-label": "Progress" });
  #notice = element("p", { role: "status", hidden: true });
  #dialog;
  #making = new AbortController();

  /**
   * @param {HTMLElement} host
   * @param {() => FilmedMatch} match
   * @param {() => string} name of the file, without an extension
   */
  constructor(host, match, name) {
    this.#match = match;
    this.#name = name;
    const problem = obstacle();
    this.#choice = element(
      "div.formats",
      {},
      this.#format(
        "Save a video",
        problem ?? "Smooth motion, up to 30 seconds. For chats, slides and video sites.",
        problem === null,
        video,
      ),
      this.#format("Save a GIF", "Small and without smooth motion. Plays wherever pictures are shown.", true, gif),
    );
    const stop = element("button.plain", { type: "button" }, "Stop");
    stop.addEventListener("click", () => this.#making.abort());
    this.#work = element("div.work", { hidden: true }, this.#bar, stop);
    const close = element("button.plain", { type: "button" }, "Close");
    close.addEventListener("click", () => this.#dialog.close());
    this.#dialog = element(
      "dialog.help.save-match",
      { "aria-label": "Save the match" },
      element("h2", {}, "Save the match"),
      this.#choice,
      this.#work,
      this.#notice,
      close,
    );
    this.#dialog.addEventListener("close", () => this.stop());
    host.append(this.#dialog);
  }

  open() {
    show(this.#notice, null);
    this.#dialog.showModal();
  }

  /** Ends what is being made. */
  stop() {
    this.#making.abort();
  }

  /** @param {string} name @param {string} sentence @param {boolean} possible @param {Maker} make */
  #format(name, sentence, possible, make) {
    const button = element("button", { type: "button", disabled: !possible }, name);
    button.addEventListener("click", () => this.#make(make));
    return element("div", {}, button, element("p.hint", {}, sentence));
  }

  /** @param {Maker} make */
  async #make(make) {
    const making = new AbortController();
    this.#making = making;
    this.#choice.hidden = true;
    this.#work.hidden = false;
    this.#bar.value = 0;
    show(this.#notice, null);
    try {
      const made = await make(
        this.#match(),
        (share) => {
          this.#bar.value = Math.floor(share * 100);
        },
        making.signal,
      );
      if (made === null || making.signal.aborted) {
        show(this.#notice, "Stopped. Nothing was saved.");
      } else {
        save(made.blob, `${this.#name()}.${made.extension}`);
        show(this.#notice, `Saved as ${made.name}, ${number(made.blob.size / MEGABYTE, 1)} MB.`);
      }
    } catch (failed) {
      show(this.#notice, `It could not be made: ${/** @type {Error} */ (failed).message}.`);
    } finally {
      this.#choice.hidden = false;
      this.#work.hidden = true;
    }
  }
}
