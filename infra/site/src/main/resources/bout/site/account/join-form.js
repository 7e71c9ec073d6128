/** The form with which somebody joins. */

import * as api from "../shared/api.js";
import { element, limited, show } from "../shared/dom.js";
import { formField, tellFields } from "../shared/form-field.js";
import { keepPlayer } from "../shared/token.js";

/** As in the API. */
const MAX_NAME_LENGTH = 40;

/** The status codes of a missing, an unknown, and an expired, revoked or used up invitation. */
const INVITATION = [403, 404, 410];

/** The secret in an invitation's link, which stands behind the `#`; a text without one is the secret itself. @param {string} text */
export const secretIn = (text) => text.slice(text.indexOf("#") + 1).trim();

export class JoinForm {
  #name;
  #invitation;
  #problem = element("p.problem", { role: "alert", hidden: true });
  #go = element("button", { type: "submit" }, "Join");
  #done;

  /** The form. */
  element;

  /**
   * @param {string} secret of the invitation in the address, or ""
   * @param {(player: {token: string, name: string}, isKept: boolean) => void} done called after joining; `isKept` says whether the
   *     browser will remember the token
   */
  constructor(secret, done) {
    this.#done = done;
    this.#name = formField(
      "join-name",
      "Your name",
      limited(element("input", { required: true, autocomplete: "nickname" }), MAX_NAME_LENGTH),
      "No e-mail, no password. This browser will remember you.",
    );
    this.#invitation = formField(
      "join-invitation",
      "Invitation",
      element("input", { autocomplete: "off", spellcheck: false, maxlength: 2000 }),
      "The link that you were given.",
    );
    this.#invitation.control.value = secret;
    // The field of a link that was opened would only raise questions, unless it turns out to be wrong.
    this.#invitation.element.hidden = secret !== "";
    this.element = element(
      "form.join-form",
      {},
      this.#name.element,
      this.#invitation.element,
      this.#problem,
      element("p.actions", {}, this.#go),
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#join();
    });
    if (secret === "") {
      this.#learnWhoMayJoin();
    }
  }

  /** Where everyone may join, there is no field for an invitation. */
  async #learnWhoMayJoin() {
    try {
      this.#invitation.element.hidden = (await api.joining()).selfService;
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      show(this.#problem, failed.message);
    }
  }

  focus() {
    this.#name.control.focus();
  }

  async #join() {
    const secret = secretIn(this.#invitation.control.value);
    const name = this.#name.control.value.trim();
    if (name === "") {
      this.#name.tell("Enter a name.");
      this.#name.control.focus();
      return;
    }
    show(this.#problem, null);
    this.#go.disabled = true;
    this.#go.textContent = "Joining …";
    try {
      const player = await api.join({ ...(secret === "" ? {} : { secret }), name });
      this.#done(player, keepPlayer(player));
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      this.#tell(failed, secret);
    } finally {
      this.#go.disabled = false;
      this.#go.textContent = "Join";
    }
  }

  /** @param {api.RequestFailed} failed @param {string} secret */
  #tell(failed, secret) {
    const rest = tellFields(failed, { "/name": this.#name, "/secret": this.#invitation });
    const ofInvitation = failed.status !== null && INVITATION.includes(failed.status);
    if (ofInvitation || failed.parts.some(({ pointer }) => pointer === "/secret")) {
      this.#invitation.element.hidden = false;
      this.#invitation.control.focus();
    }
    if (rest !== null && ofInvitation) {
      this.#invitation.tell(secret === "" ? "You need an invitation here. Ask the organiser for the link, and paste it." : rest);
    } else {
      show(this.#problem, rest);
    }
  }
}
