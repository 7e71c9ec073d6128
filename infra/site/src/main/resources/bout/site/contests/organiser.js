/** Whether the visitor organises contests. */

import * as api from "../shared/api.js";
import { untilDone } from "../shared/poll.js";
import { keptToken } from "../shared/token.js";

const RETRY_MILLISECONDS = 4_000;

/** Admins do; on an open Bout, everybody. What a page cannot load otherwise, it reports itself. */
export const isOrganiser = () =>
  untilDone(
    async () => {
      try {
        return (await api.me(keptToken())).scope === "admin";
      } catch (failed) {
        if (failed instanceof api.RequestFailed && !failed.passing) {
          return false;
        }
        throw failed;
      }
    },
    () => {},
    RETRY_MILLISECONDS,
  );
