/** A code editor: CodeMirror, loaded for the first editor on a page. */

import { element } from "../shared/dom.js";

const FOLDER = new URL("codemirror/", import.meta.url);

/** Loaded in order: each script extends the first. */
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
  // Before our own style sheet, which must override it.
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

  /** Creates an editor in an element. Calls `changed` when the visitor changes the code, not when the page does. */
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
      // Keyboard users leave the editor with Tab, like any other field, after pressing Escape.
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
    // The keyboard must be able to scroll whatever the mouse can.
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

  /** Marks the line of a mistake; clears the mark without a line. */
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

  /** Updates the editor after it was hidden. */
  refresh() {
    this.#mirror.refresh();
  }

  /**
   * Tab is the editor's own key. After Escape, and in Vim's command mode, it leaves the editor like any other field.
   */
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
