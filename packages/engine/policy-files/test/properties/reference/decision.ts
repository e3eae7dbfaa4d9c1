import type { Verdict } from "@toolgate/core"

export type Decision = Verdict["decision"]

const order: ReadonlyArray<Decision> = ["allow", "ask", "deny"]

/** Returns how strict a decision is: 0 allows, 2 denies. */
export const strictness = (decision: Decision): number => order.indexOf(decision)

/** Returns the strictest of the decisions. An empty list allows. */
export const strictest = (decisions: ReadonlyArray<Decision>): Decision =>
  order[Math.max(0, ...decisions.map(strictness))] ?? "deny"
