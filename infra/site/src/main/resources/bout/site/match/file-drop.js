/** Opens files that the visitor drops on the page, or picks. */

import { byId } from "../shared/dom.js";

/** @param {(file: File) => void} open called with each file */
export function onFile(open) {
  const input = byId("file");
  byId("open").addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    if (input.files.length > 0) {
      open(input.files[0]);
      // so that the same file can be picked again
      input.value = "";
    }
  });
  /** @param {DragEvent} event */
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  /** @param {boolean} dropping */
  const mark = (dropping) => document.body.classList.toggle("dropping", dropping);
  addEventListener("dragover", (event) => {
    if (carriesFile(event)) {
      event.preventDefault();
      mark(true);
    }
  });
  addEventListener("dragleave", (event) => mark(event.relatedTarget !== null && carriesFile(event)));
  addEventListener("drop", (event) => {
    if (carriesFile(event)) {
      event.preventDefault();
      mark(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) {
        open(file);
      }
    }
  });
}
