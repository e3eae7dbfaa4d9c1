import type { Judge } from "@toolgate/core"
import type { PolicyPart } from "../PolicyPart.ts"
import { ask } from "../verdict/verdicts.ts"
import { makeConstantPart } from "./makeConstantPart.ts"

const because = { layer: "tool", rule: "escalates", source: "built in" }

const why = "The agent asks a person, and the answer permits nothing."

/** The part of a policy that asks a person about each call of a tool that escalates. */
export const escalations: PolicyPart = makeConstantPart("escalations", (tool) =>
  tool.escalates === true ? [{ because, effect: "ask", said: why }] : []
)

/**
 * Wraps a judge so that a person answers every escalation: the wrapper asks about each escalating call that the judge
 * does not deny. Rules and earlier answers never answer an escalation.
 */
export const askEscalations =
  (judge: Judge): Judge =>
  (request) => {
    const verdict = judge(request)
    return request.tool.escalates !== true || verdict.decision === "deny"
      ? verdict
      : { ...ask(because, why), bounds: verdict.bounds }
  }
