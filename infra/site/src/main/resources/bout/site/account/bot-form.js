/** The form that registers a bot. */

import * as api from "../shared/api.js";
import { byId, element, limited, show } from "../shared/dom.js";
import { formField, tellFields } from "../shared/form-field.js";
import { warnOfTakenName } from "../shared/name-taken.js";

const MAX_NAME_LENGTH = 40;
const NAME_HINT = "Everyone sees it.";

/** The API counts the bytes; a file with more characters is too large in any case. */
const MAX_CODE_BYTES = 65_536;

const input = (attributes = {}) => element("input", { autocomplete: "off", spellcheck: false, ...attributes });

export class BotForm {
  #token;
  #done;
  #game = formField("new-game", "Game", element("select", { required: true }));
  #name = formField("new-name", "Name", limited(input({ required: true }), MAX_NAME_LENGTH), NAME_HINT);
  #url = formField(
    "new-url",
    "URL",
    input({
      type: "url",
      required: true,
      maxlength: 2048,
      placeholder: "https://",
      pattern: "[hH][tT][tT][pP][sS]?://.+",
      title: "The whole URL, such as https://bot.example/",
    }),
    "Only you see it. Nothing has to run there yet.",
  );
  #file = formField(
    "new-file",
    "File",
    element("input", { type: "file", required: true, accept: ".js,.mjs,.txt,text/javascript" }),
    "JavaScript as in the playground, 64 KB at most.",
  );

  /**
   * @param {Api.GameSummary[]} games
   * @param {string} token
   * @param {(bot: Api.BotWithSecret) => void} done called with the new bot and its secret
   */
  constructor(games, token, done) {
    this.#token = token;
    this.#done = done;
    this.#game.control.replaceChildren(...games.map(({ id, name }) => element("option", { value: id }, name)));
    byId("new-fields").replaceChildren(this.#game.element, this.#name.element);
    byId("new-place").replaceChildren(this.#url.element, this.#file.element);
    byId("new-bot").addEventListener("change", () => this.#follow());
    const look = warnOfTakenName(this.#name, NAME_HINT, () => this.#game.control.value);
    this.#game.control.addEventListener("change", look);
    byId("new-bot").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#register();
    });
    this.#follow();
  }

  get #kind() {
    return new FormData(byId("new-bot")).get("kind");
  }

  #follow() {
    const kind = this.#kind;
    offer(this.#url, kind === "url");
    offer(this.#file, kind === "published");
    byId("new-playground").hidden = kind !== "published";
    byId("new-playground-link").href = `play.html?${new URLSearchParams({ game: this.#game.control.value })}`;
    byId("new-connected").hidden = kind !== "connected";
  }

  /** What makes the bot move, or `null` if the form says what is wrong. */
  async #program() {
    switch (this.#kind) {
      case "url":
        return { url: this.#url.control.value.trim() };
      case "published": {
        const file = this.#file.control.files[0];
        if (file.size > MAX_CODE_BYTES) {
          this.#file.tell(
            `The file is ${file.size.toLocaleString("en")} bytes; the limit is ${MAX_CODE_BYTES.toLocaleString("en")}.`,
          );
          return null;
        }
        try {
          return { code: await file.text() };
        } catch (failed) {
          if (!(failed instanceof DOMException)) {
            throw failed;
          }
          // Emptied, so that choosing the same file again is a change.
          this.#file.control.value = "";
          this.#file.tell("The file has changed or moved since it was chosen. Choose it again.");
          return null;
        }
      }
      default:
        return { connected: true };
    }
  }

  async #register() {
    const program = await this.#program();
    if (program === null) {
      return;
    }
    const body = { game: this.#game.control.value, name: this.#name.control.value.trim(), ...program };
    const go = byId("new-go");
    go.disabled = true;
    show(byId("new-problem"), null);
    try {
      const bot = await api.registerBot(body, this.#token);
      byId("new-bot").reset();
      this.#follow();
      this.#done(bot);
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      show(
        byId("new-problem"),
        tellFields(failed, { "/game": this.#game, "/name": this.#name, "/url": this.#url, "/code": this.#file }),
      );
    } finally {
      go.disabled = false;
    }
  }
}

/** @param {ReturnType<typeof formField>} field @param {boolean} offered */
function offer(field, offered) {
  field.element.hidden = !offered;
  field.control.disabled = !offered;
}
