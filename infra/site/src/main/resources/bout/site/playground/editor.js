/** An editor for code: CodeMirror, loaded when the first one is made. */

import { element } from "../shared/dom.js";

const FOLDER = new URL("codemirror/", import.meta.url);

/** One after the other: each adds itself to the first. */
const SCRIPTS = ["codemirror.js", "javascript.js", "matchbrackets.js", "closebrackets.js", "comment.js"];
const STYLES = ["codemirror.css"];
const VIM_SCRIPTS = ["dialog.js", "searchcursor.js", "vim.js"];
const VIM_STYLES = ["dialog.css"];

let loaded = null;
let vimLoaded = null;

function script(name) {
  return new Promise((done, failed) => {
    const tag = element("script", { src: new URL(name, FOLDER) });
    tag.addEventListener("load", done);
    tag.addEventListener("error", () => failed(new Error(`The editor's file ${name} could not be loaded.`)));
    document.head.append(tag);
  });
}

async function load(scripts, styles) {
  // Before our own style sheet, which has the last word.
  const own = document.head.querySelector("link[rel=stylesheet]");
  for (const name of styles) {
    own.before(element("link", { rel: "stylesheet", href: new URL(name, FOLDER) }));
  }
  for (const name of scripts) {
    await script(name);
  }
}

const loadVim = () => (vimLoaded ??= load(VIM_SCRIPTS, VIM_STYLES));

export class Editor {
  #mirror;
  #marked = null;

  /** Puts an editor into an element; `changed` is called when the visitor, not the page, has changed the code. */
  static async in(host, label, changed) {
    loaded ??= load(SCRIPTS, STYLES);
    await loaded;
    return new Editor(host, label, changed);
  }

  constructor(host, label, changed) {
    this.#mirror = globalThis.CodeMirror(host, {
      mode: "javascript",
      theme: "bout",
      lineNumbers: true,
      indentUnit: 2,
      tabSize: 2,
      matchBrackets: true,
      autoCloseBrackets: true,
      screenReaderLabel: label,
      // Whoever moves by the keyboard gets out with Tab, as from any other field, once Escape was pressed.
      extraKeys: {
        "Tab": (mirror) => (mirror.somethingSelected() ? mirror.indentSelection("add") : mirror.replaceSelection("  ")),
        "Shift-Tab": (mirror) => mirror.indentSelection("subtract"),
        "Ctrl-/": "toggleComment",
        "Cmd-/": "toggleComment",
      },
    });
    this.#mirror.on("change", (_, { origin }) => {
      this.mark(null);
      if (origin !== "setValue") {
        changed();
      }
    });
    // What can be scrolled by the mouse can be by the keyboard.
    const scroller = this.#mirror.getScrollerElement();
    scroller.setAttribute("tabindex", "0");
    scroller.setAttribute("role", "group");
    scroller.setAttribute("aria-label", `${label}, to be scrolled`);
    this.#letTabLeaveAfterEscape();
  }

  get code() {
    return this.#mirror.getValue();
  }

  set code(code) {
    if (code !== this.code) {
      this.#mirror.setValue(code);
    }
  }

  set lineWrap(on) {
    this.#mirror.setOption("lineWrapping", on);
  }

  async setVim(on) {
    if (on) {
      await loadVim();
    }
    this.#mirror.setOption("keyMap", on ? "vim" : "default");
  }

  /** Marks the line of a mistake, or none. */
  mark(line) {
    if (this.#marked !== null) {
      this.#mirror.removeLineClass(this.#marked, "background", "wrong-line");
      this.#marked = null;
    }
    if (line !== null && line <= this.#mirror.lineCount()) {
      this.#marked = this.#mirror.addLineClass(line - 1, "background", "wrong-line");
      this.#mirror.scrollIntoView({ line: line - 1, ch: 0 });
    }
  }

  /** Takes its place again after it was hidden. */
  refresh() {
    this.#mirror.refresh();
  }

  /** Tab is the editor's own key; after Escape, and where Vim's keys stand for commands, it leaves as in any other field. */
  #letTabLeaveAfterEscape() {
    const leaving = { "Tab": false, "Shift-Tab": false };
    let free = false;
    const set = (on) => {
      if (on !== free) {
        free = on;
        this.#mirror[on ? "addKeyMap" : "removeKeyMap"](leaving);
      }
    };
    this.#mirror.on("keydown", (mirror, { key }) => {
      const commands = mirror.getOption("keyMap") === "vim" && mirror.state.vim?.insertMode !== true;
      if (key === "Tab") {
        set(free || commands);
      } else if (key !== "Shift") {
        set(key === "Escape" && mirror.getOption("keyMap") !== "vim");
      }
    });
    this.#mirror.on("blur", () => set(false));
  }
}
