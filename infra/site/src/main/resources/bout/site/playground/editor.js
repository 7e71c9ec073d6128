/** A code editor: CodeMirror, loaded for the first editor on a page. */

import { element } from "../shared/dom.js";

/** @import { Completion } from "./completion.js" */

const LIBRARY = "codemirror.js";
const VIM_LIBRARY = "codemirror-vim.js";
/** For code of any usual length this is plenty; a longer one gets no mark. */
const PARSE_MILLISECONDS = 100;
const FOLDER = new URL("codemirror/", import.meta.url);

/** By name, what the files of the library export. */
const libraries = new Map();

/** @returns {Promise<any>} the exports of a file of the library @param {string} name */
function library(name) {
  if (!libraries.has(name)) {
    // The address is no literal, so that the compiler does not check a minified library.
    libraries.set(
      name,
      import(new URL(name, FOLDER).href).catch(() => {
        libraries.delete(name);
        throw new Error(`The editor's file ${name} could not be loaded.`);
      }),
    );
  }
  return libraries.get(name);
}

/** @typedef {{at: number, text: string}} Mark of the line that begins there */

export class Editor {
  /** @type {Completion | null} what is known about the game's fields; may be set later */
  completion = null;
  #cm;
  #view;
  #wrap;
  #vim;
  /** @type {CodeMirror.EffectType<Mark | null>} */
  #setMark;
  /** Goes with changes that are not the visitor's. */
  #ours;
  /** `getCM` of the Vim library while its keys are on. */
  #vimOf = /** @type {CodeMirror.Vim["getCM"] | null} */ (null);

  /**
   * @param {HTMLElement} host
   * @param {string} label for screen readers
   * @param {() => void} changed called when the visitor changes the code
   */
  static async in(host, label, changed) {
    return new Editor(await library(LIBRARY), host, label, changed);
  }

  /** @param {CodeMirror.Library} cm @param {HTMLElement} host @param {string} label @param {() => void} changed */
  constructor(cm, host, label, changed) {
    this.#cm = cm;
    this.#wrap = new cm.Compartment();
    this.#vim = new cm.Compartment();
    this.#setMark = cm.StateEffect.define();
    this.#ours = cm.StateEffect.define();
    const place = element("div.code");
    host.append(place);
    this.#view = new cm.EditorView({
      parent: place,
      state: cm.EditorState.create({
        extensions: [
          // Before all other keys: in Vim's command mode every key is a command.
          this.#vim.of([]),
          cm.keymap.of([
            { key: "Tab", run: (view) => this.#tab(view), shift: (view) => !this.#takesCommands && cm.indentLess(view) },
            ...cm.closeBracketsKeymap,
            ...cm.completionKeymap,
            ...cm.defaultKeymap,
            ...cm.historyKeymap,
          ]),
          cm.history(),
          cm.indentUnit.of("  "),
          cm.EditorState.tabSize.of(2),
          cm.indentOnInput(),
          cm.bracketMatching(),
          cm.closeBrackets(),
          cm.javascriptLanguage,
          cm.syntaxHighlighting(cm.HighlightStyle.define(colours(cm.tags))),
          marks(cm, this.#setMark),
          cm.lineNumbers(),
          help(cm, () => this.completion),
          this.#wrap.of([]),
          // Without a tabindex of its own, not every checker knows that the keyboard reaches it.
          cm.EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
          typingOverSelection(cm),
          cm.EditorView.theme(THEME),
          cm.EditorView.updateListener.of((update) => {
            if (
              update.docChanged &&
              !update.transactions.some(({ effects }) => effects.some((effect) => effect.is(this.#ours)))
            ) {
              changed();
            }
          }),
        ],
      }),
    });
  }

  get code() {
    return this.#view.state.doc.toString();
  }

  set code(code) {
    if (code !== this.code) {
      this.#view.dispatch({
        changes: { from: 0, to: this.#view.state.doc.length, insert: code },
        selection: { anchor: 0 },
        scrollIntoView: true,
        effects: this.#ours.of(null),
      });
    }
  }

  /** @param {boolean} on */
  set lineWrap(on) {
    this.#view.dispatch({ effects: this.#wrap.reconfigure(on ? this.#cm.EditorView.lineWrapping : []) });
  }

  /** @param {boolean} on */
  async setVim(on) {
    /** @type {CodeMirror.Vim | null} */
    const keys = on ? await library(VIM_LIBRARY) : null;
    this.#vimOf = keys?.getCM ?? null;
    // Vim's visual mode needs a selection that the editor draws itself.
    this.#view.dispatch({ effects: this.#vim.reconfigure(keys === null ? [] : [keys.vim(), this.#cm.drawSelection()]) });
  }

  /**
   * Marks the line of a mistake; clears the mark without a line.
   *
   * @param {number | null} line from 1
   * @param {string} text shown for the mark
   */
  mark(line, text = "") {
    const { doc } = this.#view.state;
    // What is missing at the end is reported behind it.
    const at = line === null ? null : doc.line(Math.min(Math.max(1, line), doc.lines)).from;
    /** @type {CodeMirror.Effect[]} */
    const effects = [this.#setMark.of(at === null ? null : { at, text })];
    if (at !== null) {
      // Whoever is writing wants to see what they write.
      effects.push(
        this.#view.hasFocus
          ? this.#cm.EditorView.scrollIntoView(this.#view.state.selection.main.head)
          : this.#cm.EditorView.scrollIntoView(at, { y: "center" }),
      );
    }
    this.#view.dispatch({ effects });
  }

  /**
   * Where the editor's own parser first finds no JavaScript, for browsers that do not say where: `{line, column}` from 1, or
   * `null`.
   */
  get mistake() {
    const { doc } = this.#view.state;
    let at = /** @type {number | null} */ (null);
    this.#cm.ensureSyntaxTree(this.#view.state, doc.length, PARSE_MILLISECONDS)?.iterate({
      enter: ({ type, from }) => {
        at ??= type.isError ? from : null;
      },
    });
    if (at === null) {
      return null;
    }
    const line = doc.lineAt(at);
    return { line: line.number, column: at - line.from + 1 };
  }

  /** Whether the visitor is choosing from a list of completions. */
  get choosing() {
    return this.#cm.completionStatus(this.#view.state) !== null;
  }

  /** Updates the editor after it was hidden. */
  refresh() {
    this.#view.requestMeasure();
  }

  get #takesCommands() {
    return this.#vimOf !== null && this.#vimOf(this.#view)?.state.vim?.insertMode !== true;
  }

