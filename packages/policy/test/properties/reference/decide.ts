import type { PermissionRequest, Principal, RegisteredTool } from "@toolgate/core"
import type { PolicyConfig, ToolRule } from "../../../src/PolicyConfig.ts"
import { installed, type World } from "../world/world.ts"
import { allowedPathsDecide, capabilitiesDecide, ceilingDecides } from "./bounds.ts"
import { confirmationDecides } from "./confirmation.ts"
import { type Decision, strictest } from "./decision.ts"
import { cascadeDecides } from "./layers.ts"
import { rulesDecide } from "./rules.ts"
import type { Groups } from "./selects.ts"

/**
 * What a policy has to decide, as the documents say it: every part of every file is asked, from scratch and in full, for
 * everyone in the chain, and the strictest wins.
 */
export const decide = (
  { configs, known, judges }: Pick<World, "configs" | "known" | "judges">,
  request: PermissionRequest
): Decision => {
  const { tool, context, resources } = request
  const chain = chainOf(context.principal)
  const decisions: Array<Decision> = []
  if (!tool.callers.includes(context.caller.kind)) decisions.push("deny")
  for (const principal of chain) decisions.push(ceilingDecides(principal, tool, resources))
  configs.forEach((config, i) => {
    // A file uses the groups of those before it.
    const groups: Groups = new Map(configs.slice(0, i + 1).flatMap((one) => [...one.groups]))
    if (ruleOf(config, tool)?.allowed === false) decisions.push("deny")
    for (const principal of chain) {
      decisions.push(cascadeDecides(configs, i, groups, tool, principal))
      decisions.push(capabilitiesDecide(config, groups, tool, principal, resources))
    }
    decisions.push(allowedPathsDecide(config, tool, resources))
    decisions.push(rulesDecide(config, groups, known, request))
    decisions.push(confirmationDecides(config, groups, known, request))
  })
  for (const { judge } of judges) decisions.push(judge(request).decision)
  decisions.push(routingDecides({ configs, judges }, request))
  return strictest(decisions)
}

const chainOf = (principal: Principal): ReadonlyArray<Principal> =>
  principal.parent === undefined ? [principal] : [principal, ...chainOf(principal.parent)]

const ruleOf = ({ tools, default: fallback }: PolicyConfig, { name, aliases }: RegisteredTool): ToolRule | undefined =>
  [name, ...aliases].map((one) => tools.get(one)).find((rule) => rule !== undefined) ?? fallback

/** All who name a sandbox have to name the same one, and it has to be there and run the tool. Who names none bounds nothing. */
const routingDecides = (
  { configs, judges }: Pick<World, "configs" | "judges">,
  request: PermissionRequest
): Decision => {
  const named = configs.map((config) => ruleOf(config, request.tool)?.sandbox)
  for (const { judge } of judges) {
    const verdict = judge(request)
    if (verdict.decision !== "deny") named.push(verdict.bounds.sandbox)
  }
  const [sandbox = "host", ...others] = new Set(named.filter((one) => one !== undefined))
  const runs = installed.get(sandbox)
  const canRun = request.tool.implementations.some(({ kind }) => runs?.has(kind))
  return others.length > 0 || !canRun ? "deny" : "allow"
}
