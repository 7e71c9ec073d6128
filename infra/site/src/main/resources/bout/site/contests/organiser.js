/** Whether the visitor organises contests. */

import { whoAmI } from "../account/who.js";
import { keptToken } from "../shared/token.js";

/** Admins do; on an open Bout, everybody. Without an answer the page says itself that the API cannot be reached. */
export const isOrganiser = async () => (await whoAmI(keptToken(), () => {}))?.scope === "admin";
