import type { Verdict } from "@toolgate/core"

export type Decision = Verdict["decision"]

const order: ReadonlyArray<Decision> = ["allow", "ask", "deny"]

/** How strict a decision is: 0 allows, 2 denies. */
export const strictness = (decision: Decision): number => order.indexOf(decision)

/** The strictest of them; an empty list allows. */
export const strictest = (decisions: ReadonlyArray<Decision>): Decision =>
  order[Math.max(0, ...decisions.map(strictness))] ?? "deny"
