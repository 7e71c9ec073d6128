/** The visitor's account: its name, keys and links, and its recovery code. */

import { copyRow } from "../shared/copy.js";
import { byId, element, show } from "../shared/dom.js";
import { formField } from "../shared/form-field.js";
import { untilDone } from "../shared/poll.js";
import { SESSION, forgetTokens, keepPlayer, keptToken } from "../shared/token.js";
import { ask, askForLink, leftWords, nameField, numberField, row, showOnce, textOf, usedWords } from "./asking.js";
import * as owners from "./owner-api.js";
import { everybody } from "./people.js";
import { untilKept } from "./recovery-code.js";
import { offerSignIn, whoAmI } from "./who.js";

/** As in the API. */
const MOST_USES = 100;
const MOST_DAYS = 30;

/** @param {string | null} problem */
const tell = (problem) => show(byId("problem"), problem);

/** @param {string} token @param {Api.Me} me */
function follow(token, { id, key: own }) {
  /** @param {Api.OwnerWithKeys} all */
  const draw = ({ owner, keys, links }) => {
    byId("name").textContent = owner.name;
    byId("keys").replaceChildren(...keys.filter(({ revokedAt }) => revokedAt === null).map(keyRow));
    byId("links").replaceChildren(...links.filter(({ revokedAt }) => revokedAt === null).map(linkRow));
  };
  const refresh = async () => draw(await untilDone(() => owners.owner(id, token), tell));

  /** @param {Api.Key} key */
  const keyRow = (key) =>
    key.id === own
      ? row(
          key.name,
          usedWords(key.usedAt),
          true,
          "Revoke the key of this browser? You need another key or your code.",
          async () => {
            await owners.revokeKey(id, key.id, token);
            forgetTokens();
            location.reload();
          },
        )
      : row(key.name, usedWords(key.usedAt), false, "Revoke this key? Whatever uses it stops working.", async () => {
          await owners.revokeKey(id, key.id, token);
          await refresh();
          byId("add-key").focus();
        });

  /** @param {Api.Invitation} link */
  const linkRow = (link) =>
    row(link.name, leftWords(link), false, "Revoke this link? The keys that it gave stay.", async () => {
      await owners.revokeLink(id, link.id, token);
      await refresh();
      byId("add-link").focus();
    });

  /** @param {string} button @param {() => void} act */
  const on = (button, act) => byId(button).addEventListener("click", act);

  on("rename", () => {
    const name = nameField("new-name", "Your name", "Everyone sees it beside your bots.");
    name.control.value = byId("name").textContent;
    ask(byId("name-place"), { fields: { "/name": name }, go: "Save" }, async () => {
      await owners.changeOwner(id, { name: textOf(name) }, token);
      byId("name-place").replaceChildren();
      await refresh();
    });
  });
  on("add-key", () => {
    const name = nameField("key-name", "Name of the key", "Which machine or person gets it, such as “laptop”.");
    ask(byId("key-place"), { fields: { "/name": name }, go: "Make the key" }, async () => {
      const made = await owners.addKey(id, { name: textOf(name) }, token);
      const words = "This token is the key. Anyone with it can act as you.";
      showOnce(byId("key-place"), words, copyRow("the token", `export BOUT_TOKEN=${made.token}`));
      await refresh();
    });
  });
  on("add-link", () =>
    askForLink(byId("link-place"), {
      name: nameField("link-name", "Name of the link", "Whom it is for."),
      uses: numberField("link-uses", "How many people can use it", MOST_USES, 3),
      days: numberField("link-days", "For how many days", MOST_DAYS, 7),
      words: "Anyone who opens this link can act as you.",
      make: (wanted) => owners.addLink(id, wanted, token),
      refresh,
    }),
  );
  on("replace-code", () => {
    const code = formField(
      "code",
      "Your present code",
      element("input", { required: true, autocomplete: "off", spellcheck: false }),
    );
    const place = byId("code-place");
    ask(place, { fields: { "/code": code }, go: "Replace it" }, async () => {
      const { recovery } = await owners.replaceRecovery(id, textOf(code), token);
      await untilKept(place, byId("name").textContent, recovery);
      place.replaceChildren();
    });
  });
  on("revoke-others", () => {
    const question = "Revoke all other keys, and all links? Your bots stay, and this browser stays in.";
    ask(byId("others-place"), { question, go: "Revoke all others" }, async () => {
      draw(await owners.revokeOthers(id, token));
      byId("others-place").replaceChildren(element("p.verified", { role: "status" }, "Only this browser is left."));
    });
  });
  on("erase", () => {
    const place = byId("erase-place");
    const typed = nameField("erase-name", "Your name, to confirm", null);
    const question = "Delete yourself, your bots and your keys, permanently? This cannot be undone.";
    ask(place, { question, fields: { "/name": typed }, go: "Delete it all" }, async () => {
      if (textOf(typed) !== byId("name").textContent.trim()) {
        show(/** @type {HTMLElement} */ (place.querySelector(".problem")), "That is not your name.");
        return;
      }
      await owners.erase(id, token);
      forgetTokens();
      location.reload();
    });
  });
  return refresh();
}

const signedIn = location.hash === "#signed-in";
const token = signedIn ? SESSION : keptToken();
const me = await whoAmI(token, tell);
if (signedIn && me !== null) {
  keepPlayer({ token, name: me.name });
  history.replaceState(null, "", location.pathname);
}
// Who signed in comes back by signing in, and was shown no code.
byId("recovery").hidden = token === SESSION;
if (me?.key) {
  await follow(token, me);
}
if (me?.scope === "admin" && token !== "") {
  await everybody(token, tell);
}
show(byId("note"), null);
byId(me === null ? "stranger" : me.key !== null ? "owner" : me.id === "admin" ? "admin" : "open").hidden = false;
if (me === null) {
  await offerSignIn(byId("sign-in"), tell);
}
