/** The parts of CodeMirror that the playground's editor uses, and those that the Vim keys in codemirror-vim.js need. */

export {
  acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus,
} from "@codemirror/autocomplete";
export {
  cursorCharBackward, cursorCharLeft, cursorLineBoundaryBackward, cursorLineBoundaryForward, defaultKeymap, history, historyKeymap,
  indentLess, indentMore, indentSelection, insertNewlineAndIndent, redo, toggleLineComment, undo,
} from "@codemirror/commands";
export { javascriptLanguage, localCompletionSource, scopeCompletionSource } from "@codemirror/lang-javascript";
export {
  bracketMatching, ensureSyntaxTree, foldCode, HighlightStyle, indentOnInput, indentUnit, LanguageSupport, matchBrackets, StringStream,
  syntaxHighlighting,
} from "@codemirror/language";
export {
  CharCategory, codePointAt, codePointSize, combineConfig, Compartment, EditorSelection, EditorState, Facet, findClusterBreak,
  fromCodePoint, MapMode, Prec, RangeSetBuilder, StateEffect, StateField,
} from "@codemirror/state";
export {
  Decoration, Direction, drawSelection, EditorView, getDialog, getPanel, gutter, GutterMarker, hoverTooltip, keymap, lineNumbers,
  runScopeHandlers, showDialog, showPanel, ViewPlugin,
} from "@codemirror/view";
export { tags } from "@lezer/highlight";
