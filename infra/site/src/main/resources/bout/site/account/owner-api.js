/** The API's requests of an owner for its own keys and links, and of an admin for everybody's. In a module of their own, since few pages need them. */

import { sent } from "../shared/api.js";

/** An owner with its keys and links; the token is its own. @type {(id: string, token: string) => Promise<Api.OwnerWithKeys>} */
export const owner = (id, token) => sent("GET", ownerPath(id), token);

/** @type {(id: string, change: Api.OwnerChange, token: string) => Promise<Api.Owner>} */
export const changeOwner = (id, change, token) => sent("PATCH", ownerPath(id), token, change);

/** @type {(id: string, key: Api.KeyRequest, token: string) => Promise<Api.IssuedKey>} */
export const addKey = (id, key, token) => sent("POST", `${ownerPath(id)}/keys`, token, key);

/** @type {(id: string, key: string, token: string) => Promise<Api.Key>} */
export const revokeKey = (id, key, token) => sent("DELETE", `${ownerPath(id)}/keys/${encodeURIComponent(key)}`, token);

/** Revokes all links, and all keys but that of the token. @type {(id: string, token: string) => Promise<Api.OwnerWithKeys>} */
export const revokeOthers = (id, token) => sent("DELETE", `${ownerPath(id)}/keys`, token);

/** @type {(id: string, link: Api.LinkRequest, token: string) => Promise<Api.CreatedInvitation>} */
export const addLink = (id, link, token) => sent("POST", `${ownerPath(id)}/links`, token, link);

/** @type {(id: string, link: string, token: string) => Promise<Api.Invitation>} */
export const revokeLink = (id, link, token) => sent("DELETE", `${ownerPath(id)}/links/${encodeURIComponent(link)}`, token);

/** @type {(id: string, code: string, token: string) => Promise<Api.RecoveryCode>} */
export const replaceRecovery = (id, code, token) => sent("POST", `${ownerPath(id)}/recovery`, token, { code });

/** A new code for somebody else; the token is an admin's. @type {(id: string, token: string) => Promise<Api.RecoveryCode>} */
export const newRecovery = (id, token) => sent("POST", `${ownerPath(id)}/recovery`, token, {});

/** All invitations; the token is an admin's. @type {(token: string) => Promise<Api.InvitationList>} */
export const invitations = (token) => sent("GET", "/api/invitations", token);

/** An invitation and who joined with it; the token is an admin's. @type {(id: string, token: string) => Promise<Api.UsedInvitation>} */
export const invitation = (id, token) => sent("GET", invitationPath(id), token);

/** Everybody; the token is an admin's. @type {(token: string) => Promise<Api.Owner[]>} */
export const people = async (token) => {
  const all = [];
  for (let more = ""; more !== null; ) {
    const { owners, next } = await sent("GET", `/api/owners?limit=100${more}`, token);
    all.push(...owners);
    more = next && `&cursor=${encodeURIComponent(next)}`;
  }
  return all;
};

/** @type {(invitation: Api.InvitationRequest, token: string) => Promise<Api.CreatedInvitation>} */
export const invite = (invitation, token) => sent("POST", "/api/invitations", token, invitation);

/** @type {(id: string, token: string) => Promise<Api.Invitation>} */
export const revokeInvitation = (id, token) => sent("DELETE", invitationPath(id), token);

/** Erases the token's owner for good. @type {(id: string, token: string) => Promise<Api.Owner>} */
export const erase = (id, token) => sent("DELETE", `${ownerPath(id)}?myself=true`, token);

/** @type {(id: string) => string} */
const ownerPath = (id) => `/api/owners/${encodeURIComponent(id)}`;

/** @type {(id: string) => string} */
const invitationPath = (id) => `/api/invitations/${encodeURIComponent(id)}`;
