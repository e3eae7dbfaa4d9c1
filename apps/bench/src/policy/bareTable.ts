import type { PermissionRequest, Verdict } from "@toolgate/core"
import { allow, ask, deny } from "@toolgate/policy"
import type { Question } from "./Question.ts"

const because = { layer: "bare", rule: "table", source: "bench" }

/** Verdicts that are made once, as a table holds them. */
const readyVerdict: Readonly<Record<Verdict["decision"], Verdict>> = {
  allow: allow(because),
  ask: ask(because, "A person has to confirm it."),
  deny: deny(because, "It is denied.")
}

/** Returns a verdict that names its rule. Also made once. */
export const verdictOfRule = (effect: "deny" | "allow", number: number): Verdict => {
  const rule = { ...because, rule: `${effect} ${number}` }
  return effect === "deny" ? deny(rule, `Rule ${number} denies it.`) : allow(rule)
}

/**
 * Returns the simplest possible policy: a Map by the tool's name, which holds a Map by the role's name, which holds
 * ready-made verdicts. The table holds the pairs in the stream, and ignores agents, tasks, ceilings, callers and
 * changes of the policy.
 */
export const bareTable = (
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
