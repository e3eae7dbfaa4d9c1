import type { Asker, ToolDefinition, Verdict } from "@toolgate/core"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import { allow, ask, deny, noOpinion } from "../verdict/verdicts.ts"

/**
 * Makes a part whose opinion of a tool and an asker is the same for every call. The verdict follows from the findings.
 */
export const makeConstantPart = (
  name: string,
  findings: (tool: ToolDefinition, asker: Asker) => ReadonlyArray<Finding>,
  revision?: () => number
): PolicyPart => ({
  name,
  of: (tool, asker) => pickVerdict(findings(tool, asker)),
  explain: ({ tool, context }, principal) => findings(tool, { principal, caller: context.caller }),
  ...(revision === undefined ? {} : { revision })
})

/**
 * Returns the strictest verdict among the findings. Of several equally strict findings, the first decides; of findings
 * that allow, the last.
 */
export const pickVerdict = (findings: ReadonlyArray<Finding>): Verdict => {
  const denied = findings.find(({ effect }) => effect === "deny")
  if (denied !== undefined) return deny(denied.because, denied.said)
  const asked = findings.find(({ effect }) => effect === "ask")
  if (asked !== undefined) return ask(asked.because, asked.said)
  const allowed = findings.findLast(({ effect }) => effect === "allow")
  return allowed === undefined ? noOpinion : allow(allowed.because)
}
