import type { Principal, ToolDefinition, Verdict } from "@toolgate/core"
import { listLimitNames, parseHostPattern } from "@toolgate/core/access"
import { changesSomething, reachesNetwork } from "../config/toolGroups.ts"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import { meetValidated } from "../verdict/meet.ts"
import { allow, noOpinion } from "../verdict/verdicts.ts"
import { pickVerdict } from "./makeConstantPart.ts"
import { ResourceBounds } from "./ResourceBounds.ts"

/**
 * The part of a policy that restricts a principal to its own ceiling and the ceilings of everyone above it. Ceilings
 * apply under every policy.
 */
export const ceilings: PolicyPart = {
  name: "delegation",
  of: (tool, { principal }) => {
    const verdict = pickVerdict(toolFindings(tool, principal))
    if (verdict.decision === "deny") return verdict
    const limited = limitsOf(principal)
    const bounds = boundsOf(principal)
    return bounds.boundsNothing ? limited : meetValidated(() => limited, bounds.judge)
  },
  bounds: (_tool, { principal }) => [boundsOf(principal).bounds],
  explain: (request, principal) => [
    ...toolFindings(request.tool, principal),
    ...limitFindings(principal),
    ...boundsOf(principal).findings(request)
  ]
}

const limitsOf = (principal: Principal): Verdict => {
  const { limits = {} } = principal.ceiling
  const [finding] = limitFindings(principal)
  return finding === undefined ? noOpinion : allow(finding.because, { limits })
}

const limitFindings = ({ agent, ceiling: { limits = {} } }: Principal): ReadonlyArray<Finding> => {
  const names = listLimitNames(limits)
  if (names.length === 0) return []
  const because = { layer: "delegation", rule: "limits", source: agent }
  return [
    { because, effect: "allow", said: `The agent "${agent}" brings limits for each of its calls: ${names.join(", ")}.` }
  ]
}

const toolFindings = (tool: ToolDefinition, { agent, ceiling }: Principal): ReadonlyArray<Finding> => {
  const denied = (rule: string, said: string): Finding => ({
    because: { layer: "delegation", rule, source: agent },
    effect: "deny",
    said,
    change: `Call as an agent with a higher ceiling than "${agent}" was given.`
  })
  const found: Array<Finding> = []
  if (ceiling.tools !== "any" && !ceiling.tools.includes(tool.name))
    found.push(denied("tools", `Tool "${tool.name}" is not among the tools that this agent may use.`))
  if (ceiling.readOnly === true && changesSomething(tool))
    found.push(denied("read_only", `Tool "${tool.name}" can change something, and this call may only read.`))
  if (ceiling.noWeb === true && reachesNetwork(tool))
    found.push(denied("no_web", `Tool "${tool.name}" can reach the network, and this call may not.`))
  return found
}

const boundsOf = ({ agent, ceiling }: Principal): ResourceBounds => {
  const because = { layer: "delegation", rule: "ceiling", source: agent }
  return new ResourceBounds({
    trees: ceiling.files?.map(({ path, mode }) => ({ path, mode, because })),
    hosts: ceiling.hosts?.flatMap(({ host, port }) => {
      const pattern = parseHostPattern(host)
      return typeof pattern === "string" ? [] : [{ pattern: { ...pattern, port }, because }]
    }),
    because,
    whose: `agent "${agent}"`
  })
}
