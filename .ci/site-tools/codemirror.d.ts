// The types of the editor's library, which the site has as a bundle without declarations.
import type { CompletionContext } from "@codemirror/autocomplete";
import type { StateEffect, StateEffectType } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type * as library from "./library/codemirror.js";
import type * as vim from "./library/codemirror-vim.js";

declare global {
  namespace CodeMirror {
    type Library = typeof library;
    type Vim = typeof vim;
    type Context = CompletionContext;
    type Effect = StateEffect<unknown>;
    type EffectType<T> = StateEffectType<T>;
    type View = EditorView;
  }
}
