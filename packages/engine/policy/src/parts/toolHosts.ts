import type { ToolDefinition } from "@toolgate/core"
import { parseHostPattern } from "@toolgate/core/access"
import { getToolRules, type ToolRules } from "../config/getToolRules.ts"
import type { PolicyPart } from "../PolicyPart.ts"
import { meetValidated } from "../verdict/meet.ts"
import { noOpinion } from "../verdict/verdicts.ts"
import { ResourceBounds } from "./ResourceBounds.ts"

/**
 * Returns the part of a policy that restricts the hosts of a tool's calls, for every caller.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makePolicy, toolHosts } from "@toolgate/policy"
 * import { parsePolicy } from "@toolgate/policy-files"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const text = "version: 1\ntools: { fetch: { net: [api.example.com] } }"
 * const { judge } = makePolicy([toolHosts(Effect.runSync(parsePolicy(text, "toolgate.yaml")))])
 * const connect = (host: string) =>
 *   judge(makePermissionRequest({ tool: { name: "fetch" }, resources: [{ kind: "host", host, port: 443 }] })).decision
 * assert.deepEqual([connect("api.example.com"), connect("example.org")], ["allow", "deny"])
 * ```
 */
export const toolHosts = (config: ToolRules): PolicyPart => ({
  name: "hosts of tools",
  of: (tool) => {
    const judges = boundsOf(config, tool).map(({ judge }) => judge)
    return judges.length === 0 ? noOpinion : meetValidated(...judges)
  },
  bounds: (tool) => boundsOf(config, tool).map((bound) => bound.bounds),
  explain: (request) => boundsOf(config, request.tool).flatMap((bound) => bound.findings(request))
})

const boundsOf = (config: ToolRules, tool: ToolDefinition): ReadonlyArray<ResourceBounds> =>
  getToolRules(config, tool).flatMap(({ net, source }) => {
    if (net === undefined) return []
    const hosts = net.flatMap(({ text, source: at }) => {
      const pattern = parseHostPattern(text)
      // An invalid pattern is refused when the file is loaded. Here, such a pattern allows no host.
      return typeof pattern === "string"
        ? []
        : [{ pattern, because: { layer: "tools", rule: `net ${text}`, source: at } }]
    })
    const because = { layer: "tools", rule: `net of ${tool.name}`, source }
    return [new ResourceBounds({ trees: undefined, hosts, because, whose: `tool "${tool.name}"` })]
  })
