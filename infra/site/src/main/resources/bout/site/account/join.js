/** The page that an invitation leads to. The invitation's secret stands behind the `#`, which browsers send to no server. */

import * as api from "../shared/api.js";
import { copyRow } from "../shared/copy.js";
import { byId, element, show } from "../shared/dom.js";
import { preview } from "../match/preview.js";
import { keptToken } from "../shared/token.js";
import { JoinForm, secretIn } from "./join-form.js";

const secret = secretIn(location.hash);

function showForm() {
  const form = new JoinForm(secret, welcome);
  byId("form").replaceChildren(form.element);
  byId("form").hidden = false;
  byId("joined").hidden = true;
  show(byId("note"), null);
  form.focus();
}

/** @param {(string | Node)[]} title */
function showJoined(title) {
  byId("title").replaceChildren(...title);
  byId("form").hidden = true;
  byId("lead").hidden = true;
  byId("joined").hidden = false;
  show(byId("note"), null);
}

/** @param {{token: string, name: string}} player @param {boolean} isKept */
function welcome({ token, name }, isKept) {
  // The secret has done its work, and a later visitor of this computer could use it.
  history.replaceState(null, "", location.pathname);
  showJoined(["Welcome, ", element("bdi", {}, name)]);
  byId("again").hidden = true;
  byId("not-kept").hidden = isKept;
  byId("token-row").replaceChildren(copyRow("your token", `export BOUT_TOKEN=${token}`));
  byId("token-once").hidden = false;
  byId("token-once").open = !isKept;
  byId("write").focus();
}

/** Somebody has joined with this browser already. @param {string} name */
function showAgain(name) {
  showJoined(["You have joined as ", element("bdi", {}, name)]);
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
    const { name } = await api.me(token);
    showAgain(name);
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
