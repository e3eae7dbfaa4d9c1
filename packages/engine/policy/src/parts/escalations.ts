import type { Judge } from "@toolgate/core"
import type { PolicyPart } from "../PolicyPart.ts"
import { ask } from "../verdict/verdicts.ts"
import { constantPart } from "./constantPart.ts"

const because = { layer: "tool", rule: "escalates", source: "built in" }

const why = "The agent asks a person, and the answer permits nothing."

/** The part of a policy that asks a person about each call of a tool that escalates. */
export const escalations: PolicyPart = constantPart("escalations", (tool) =>
  tool.escalates === true ? [{ because, effect: "ask", said: why }] : []
)

/**
 * Returns a judge under which no rule, and no answer to an earlier call, answers an escalation. It asks about each call that the given
 * judge does not deny, whichever policy that judge is of.
 */
export const askingEscalations =
  (judge: Judge): Judge =>
  (request) => {
    const verdict = judge(request)
    return request.tool.escalates !== true || verdict.decision === "deny"
      ? verdict
      : { ...ask(because, why), bounds: verdict.bounds }
  }
