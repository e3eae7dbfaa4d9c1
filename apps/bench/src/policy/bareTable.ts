import type { PermissionRequest, Verdict } from "@toolgate/core"
import { allow, ask, deny } from "@toolgate/policy"
import type { Question } from "./Question.ts"

const because = { layer: "bare", rule: "table", source: "bench" }

/** Verdicts made once, as a table holds them. */
const readyVerdict: Readonly<Record<Verdict["decision"], Verdict>> = {
  allow: allow(because),
  ask: ask(because, "A person has to confirm it."),
  deny: deny(because, "It is denied.")
}

/** The verdict of one rule, which says which one it was: made once as well. */
export const verdictOfRule = (effect: "deny" | "allow", number: number): Verdict => {
  const rule = { ...because, rule: `${effect} ${number}` }
  return effect === "deny" ? deny(rule, `Rule ${number} denies it.`) : allow(rule)
}

/**
 * The least that a decision can be: a Map by the tool's name, in it a Map by the role's, in it a verdict that was made before.
 * It holds the pairs that the stream asks for, and knows neither agents nor tasks, ceilings, callers nor changes of the policy.
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
