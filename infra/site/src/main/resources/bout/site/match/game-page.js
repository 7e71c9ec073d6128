/** The pages of the games: boards that play, and a bot to copy. */

import { copied } from "../shared/copy.js";
import { thumbnail } from "./thumbnails.js";

/** @type {NodeListOf<HTMLCanvasElement>} */
const boards = document.querySelectorAll("canvas[data-game]");
for (const canvas of boards) {
  thumbnail(canvas, canvas.dataset.game);
}

const copy = document.getElementById("copy");
copy?.addEventListener("click", async () => {
  const said = document.getElementById("copied");
  said.textContent = (await copied(document.getElementById("small-bot").textContent))
    ? "Copied."
    : "Your browser does not allow this; select the text instead.";
});
