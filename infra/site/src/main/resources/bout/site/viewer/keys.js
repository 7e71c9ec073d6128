/** The player's keyboard shortcuts, and the dialog that lists them. */

import { element } from "../shared/dom.js";

/** @import { Player } from "./player.js" */

const KEYS = [
  ["Space", "play, or pause"],
  ["← →", "one turn back, or forward"],
  ["Shift ← →", "ten turns back, or forward"],
  ["Home End", "to the first turn, or the last"],
  ["P N", "to the previous, or the next, marked turn"],
  ["− +", "slower, or faster"],
  ["Q", "quickly over quiet turns, or not"],
  ["M", "sound on, or off"],
  ["F", "full screen, or back"],
  ["?", "these keys"],
];

/** @typedef {{fullScreen: () => void, help: () => void}} Actions */

/** Elements in which keys have their own meaning. */
const WRITING = "input:not([type=range]), select, textarea, [contenteditable], dialog[open]";
const PRESSED_BY_SPACE = "button, a, summary";
const MOVED_BY_ARROWS = "input[type=range], pre, [role=slider], [role=tab]";

/** Acts unless the key belongs to the focused control; returns whether it acted. @param {boolean} taken @param {() => void} act */
function unless(taken, act) {
  if (!taken) {
    act();
  }
  return !taken;
}

/**
 * Carries out a shortcut; returns whether the key was one.
 *
 * @param {KeyboardEvent} event
 * @param {Player} player
 * @param {Actions} actions
 */
function obey(event, player, actions) {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest(WRITING) !== null) {
    return false;
  }
  const slides = target.closest(MOVED_BY_ARROWS) !== null;
  const steps = event.shiftKey ? 10 : 1;
  switch (event.key) {
    case " ":
      return unless(target.closest(PRESSED_BY_SPACE) !== null, () => player.toggle());
    case "ArrowLeft":
      return unless(slides, () => player.step(-steps));
    case "ArrowRight":
      return unless(slides, () => player.step(steps));
    case "Home":
      return unless(slides, () => player.show(0));
    case "End":
      return unless(slides, () => player.show(player.turns));
    case "p":
    case "n":
      player.showMarked(event.key === "n" ? 1 : -1);
      return true;
    case "+":
    case "=":
      player.changeSpeed(1);
      return true;
    case "-":
      player.changeSpeed(-1);
      return true;
    case "q":
      player.hastens = !player.hastens;
      return true;
    case "m":
      player.toggleSound();
      return true;
    case "f":
      actions.fullScreen();
      return true;
    case "?":
      actions.help();
      return true;
    default:
      return false;
  }
}

/**
 * Handles keys pressed in `target`, until the signal aborts.
 *
 * @param {GlobalEventHandlers} target
 * @param {Player} player
 * @param {Actions} actions
 * @param {AbortSignal} signal
 */
export function listenToKeys(target, player, actions, signal) {
  target.addEventListener(
    "keydown",
    (event) => {
      if (!event.defaultPrevented && obey(event, player, actions)) {
        event.preventDefault();
      }
    },
    { signal },
  );
}

/** A dialog that lists the shortcuts, to be shown as a modal. */
export function helpDialog() {
  const close = element("button", { type: "button" }, "Close");
  const dialog = element(
    "dialog.help",
    { "aria-label": "Keys" },
    element("h2", {}, "Keys"),
    element(
      "dl.keys",
      {},
      ...KEYS.flatMap(([keys, meaning]) => [
        element("dt", {}, ...keys.split(" ").map((key) => element("kbd", {}, key))),
        element("dd", {}, meaning),
      ]),
    ),
    element("p.hint", {}, "A click on the board plays and pauses, too."),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  return dialog;
}
