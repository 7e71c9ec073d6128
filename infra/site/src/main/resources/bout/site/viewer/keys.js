/** The player's keys, and the dialog that tells them. */

import { element } from "../shared/dom.js";

const KEYS = [
  ["Space", "play, or pause"],
  ["← →", "one turn back, or forward"],
  ["Shift ← →", "ten turns back, or forward"],
  ["Home End", "to the first turn, or the last"],
  ["P N", "to the previous, or the next, marked turn"],
  ["− +", "slower, or faster"],
  ["F", "full screen, or back"],
  ["?", "these keys"],
];

/** Where a key has a meaning of its own. */
const WRITING = "input:not([type=range]), select, textarea, [contenteditable], dialog[open]";
const PRESSED_BY_SPACE = "button, a, summary";
const MOVED_BY_ARROWS = "input[type=range], pre, [role=slider]";

/** Acts unless the key belongs to the control that has the focus; says whether it did. */
function unless(taken, act) {
  if (!taken) {
    act();
  }
  return !taken;
}

/** Does what a key says; whether it said anything. */
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

/** Obeys the keys pressed in `target`, until the signal says otherwise. */
export function listenToKeys(target, player, actions, signal) {
  target.addEventListener("keydown", (event) => {
    if (!event.defaultPrevented && obey(event, player, actions)) {
      event.preventDefault();
    }
  }, { signal });
}

/** A dialog that tells the keys; to be shown as a modal. */
export function helpDialog() {
  const close = element("button", { type: "button" }, "Close");
  const dialog = element(
    "dialog.help",
    { "aria-label": "Keys" },
    element("h2", {}, "Keys"),
    element("dl.keys", {}, ...KEYS.flatMap(([keys, meaning]) => [
      element("dt", {}, ...keys.split(" ").map((key) => element("kbd", {}, key))),
      element("dd", {}, meaning),
    ])),
    element("p.hint", {}, "A click on the board plays and pauses, too."),
    close);
  close.addEventListener("click", () => dialog.close());
  return dialog;
}
