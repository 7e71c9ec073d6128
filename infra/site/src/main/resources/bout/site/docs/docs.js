/** The documentation: its search, and buttons that copy commands. */

import { copied } from "../shared/copy.js";
import { byId, element } from "../shared/dom.js";
import { around, search } from "./search.js";

const SAID_MILLISECONDS = 2_500;

const query = /** @type {HTMLInputElement} */ (byId("query"));
const list = byId("found");
const note = byId("found-note");

/** @type {Promise<import("./search.js").Section[]> | null} */
let index = null;

/** The index is loaded with the first key. */
function sections() {
  index ??= fetch("search.json").then((answer) => {
    if (!answer.ok) {
      throw new Error(`status ${answer.status}`);
    }
    return answer.json();
  });
  return index;
}

async function update() {
  const asked = query.value;
  try {
    const found = search(await sections(), asked);
    if (asked !== query.value) {
      return;
    }
    list.hidden = found.length === 0;
    note.textContent = asked.trim() !== "" && found.length === 0 ? "Nothing found." : "";
    list.replaceChildren(
      ...found.map((section) =>
        element(
          "li",
          {},
          element(
            "a",
            { href: section.address },
            section.title === section.page ? section.page : `${section.page}: ${section.title}`,
            element("span.hint", {}, around(section.text, asked)),
          ),
        ),
      ),
    );
  } catch {
    index = null;
    note.textContent = "The search could not be loaded. Check your connection and try again.";
  }
}

function close() {
  list.hidden = true;
}

byId("search").hidden = false;
query.addEventListener("input", update);
query.addEventListener("focus", () => {
  if (query.value !== "") {
    update();
  }
});
byId("search").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
list.addEventListener("click", close);

document.addEventListener("keydown", (event) => {
  const searching = event.target instanceof Node && (query.contains(event.target) || list.contains(event.target));
  if (event.key === "/" && !searching && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    query.focus();
  } else if (event.key === "Escape" && searching) {
    close();
    query.focus();
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && searching && !list.hidden) {
    event.preventDefault();
    const stops = [query, ...list.querySelectorAll("a")];
    const at = stops.indexOf(/** @type {HTMLInputElement} */ (document.activeElement));
    stops[(at + (event.key === "ArrowDown" ? 1 : stops.length - 1)) % stops.length].focus();
  }
});

document.addEventListener("click", (event) => {
  if (event.target instanceof Node && !list.contains(event.target) && event.target !== query) {
    close();
  }
});

for (const code of document.querySelectorAll("pre:is(.sh, .json, .js, .html)")) {
  const button = element("button.plain", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    button.textContent = (await copied(code.textContent ?? "")) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.textContent = "Copy";
    }, SAID_MILLISECONDS);
  });
  const frame = element("div.with-copy");
  code.replaceWith(frame);
  frame.append(code, button);
}
