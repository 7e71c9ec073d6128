/** Ways to share a match: a link, a file, a picture. */

import { contextOf, element } from "../shared/dom.js";

/** @import { Colour } from "./board.js" */

/** Lets the browser save a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = element("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser starts reading it only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * A picture of a board with a caption.
 *
 * @param {HTMLCanvasElement} board
 * @param {string} caption
 * @param {Colour} colour
 * @returns {Promise<Blob>} a PNG
 */
export function pngOf(board, caption, colour) {
  const margin = Math.round(board.width / 40);
  const line = Math.round(board.width / 32);
  const picture = document.createElement("canvas");
  picture.width = board.width + 2 * margin;
  picture.height = board.height + 3 * margin + line;
  const context = contextOf(picture);
  context.fillStyle = colour("card");
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(board, margin, margin);
  context.fillStyle = colour("ink");
  context.font = `600 ${line}px system-ui, sans-serif`;
  context.textBaseline = "top";
  context.fillText(caption, margin, board.height + 2 * margin, board.width);
  return new Promise((done, fail) =>
    picture.toBlob((blob) => (blob === null ? fail(new Error("the browser made no PNG")) : done(blob)), "image/png"),
  );
}
