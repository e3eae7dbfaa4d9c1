import { approvalStates, type StoredApproval, type StoredDecision, sideEffectClasses } from "@toolgate/core"
import type { Selectable } from "kysely"
import { parseStoredJson, parseStoredMembers, readStoredText, type StoredMembers } from "./parseStoredJson.ts"
import type { Tables } from "./Tables.ts"

/**
 * Parses the approval in a row. A row changed by hand still yields an approval, but with an invalid seal, so that it is
 * visible and hides no other row.
 */
export const parseApproval = ({ id, state, ...row }: Selectable<Tables["toolgate_approvals"]>): StoredApproval => {
  const { tool, sideEffects, agent, session, askedAt, expiresAt, waits, digest, keyId, sealed } = parseStoredMembers(
    row.request
  )
  return {
    id,
    state: approvalStates.includes(state) ? state : "unknown",
    tool: readStoredText(tool),
    sideEffects: sideEffectClasses.find((known) => known === sideEffects) ?? "EXECUTE",
    agent: readStoredText(agent),
    session: readStoredText(session),
    askedAt: timeOf(askedAt),
    expiresAt: timeOf(expiresAt),
    waits: waits === true,
    digest: readStoredText(digest),
    keyId: readStoredText(keyId),
    sealed: readStoredText(sealed),
    decision: decisionOf(row.decision === null ? {} : parseStoredMembers(row.decision)),
    outcome: row.outcome === null ? undefined : readStoredText(parseStoredJson(row.outcome))
  }
}

const decisionOf = ({ decision, by, from, at, sealed, mac }: StoredMembers): StoredDecision | undefined =>
  decision === "approve" || decision === "deny"
    ? {
        decision,
        by: readStoredText(by),
        from: readStoredText(from),
        at: timeOf(at),
        sealed: readStoredText(sealed),
        mac: readStoredText(mac)
      }
    : undefined

const timeOf = (value: unknown): number => (typeof value === "number" ? value : 0)
