/** How to start a bot so that Bout can call it: the command for a language, with its secret. */

import { copyRow } from "../shared/copy.js";
import { element } from "../shared/dom.js";
import { SHELLS, startCommand, starterOf, STARTERS } from "./start-command.js";

/** The language that the visitor chose last, for all bots of the page. */
const chosen = { starter: STARTERS[0].id, shell: /Windows/.test(navigator.userAgent) ? "powershell" : "posix" };

/** @param {string} id @param {{id: string, name: string}[]} choices @param {string} value */
const select = (id, choices, value) => {
  const made = element("select", { id }, ...choices.map((each) => element("option", { value: each.id }, each.name)));
  made.value = value;
  return made;
};

/**
 * @param {{id: string, url: string, proof: {file: string, text: string}}} bot at a URL
 * @param {string | null} secret if it is known, which it is only after it was made
 */
export function startPanel({ id, url, proof }, secret) {
  const command = element("div");
  const download = element("a", { download: true });
  const starter = select(`starter-${id}`, STARTERS, chosen.starter);
  const shell = select(`shell-${id}`, SHELLS, chosen.shell);
  const draw = () => {
    Object.assign(chosen, { starter: starter.value, shell: shell.value });
    const path = starterOf(starter.value).file;
    download.href = path;
    download.textContent = `Download ${path.split("/").at(-1)}`;
    command.replaceChildren(copyRow("the command", startCommand(starter.value, shell.value, { url, secret })));
  };
  starter.addEventListener("change", draw);
  shell.addEventListener("change", draw);
  draw();
  return element(
    "div.start-panel",
    {},
    element(
      "p.choices",
      {},
      element("label.unseen", { for: starter.id }, "Language"),
      starter,
      element("label.unseen", { for: shell.id }, "System"),
      shell,
      download,
    ),
    command,
    element(
      "p.hint",
      {},
      secret === null
        ? "Add BOUT_SECRET=… if you stored the secret: it proves that the bot is yours. Lost it? “New secret” under “Change” makes another."
        : "The secret is shown only now. It shows that the bot is yours, and lets it refuse other callers.",
    ),
    element(
      "details",
      {},
      element("summary", {}, "Your bot is not from a starter?"),
      element(
        "p.hint",
        {},
        "Add this header to every answer, Bout-Proof: the base64 of the HMAC-SHA256 of the request’s webhook-id, with the bytes of the secret.",
      ),
      element("p.hint", {}, `Or serve this code as a file at ${proof.file}, on the same host and port:`),
      copyRow("the text", proof.text),
      ...(secret === null ? [] : [element("p.hint", {}, "The secret, which signs every call:"), copyRow("the secret", secret)]),
    ),
  );
}

/** How to connect a bot on the visitor's own computer. @param {{id: string}} bot */
export const connectPanel = ({ id }) =>
  element(
    "div.start-panel",
    {},
    element("p.hint", {}, "With Bout on your computer, your token in BOUT_TOKEN, and your bot listening on port 9000:"),
    copyRow("the command", `./bout connect --api ${location.origin} --bot ${id} http://127.0.0.1:9000/`),
  );
