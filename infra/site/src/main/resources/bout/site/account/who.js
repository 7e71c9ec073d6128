/** Who the visitor is. */

import * as api from "../shared/api.js";
import { element } from "../shared/dom.js";
import { untilDone } from "../shared/poll.js";
import { keptToken } from "../shared/token.js";

const token = keptToken();

// Going back, the browser shows the page as it was, also to who comes after somebody who has signed out.
addEventListener("pageshow", ({ persisted }) => persisted && keptToken() !== token && location.reload());

/**
 * Who a token belongs to; `null` if it does not work, or is needed and missing.
 *
 * @param {string} token
 * @param {(problem: string | null) => void} tell as for {@link untilDone}
 */
export const whoAmI = (token, tell) =>
  untilDone(async () => {
    try {
      return await api.me(token);
    } catch (failed) {
      if (failed instanceof api.RequestFailed && failed.needsToken) {
        return null;
      }
      throw failed;
    }
  }, tell);

/**
 * Shows how to sign in, where one can.
 *
 * @param {HTMLElement} place
 * @param {(problem: string | null) => void} tell as for {@link untilDone}
 */
export async function offerSignIn(place, tell) {
  const { signIn } = await untilDone(api.joining, tell);
  place.replaceChildren(
    ...(signIn
      ? [
          element("a.button", { href: "/api/sign-in" }, "Sign in"),
          element("span.hint", {}, " Everyone sees the name of your account beside your bots. You can change it here."),
        ]
      : []),
  );
  place.hidden = !signIn;
}
