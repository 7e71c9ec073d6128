/** For an admin: invitations, and everybody who has joined. */

import { byId, element, show } from "../shared/dom.js";
import { untilDone } from "../shared/poll.js";
import { askForLink, asking, leftWords, line, nameField, numberField, row } from "./asking.js";
import * as owners from "./owner-api.js";
import { untilKept } from "./recovery-code.js";

/** As in the API. */
const MOST_USES = 10_000;
const MOST_DAYS = 365;

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/**
 * A person, with a new recovery code for who has lost everything, and a way to shut somebody out.
 *
 * @param {Api.Owner} person
 * @param {string} token
 * @param {() => Promise<void>} refresh
 */
function personRow({ id, name, createdAt, blockedAt }, token, refresh) {
  const place = element("div");
  /** @param {string} words @param {string} question @param {string} go @param {() => Promise<unknown>} act */
  const button = (words, question, go, act) => asking(place, `${words}: ${name}`, words, { question, go }, act);
  /** @param {boolean} blocked */
  const change = (blocked) => async () => {
    await owners.changeOwner(id, { blocked }, token);
    await refresh();
  };
  const newCode = button(
    "New recovery code",
    "Make a recovery code for this person? It gives them a key; the code they had stops working.",
    "Make the code",
    async () => {
      const { recovery } = await owners.newRecovery(id, token);
      await untilKept(place, name, recovery);
      place.replaceChildren();
    },
  );
  const access =
    blockedAt === null
      ? button("Block", "Shut this person out? None of their keys works, and their bots are paused.", "Shut out", change(true))
      : button(
          "Let in again",
          "Let this person in again? Their keys work again; their bots stay paused.",
          "Let in",
          change(false),
        );
  return line(
    name,
    `joined ${date.format(new Date(createdAt))}${blockedAt === null ? "" : " · blocked"}`,
    place,
    element("span.own-tools", {}, newCode, access),
  );
}

/**
 * Shows all invitations and people, and goes on.
 *
 * @param {string} token of an admin
 * @param {(problem: string | null) => void} tell
 */
export async function everybody(token, tell) {
  const refresh = async () => {
    const [{ invitations }, people] = await untilDone(() => Promise.all([owners.invitations(token), owners.people(token)]), tell);
    const open = invitations.filter(({ revokedAt, expiresAt }) => revokedAt === null && Date.parse(expiresAt) > Date.now());
    byId("invitations").replaceChildren(...open.map(invitationRow));
    byId("people").replaceChildren(...people.map((person) => personRow(person, token, refresh)));
    byId("people-title").textContent = people.length === 0 ? "People" : `People (${people.length})`;
    show(byId("no-people"), people.length === 0 ? "No one has joined yet." : null);
  };

  /** @param {Api.Invitation} invitation */
  const invitationRow = (invitation) =>
    row(invitation.name, leftWords(invitation), false, "Revoke this invitation? Who has joined stays.", async () => {
      await owners.revokeInvitation(invitation.id, token);
      await refresh();
      byId("invite").focus();
    });

  byId("invite").addEventListener("click", () =>
    askForLink(byId("invitation-place"), {
      name: nameField("invitation-name", "Name of the invitation", "Whom it is for, such as “Class 7b”."),
      uses: numberField("invitation-uses", "How many people can join", MOST_USES, 40),
      days: numberField("invitation-days", "For how many days", MOST_DAYS, 7),
      words: "People who open this link join with a name and get a key.",
      make: (wanted) => owners.invite(wanted, token),
      refresh,
    }),
  );
  await refresh();
  byId("everybody").hidden = false;
}
