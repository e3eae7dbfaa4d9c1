import type { PermissionRequest, Verdict } from "@toolgate/core"
import { allow, ask, deny } from "@toolgate/policy"
import type { Question } from "./Question.ts"

const because = { layer: "bare", rule: "table", source: "bench" }

/** Precomputed verdicts, as in a table. */
const readyVerdict: Readonly<Record<Verdict["decision"], Verdict>> = {
  allow: allow(because),
  ask: ask(because, "A person has to confirm it."),
  deny: deny(because, "It is denied.")
}

/** Returns a precomputed verdict that names its rule. */
export const getRuleVerdict = (effect: "deny" | "allow", number: number): Verdict => {
  const rule = { ...because, rule: `${effect} ${number}` }
  return effect === "deny" ? deny(rule, `Rule ${number} denies it.`) : allow(rule)
}

/**
 * Returns the simplest possible policy: a Map by tool of Maps by role of verdicts. It contains the pairs in the stream,
 * and ignores agents, tasks, ceilings, callers and changes of the policy.
 */
export const createBareTable = (
  stream: ReadonlyArray<Pick<Question, "request" | "decision">>
): ((request: PermissionRequest) => Verdict) => {
  const byTool = new Map<string, Map<string, Verdict>>()
  for (const { request, decision } of stream) {
    const { tool, context } = request
    const byRole = byTool.get(tool.name) ?? new Map<string, Verdict>()
    byTool.set(tool.name, byRole.set(context.principal.role ?? "", readyVerdict[decision]))
  }
  return ({ tool, context }) => byTool.get(tool.name)?.get(context.principal.role ?? "") ?? readyVerdict.deny
}
