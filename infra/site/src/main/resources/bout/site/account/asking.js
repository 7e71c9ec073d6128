/** What the account page asks before it changes anything, and how it shows keys and links. */

import { RequestFailed } from "../shared/api.js";
import { copyRow } from "../shared/copy.js";
import { element, limited, show } from "../shared/dom.js";
import { formField, tellFields } from "../shared/form-field.js";

/** @typedef {ReturnType<typeof formField>} Field */

/** As in the API. */
const MAX_NAME_LENGTH = 40;

const DAY_MILLISECONDS = 86_400_000;

const dayWords = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** @param {string} id @param {string} label @param {string | null} [hint] */
export const nameField = (id, label, hint) =>
  formField(
    id,
    label,
    limited(element("input", { required: true, autocomplete: "off", spellcheck: false }), MAX_NAME_LENGTH),
    hint,
  );

/** @param {string} id @param {string} label @param {number} max @param {number} value */
export const numberField = (id, label, max, value) =>
  formField(id, label, element("input", { type: "number", required: true, min: 1, max, value }));

/** @param {Field} field @returns {string} */
export const textOf = ({ control }) => control.value.trim();

/**
 * Shows a small form, until its action is done or the visitor changes their mind.
 *
 * @param {HTMLElement} place
 * @param {{question?: string, fields?: Record<string, Field>, go: string}} asked the fields by JSON pointer
 * @param {() => Promise<unknown>} act
 */
export function ask(place, { question, fields = {}, go }, act) {
  const opener = document.activeElement;
  const problem = element("p.problem", { role: "alert", hidden: true });
  const send = element("button.small", { type: "submit" }, go);
  const cancel = element("button.plain.small", { type: "button" }, "Cancel");
  const [first, ...more] = Object.values(fields).map((field) => field.element);
  const form = element(
    "form.asking",
    {},
    question === undefined ? null : element("p", {}, question),
    first ?? null,
    more.length === 0 ? null : element("div.two", {}, ...more),
    problem,
    element("p.own-tools", {}, send, cancel),
  );
  cancel.addEventListener("click", () => {
    place.replaceChildren();
    if (opener instanceof HTMLElement) {
      opener.focus();
    }
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    show(problem, null);
    try {
      await act();
    } catch (failed) {
      if (!(failed instanceof RequestFailed)) {
        throw failed;
      }
      show(problem, tellFields(failed, fields));
    } finally {
      send.disabled = false;
    }
  });
  place.replaceChildren(form);
  (Object.values(fields)[0]?.control ?? send).focus();
}

/** @param {string | null} time */
export function usedWords(time) {
  if (time === null) {
    return "never used";
  }
  const [now, then] = [new Date(), new Date(time)].map((each) => each.setHours(0, 0, 0, 0));
  return `used ${dayWords.format(Math.round((then - now) / DAY_MILLISECONDS), "day")}`;
}

/** @param {Api.Invitation} link */
export function leftWords({ uses, used, expiresAt }) {
  return Date.parse(expiresAt) < Date.now()
    ? "expired"
    : `${uses - used} of ${uses} uses left · until ${date.format(new Date(expiresAt))}`;
}

/** Shows what is shown only once. @param {HTMLElement} place @param {string} words @param {HTMLElement} copy */
export function showOnce(place, words, copy) {
  place.replaceChildren(element("p", {}, `${words} It is shown only now.`), copy);
  copy.querySelector("button")?.focus();
}

/**
 * Asks for the name of a link, how many people can use it and for how long; then makes it, and shows it once.
 *
 * @param {HTMLElement} place
 * @param {{name: Field, uses: Field, days: Field, words: string,
 *   make: (wanted: Api.LinkRequest) => Promise<Api.CreatedInvitation>, refresh: () => Promise<void>}} link
 */
export function askForLink(place, { name, uses, days, words, make, refresh }) {
  ask(place, { fields: { "/name": name, "/uses": uses, "/days": days }, go: "Make the link" }, async () => {
    const { link } = await make({
      name: textOf(name),
      uses: Number(uses.control.value),
      days: Number(days.control.value),
    });
    showOnce(place, words, copyRow("the link", link));
    await refresh();
  });
}

/**
 * A line of a list, with what can be done about it.
 *
 * @param {string} name
 * @param {string} words
 * @param {HTMLElement} place where something is asked first
 * @param {...(HTMLElement | null)} tools
 */
export const line = (name, words, place, ...tools) =>
  element(
    "li",
    {},
    element("div.key", {}, element("span", {}, element("bdi", {}, name), element("span.hint", {}, words)), ...tools),
    place,
  );

/**
 * A button that asks before it acts.
 *
 * @param {HTMLElement} place
 * @param {string} label
 * @param {string} words
 * @param {{question: string, go: string}} asked
 * @param {() => Promise<unknown>} act
 */
export function asking(place, label, words, asked, act) {
  const button = element("button.plain.small", { type: "button", "aria-label": label }, words);
  button.addEventListener("click", () => ask(place, asked, act));
  return button;
}

/**
 * A key or a link.
 *
 * @param {string} name
 * @param {string} words
 * @param {boolean} isOwn
 * @param {string} question before it is revoked
 * @param {() => Promise<unknown>} revoke
 */
export function row(name, words, isOwn, question, revoke) {
  const place = element("div");
  return line(
    name,
    words,
    place,
    isOwn ? element("span.mark.good", {}, "This browser") : null,
    asking(place, `Revoke ${name}`, "Revoke", { question, go: "Revoke it" }, revoke),
  );
}
