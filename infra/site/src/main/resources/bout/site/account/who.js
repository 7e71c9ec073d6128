/** Who the visitor is. */

import * as api from "../shared/api.js";
import { untilDone } from "../shared/poll.js";

export const RETRY_MILLISECONDS = 4_000;

/**
 * Who a token belongs to; `null` if it does not work, or is needed and missing.
 *
 * @param {string} token
 * @param {(problem: string | null) => void} tell as for {@link untilDone}
 */
export const whoAmI = (token, tell) =>
  untilDone(
    async () => {
      try {
        return await api.me(token);
      } catch (failed) {
        if (failed instanceof api.RequestFailed && failed.needsToken) {
          return null;
        }
        throw failed;
      }
    },
    tell,
    RETRY_MILLISECONDS,
  );
