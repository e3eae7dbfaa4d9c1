import type { ApprovalDecision, ApprovalRequest, Args } from "@toolgate/core"
import { copyJson, NotJson } from "@toolgate/core/json"
import * as Predicate from "effect/Predicate"
import { quoteText } from "./shownText.ts"

/** A validated decision with its defaults. */
export interface ParsedDecision {
  readonly decision: ApprovalDecision["decision"]
  readonly scope: "once" | "session" | "always"
  /** `undefined` if the reason is blank. */
  readonly reason: string | undefined
  /** A frozen copy of the edited arguments. */
  readonly args: Args | undefined
}

/**
 * Reads the answer of a client or `onAsk`. Returns the decision, or the problem as a clause. Reads each member once.
 *
 * Rejects unknown members, because one could be a condition ("only until noon").
 */
export const readDecision = (given: unknown): ParsedDecision | string => {
  try {
    return read(given)
  } catch {
    // Only a getter or a proxy can throw here. Its error may quote anything, so drop it.
    return "it could not be read"
  }
}

const read = (given: unknown): ParsedDecision | string => {
  if (!Predicate.isObject(given)) return "it is not an object"
  const members = new Map<string, unknown>(Object.entries(given))
  for (const name of members.keys())
    if (!known.has(name)) return `it has a member ${quoteText(name.slice(0, 64))}, which is unknown`
  const decision = members.get("decision")
  const scope = members.get("scope")
  const reason = members.get("reason")
  if (decision !== "approve" && decision !== "deny") return '"decision" is neither "approve" nor "deny"'
  if (scope !== undefined && scope !== "once" && scope !== "session" && scope !== "always")
    return '"scope" must be "once", "session" or "always"'
  if (scope === "always" && decision === "deny") return 'the scope "always" goes with "approve" only'
  if (reason !== undefined && typeof reason !== "string") return '"reason" is not a string'
  const edited = members.get("args")
  if (edited !== undefined && decision === "deny") return '"args" goes with "approve" only'
  if (edited !== undefined && (scope ?? "once") !== "once") return '"args" goes with the scope "once" only'
  const args = edited === undefined ? undefined : copyJson(edited, { ...largestArgs })
  if (args instanceof NotJson) return `"args" ${args.reason}`
  if (args !== undefined && !isJsonObject(args)) return '"args" is not an object'
  return { decision, scope: scope ?? "once", reason: reason?.trim() === "" ? undefined : reason, args }
}

/**
 * Returns the reason why a decision does not fit its question as a clause, or `undefined`. An escalation is answered once
 * and unedited, with or without words. Other questions are approved without words.
 */
export const findMisfit = (
  { kind }: Pick<ApprovalRequest, "kind">,
  { decision, scope, reason, args }: ParsedDecision
): string | undefined => {
  if (kind !== "escalation")
    return reason !== undefined && decision === "approve"
      ? '"reason" goes with "deny", and with the answer to an escalation'
      : undefined
  if (scope !== "once") return 'an escalation is answered with the scope "once" only'
  return args === undefined ? undefined : 'an escalation is answered as it was asked, without "args"'
}

const isJsonObject = (value: unknown): value is Args =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const known = new Set(["decision", "scope", "reason", "args"])

/** The limits on edited arguments. The gate checks them again like those of a call. */
const largestArgs = { depth: 128, nodes: 1_000_000, characters: 16 * 1024 * 1024 }
