/** The form with which somebody joins. */

import * as api from "../shared/api.js";
import { element, limited, show } from "../shared/dom.js";
import { formField, tellFields } from "../shared/form-field.js";
import { untilDone } from "../shared/poll.js";
import { keepPlayer } from "../shared/token.js";

/** As in the API. */
const MAX_NAME_LENGTH = 40;

/** The status codes of a missing, an unknown, and an expired, revoked or used up invitation. */
const INVITATION = [403, 404, 410];

/** The texts of the form: labels and hints of the name and of the secret, and of the button. */
const JOINING = {
  name: ["Your name", "Everyone sees it beside your bots. No e-mail, no password. This browser will remember you."],
  secret: ["Invitation", "The link that you were given."],
  go: "Join",
};
const RECOVERING = {
  name: ["Name of your new key", "Which machine has it, or which person, such as “laptop”."],
  secret: ["Recovery code", "Or the link of your team."],
  go: "Get a new key",
};

/** The secret in an invitation's link, which stands behind the `#`; a text without one is the secret itself. @param {string} text */
export const secretIn = (text) => text.slice(text.indexOf("#") + 1).trim();

export class JoinForm {
  #texts = JOINING;
  #name = nameField(JOINING);
  #invitation = secretField(JOINING);
  #problem = element("p.problem", { role: "alert", hidden: true });
  #go = element("button", { type: "submit" });
  #recover = element("button.link", { type: "button" }, "I have a recovery code");
  #done;

  element = element("form.join-form");

  /**
   * @param {string} secret of the invitation in the address, or ""
   * @param {(joined: Api.IssuedKey, isKept: boolean) => void} done called after joining; `isKept` says whether the browser will
   *     remember the token
   */
  constructor(secret, done) {
    this.#done = done;
    this.#draw();
    this.#invitation.control.value = secret;
    // The field of a link that was opened would only raise questions, unless it turns out to be wrong.
    this.#invitation.element.hidden = secret !== "";
    this.#recover.addEventListener("click", () => this.recover());
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#join();
    });
    if (secret === "") {
      this.#learnWhoMayJoin(this.#invitation);
    }
  }

  #draw() {
    this.#go.textContent = this.#texts.go;
    this.element.replaceChildren(
      this.#name.element,
      this.#invitation.element,
      this.#problem,
      element("p.actions", {}, this.#go),
      element("p.other-way", {}, this.#recover),
    );
  }

  /** Asks for a recovery code, or the link of a team, and the name of the key that it gives. */
  recover() {
    this.#texts = RECOVERING;
    this.#name = nameField(RECOVERING);
    this.#invitation = secretField(RECOVERING);
    this.#invitation.control.required = true;
    this.#recover.hidden = true;
    this.#draw();
    this.#name.element.before(this.#invitation.element);
    show(this.#problem, null);
    this.#invitation.control.focus();
  }

  /** Where everyone may join, there is no field for an invitation. @param {ReturnType<typeof formField>} invitation */
  async #learnWhoMayJoin({ element: field, control }) {
    // Not that of the form, which says why joining was refused.
    const problem = element("p.problem", { role: "alert", hidden: true });
    field.after(problem);
    const { selfService } = await untilDone(api.joining, (text) => show(problem, text));
    // After failures, somebody may be filling it in.
    field.hidden = selfService && control.value === "" && control !== document.activeElement;
  }

  focus() {
    this.#name.control.focus();
  }

  async #join() {
    const secret = secretIn(this.#invitation.control.value);
    const name = this.#name.control.value.trim();
    // Without a secret, where everyone may join, somebody else would join.
    if ((secret === "" && this.#texts === RECOVERING && isMissing(this.#invitation)) || (name === "" && isMissing(this.#name))) {
      return;
    }
    show(this.#problem, null);
    this.#go.disabled = true;
    this.#go.textContent = "Joining …";
    try {
      const joined = await api.join({ ...(secret === "" ? {} : { secret }), name });
      this.#done(joined, keepPlayer({ token: joined.token, name: joined.owner.name }));
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      this.#tell(failed, secret);
    } finally {
      this.#go.disabled = false;
      this.#go.textContent = this.#texts.go;
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

/** @param {ReturnType<typeof formField>} field */
function isMissing(field) {
  field.tell("Fill this in.");
  field.control.focus();
  return true;
}

/** @param {typeof JOINING} texts */
const nameField = ({ name: [label, hint] }) =>
  formField("join-name", label, limited(element("input", { required: true, autocomplete: "nickname" }), MAX_NAME_LENGTH), hint);

/** @param {typeof JOINING} texts */
const secretField = ({ secret: [label, hint] }) =>
  formField("join-invitation", label, element("input", { autocomplete: "off", spellcheck: false, maxlength: 2000 }), hint);