  /**
   * Tab is the editor's own key. After Escape, which the library sees to, and in Vim's command mode it leaves the editor
   * like any other field.
   *
   * @param {CodeMirror.View} view
   */
  #tab(view) {
    if (this.#takesCommands) {
      return false;
    }
    if (this.#cm.acceptCompletion(view)) {
      return true;
    }
    if (view.state.selection.ranges.some(({ empty }) => !empty)) {
      return this.#cm.indentMore(view);
    }
    view.dispatch(view.state.replaceSelection("  "), { scrollIntoView: true, userEvent: "input" });
    return true;
  }
}

/**
 * Replaces a selection by what is typed. Left to itself, the browser keeps the look of the replaced text by a style attribute,
 * which the site's policy forbids and reports.
 *
 * @param {CodeMirror.Library} cm
 */
const typingOverSelection = (cm) =>
  cm.EditorView.domEventHandlers({
    beforeinput: (event, view) => {
      const { main } = view.state.selection;
      const { data } = event;
      if (event.inputType !== "insertText" || event.isComposing || data === null || main.empty) {
        return false;
      }
      const insert = () =>
        view.state.update(view.state.replaceSelection(data), { scrollIntoView: true, userEvent: "input.type" });
      const others = view.state.facet(cm.EditorView.inputHandler);
      if (!others.some((handler) => handler(view, main.from, main.to, data, insert))) {
        view.dispatch(insert());
      }
      event.preventDefault();
      return true;
    },
  });

/**
 * One marked line, until the code is changed.
 *
 * @param {CodeMirror.Library} cm
 * @param {CodeMirror.EffectType<Mark | null>} setMark
 */
