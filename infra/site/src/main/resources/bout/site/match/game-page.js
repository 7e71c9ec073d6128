/** The pages of the games: boards that play, and a bot to copy. */

import { copied } from "../shared/copy.js";
import { byId } from "../shared/dom.js";
import { thumbnail } from "./thumbnails.js";

/** @type {NodeListOf<HTMLCanvasElement>} */
const boards = document.querySelectorAll("canvas[data-game]");
for (const canvas of boards) {
  thumbnail(canvas, canvas.dataset.game ?? "");
}

const copy = document.getElementById("copy");
copy?.addEventListener("click", async () => {
  byId("copied").textContent = (await copied(byId("small-bot").textContent))
    ? "Copied."
    : "Your browser does not allow this; select the text instead.";
});
