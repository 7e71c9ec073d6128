/** The page that an invitation leads to. The invitation's secret stands behind the `#`, which browsers send to no server. */

import * as api from "../shared/api.js";
import { copyRow } from "../shared/copy.js";
import { byId, element, show } from "../shared/dom.js";
import { preview } from "../match/preview.js";
import { keptToken } from "../shared/token.js";
import { JoinForm, secretIn } from "./join-form.js";
import { untilKept } from "./recovery-code.js";
import { offerSignIn } from "./who.js";

const secret = secretIn(location.hash);
const query = new URLSearchParams(location.search);
const wantsToRecover = query.has("recover");

/** Why nobody was signed in: the API sends the browser here with a type of problem. */
const REFUSED = new Map([
  [
    "/problems/sign-in-refused",
    "That did not sign you in: it took more than ten minutes, or the answer was not valid. Begin again.",
  ],
  ["/problems/sign-in-unavailable", "One cannot sign in at the moment. Try again later."],
  [
    "/problems/too-many-keys",
    "You have too many keys and links to sign in. Revoke one with another browser or your token first.",
  ],
  ["/problems/owner-blocked", "An admin has blocked you."],
]);

function showForm() {
  const form = new JoinForm(secret, welcome);
  byId("form").replaceChildren(form.element);
  byId("form").hidden = false;
  byId("joined").hidden = true;
  show(byId("note"), null);
  show(byId("problem"), REFUSED.get(query.get("refused") ?? "") ?? null);
  if (secret === "" && !wantsToRecover) {
    offerSignIn(byId("sign-in"), () => {}); // the form asks for the same, and says what is wrong
  }
  if (wantsToRecover) {
    form.recover();
  } else {
    form.focus();
  }
}

/** @param {{name: string}} named */
const nameOf = ({ name }) => element("bdi", {}, name);

/** @param {(string | Node)[]} title */
function showJoined(title) {
  byId("title").replaceChildren(...title);
  byId("form").hidden = true;
  byId("sign-in").hidden = true;
  byId("lead").hidden = true;
  byId("joined").hidden = false;
  show(byId("note"), null);
  show(byId("problem"), null);
}

/** @param {Api.IssuedKey} joined @param {boolean} isKept */
async function welcome({ owner, key, token, recovery }, isKept) {
  // The secret has done its work, and a later visitor of this computer could use it.
  history.replaceState(null, "", location.pathname);
  byId("lead").hidden = true;
  if (recovery !== null) {
    byId("title").textContent = "Keep your recovery code";
    await untilKept(byId("form"), owner.name, recovery);
  }
  showJoined(recovery === null ? ["You are in as ", nameOf(owner), " with the key ", nameOf(key)] : ["Welcome, ", nameOf(owner)]);
  // Whoever had bots already goes to them.
  byId("again").hidden = recovery !== null;
  byId("not-kept").hidden = isKept;
  byId("token-row").replaceChildren(copyRow("your token", `export BOUT_TOKEN=${token}`));
  byId("token-once").hidden = false;
  byId("token-once").open = !isKept;
  byId("write").focus();
}

/** Somebody has joined with this browser already. @param {{name: string}} me */
function showAgain(me) {
  showJoined(["You have joined as ", nameOf(me)]);
  byId("again").hidden = false;
}

byId("other").addEventListener("click", () => {
  byId("title").textContent = "Join";
  showForm();
});

// The visitor opened another invitation in the same tab.
addEventListener("hashchange", () => location.hash !== "" && location.reload());

preview();
const token = keptToken();
if (token === "") {
  showForm();
} else {
  try {
    showAgain(await api.me(token));
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    if (failed.needsToken) {
      showForm(); // the stored token has been revoked
    } else {
      show(byId("note"), null);
      show(byId("problem"), failed.message);
    }
  }
}