function marks(cm, setMark) {
  class Sign extends cm.GutterMarker {
    /** @param {string} text */
    constructor(text) {
      super();
      this.text = text;
    }

    /** @param {Sign} other */
    eq(other) {
      return other.text === this.text;
    }

    toDOM() {
      return element("span.wrong-sign", { title: this.text, role: "img", "aria-label": `Here: ${this.text}` }, "●");
    }
  }

  const wrongLine = cm.Decoration.line({ class: "wrong-line" });
  const marked = cm.StateField.define({
    create: () => /** @type {Mark | null} */ (null),
    update: (mark, transaction) =>
      transaction.effects.reduce(
        (now, effect) => (effect.is(setMark) ? effect.value : now),
        transaction.docChanged ? null : mark,
      ),
    provide: (field) =>
      cm.EditorView.decorations.from(field, (mark) =>
        mark === null ? cm.Decoration.none : cm.Decoration.set(wrongLine.range(mark.at)),
      ),
  });
  return [
    marked,
    cm.gutter({
      class: "cm-signs",
      lineMarker: (view, line) => {
        const mark = view.state.field(marked);
        return mark !== null && line.from <= mark.at && mark.at <= line.to ? new Sign(mark.text) : null;
      },
      lineMarkerChange: ({ transactions }) => transactions.some(({ effects }) => effects.some((effect) => effect.is(setMark))),
      initialSpacer: () => new Sign(""),
    }),
  ];
}

/**
 * Completion while typing, and descriptions of fields under the mouse.
 *
 * @param {CodeMirror.Library} cm
 * @param {() => Completion | null} completion
 */
function help(cm, completion) {
  /** @param {CodeMirror.Context} context */
  const fields = (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const found =
      completion()?.at(line.text.slice(0, context.pos - line.from), context.state.doc.toString(), context.explicit) ?? null;
    return found === null ? null : { from: context.pos - found.typed, options: found.options, validFor: /^[\w$]*$/ };
  };
  const usual = cm.scopeCompletionSource({ Array, console, JSON, Map, Math, Number, Object, Set, String });
  return [
    cm.autocompletion({ icons: false, override: [fields, cm.localCompletionSource, usual] }),
    cm.hoverTooltip((view, at) => {
      const word = view.state.wordAt(at);
      const text = word === null ? null : (completion()?.about(view.state.sliceDoc(word.from, word.to)) ?? null);
      return word === null || text === null
        ? null
        : {
            pos: word.from,
            end: word.to,
            above: true,
            create: () => ({ dom: element("div.field-note", {}, text) }),
          };
    }),
  ];
}

/** @param {CodeMirror.Library["tags"]} tags */
const colours = (tags) => [
  { tag: [tags.keyword, tags.bool, tags.null, tags.self], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], color: "var(--code-name)" },
];

const THEME = {
  "&": {
    height: "100%",
    color: "var(--ink)",
    backgroundColor: "var(--paper)",
    border: "1px solid var(--muted)",
    borderRadius: "0.45rem",
    fontSize: "0.85rem",
    overflowWrap: "normal",
  },
  "&.cm-focused": { outline: "3px solid var(--link)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.5", overflow: "auto", borderRadius: "inherit" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--paper)", borderRight: "1px solid var(--line)" },
  ".cm-signs .cm-gutterElement": { width: "1.1em", textAlign: "center" },
  ".wrong-sign": { color: "var(--bad)" },
  ".wrong-line": { backgroundColor: "var(--bad-paper)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { color: "inherit", backgroundColor: "var(--code-bracket)" },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": { color: "var(--bad)", backgroundColor: "transparent" },
  "& .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--code-chosen)",
  },
  ".cm-content ::selection": { backgroundColor: "var(--code-chosen)" },
  "& .cm-fat-cursor": { color: "var(--paper) !important", backgroundColor: "var(--link) !important" },
  "&:not(.cm-focused) .cm-fat-cursor": { backgroundColor: "transparent !important", outline: "solid 1px var(--link) !important" },
  ".cm-panels, .cm-panels input": { color: "var(--ink)", backgroundColor: "var(--card)" },
  ".cm-panels input": { minHeight: "0", padding: "0", border: "0", width: "80%" },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--card)",
    border: "1px solid var(--muted)",
    borderRadius: "0.35rem",
    boxShadow: "0 4px 16px rgb(0 0 0 / 18%)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "ui-monospace, monospace", maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.15rem 0.5rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--accent-ink)",
    backgroundColor: "var(--accent)",
  },
  ".cm-completionDetail": { marginInlineStart: "1em", opacity: "0.8", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "min(22rem, 80vw)", padding: "0.4rem 0.6rem", fontFamily: "var(--text)" },
  ".field-note": { maxWidth: "min(26rem, 90vw)", padding: "0.35rem 0.6rem", whiteSpace: "pre-line" },
};
