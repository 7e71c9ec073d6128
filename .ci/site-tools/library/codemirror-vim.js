/** Vim keys for the editor. Loaded only when a visitor switches them on. */

export { getCM, vim } from "@replit/codemirror-vim";
