import type { Token } from "@toolgate/core"
import type { TokenState } from "@toolgate/stores"
import { formatTime } from "../approvals/approvalText.ts"
import { formatShortName } from "../text/formatShortText.ts"

/** Returns a token as JSON shows it: without its digest and its MAC. */
export const buildTokenJson = (token: Token, state: TokenState) => ({
  id: token.id,
  name: token.name,
  state,
  ...buildGrantJson(token),
  created_at: formatTime(token.createdAt),
  created_by: token.createdBy,
  revoked_at: token.revokedAt === undefined ? null : formatTime(token.revokedAt),
  revoked_by: token.revokedBy ?? null
})

/** Returns what a token allows, and to whom. */
export const buildGrantJson = (token: Token) => ({
  agent: token.agent,
  role: token.role ?? null,
  task: token.task ?? null,
  on_behalf_of: token.onBehalfOf ?? null,
  attributes: token.attributes,
  workspaces: token.workspaces,
  rights: token.rights,
  expires_at: token.expiresAt === undefined ? null : formatTime(token.expiresAt)
})

/** Formats a token as one line: ID, state, name, agent, rights and expiry. */
export const formatTokenLine = (token: Token, state: TokenState): string => {
  const { id, name, agent, role, rights } = token
  const who = role === undefined ? formatShortName(agent) : `${formatShortName(agent)} (${formatShortName(role)})`
  return `${formatShortName(id)}  ${state.padEnd(7)}  ${formatShortName(name)} for ${who}: ${rights.join(", ")}${formatEnd(token)}\n`
}

/** Describes the end of a token. */
export const formatEnd = ({ expiresAt, revokedAt, revokedBy }: Token): string => {
  if (revokedAt !== undefined)
    return `, revoked ${formatTime(revokedAt)}${revokedBy === undefined ? "" : ` by ${formatShortName(revokedBy)}`}`
  return expiresAt === undefined ? ", without an expiry" : `, until ${formatTime(expiresAt)}`
}
