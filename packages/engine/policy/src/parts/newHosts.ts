import type { HostResource, PermissionRequest, Principal, RuleRef, ToolDefinition } from "@toolgate/core"
import { matchesHost, parseHostPattern } from "@toolgate/core/access"
import { getToolRules } from "../config/getToolRules.ts"
import type { PolicyConfig } from "../config/PolicyConfig.ts"
import { isOfHost } from "../declarations.ts"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import type { Rules } from "../rules/rules.ts"
import { ask, noOpinion } from "../verdict/verdicts.ts"

/**
 * Returns the part of a policy that asks before a call reaches a new host: one that no allow rule, no `net` of the
 * tool or agent, and no ceiling of the principal names. A person is asked once per session about a tool and its hosts.
 * An allow rule without a pattern names every host that its tool reaches.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { defaultConfig, makePolicy, newHosts, rules } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const { judge } = makePolicy([newHosts(defaultConfig, rules(defaultConfig))])
 * const tool = { sideEffects: "NETWORK", resources: [{ kind: "url", arg: "/url" }] } as const
 * const request = makePermissionRequest({ tool, resources: [{ kind: "host", host: "example.com", port: 443 }] })
 * assert.equal(judge(request).decision, "ask")
 * assert.equal(judge(makePermissionRequest()).decision, "allow")
 * ```
 */
export const newHosts = (
  config: Pick<PolicyConfig, "agents" | "default" | "tools">,
  { naming }: Pick<Rules, "naming">
): PolicyPart => {
  const namedFor = (tool: ToolDefinition, { agent, ceiling }: Principal) => [
    ...[
      ...getToolRules(config, tool).flatMap(({ net }) => net ?? []),
      ...(config.agents?.get(agent)?.net ?? [])
    ].flatMap(({ text }) => {
      const pattern = parseHostPattern(text)
      return typeof pattern === "string" ? [] : [pattern]
    }),
    ...(ceiling.hosts ?? []).flatMap(({ host, port }) => {
      const pattern = parseHostPattern(host)
      return typeof pattern === "string" ? [] : [{ ...pattern, port }]
    })
  ]
  const unnamed = (request: PermissionRequest, named: ReturnType<typeof namedFor>): ReadonlyArray<HostResource> =>
    request.resources.filter(
      (one): one is HostResource =>
        one.kind === "host" &&
        !named.some((pattern) => matchesHost(pattern, one.host, one.port)) &&
        naming(request, one) === undefined
    )
  return {
    name: "new hosts",
    of: (tool, { principal }) => {
      if (!tool.resources.some(isOfHost)) return noOpinion
      const named = namedFor(tool, principal)
      return (request) => (unnamed(request, named).length === 0 ? noOpinion : asked)
    },
    explain: (request, principal) =>
      unnamed(request, namedFor(request.tool, principal)).map(
        ({ host, port }): Finding => ({
          because,
          effect: "ask",
          said: `No rule names the host ${host}:${port}: prompt_once.`,
          change: `Add ${JSON.stringify(`${request.tool.name}(domain:${host})`)} to rules.allow.`
        })
      )
  }
}

const because: RuleRef = Object.freeze({ layer: "new hosts", rule: "first request to a host", source: "built in" })

const asked = Object.freeze(
  ask(
    because,
    "The call reaches a host that no rule names, so a person confirms the first request of a session to it.",
    "host"
  )
)
