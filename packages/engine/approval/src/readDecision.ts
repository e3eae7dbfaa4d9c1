import type { ApprovalDecision } from "@toolgate/core"
import * as Predicate from "effect/Predicate"
import { quotedText } from "./shownText.ts"

/** A decision with its defaults filled in. */
export interface GivenDecision {
  readonly decision: ApprovalDecision["decision"]
  readonly scope: "once" | "session"
  /** `undefined` also if the given reason was blank. */
  readonly reason: string | undefined
}

/**
 * Reads what a client, or `onAsk`, answered. Returns the decision, or the end of a sentence that says why the answer is no
 * decision. Each member is read once.
 *
 * An unknown member could be a condition ("only with these arguments"), so an answer that has one is no decision.
 */
export const readDecision = (given: unknown): GivenDecision | string => {
  try {
    return read(given)
  } catch {
    // Only a getter or a proxy throws here. Its error is dropped, because it may quote anything.
    return "it could not be read"
  }
}

const read = (given: unknown): GivenDecision | string => {
  if (!Predicate.isObject(given)) return "it is not an object"
  const members = new Map<string, unknown>(Object.entries(given))
  for (const name of members.keys())
    if (!known.has(name)) return `it has a member ${quotedText(name.slice(0, 64))}, which no decision has`
  const decision = members.get("decision")
  const scope = members.get("scope")
  const reason = members.get("reason")
  if (decision !== "approve" && decision !== "deny") return '"decision" is neither "approve" nor "deny"'
  if (scope !== undefined && scope !== "once" && scope !== "session") return '"scope" is neither "once" nor "session"'
  if (reason !== undefined && decision === "approve") return '"reason" goes with "deny" only'
  if (reason !== undefined && typeof reason !== "string") return '"reason" is not a text'
  return { decision, scope: scope ?? "once", reason: reason?.trim() === "" ? undefined : reason }
}

const known = new Set(["decision", "scope", "reason"])
