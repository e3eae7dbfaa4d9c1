import type { ToolDefinition, Verdict } from "@toolgate/core"
import { makeToolDefinition } from "@toolgate/testing"
import { getRuleVerdict } from "./createBareTable.ts"
import { createRuleStream } from "./createRuleStream.ts"
import type { ByHand, RuleKind } from "./RuleKind.ts"

const tools: ReadonlyArray<ToolDefinition> = Array.from({ length: 16 }, (_, at) =>
  makeToolDefinition({ name: `get_${at}`, sideEffects: "NETWORK", resources: [{ kind: "url", arg: "/url" }] })
)

/** Returns rules about hosts, for 16 network tools: `get_7(domain:**.h10007.example.org)`. */
export const hosts = (effect: "deny" | "allow"): RuleKind => ({
  name: `${effect} the hosts of a domain`,
  effect,
  tools,
  rule: (number) => ({ tool: `get_${number % tools.length}`, pattern: `domain:**.${domainOf(number)}` }),
  stream: createRuleStream(effect, tools, (number, at) => ({
    kind: "host",
    host: `a${at}.${domainOf(number)}`,
    port: 443
  })),
  byHand: (rules) => (effect === "deny" ? anyTool(rules) : oneTool(rules))
})

const domainOf = (number: number) => `h${10_000 + number}.example.org`

const anyTool = (rules: number): ByHand => {
  const domains = new Map<string, Verdict>()
  for (let number = 0; number < rules; number++) domains.set(domainOf(number), getRuleVerdict("deny", number))
  return ({ resources }) => {
    for (const resource of resources) {
      const denied = resource.kind === "host" ? above(resource.host, domains) : undefined
      if (denied !== undefined) return denied
    }
    return undefined
  }
}

const oneTool = (rules: number): ByHand => {
  const byTool = new Map(tools.map(({ name }) => [name, new Map<string, Verdict>()]))
  for (let number = 0; number < rules; number++)
    byTool.get(`get_${number % tools.length}`)?.set(domainOf(number), getRuleVerdict("allow", number))
  return ({ tool, resources }) => {
    const domains = byTool.get(tool.name)
    let allowed: Verdict | undefined
    for (const resource of resources) {
      const one = resource.kind === "host" && domains !== undefined ? above(resource.host, domains) : undefined
      if (one === undefined) return undefined
      allowed ??= one
    }
    return allowed
  }
}

/** Returns the verdict of a parent domain of a host; `undefined` if there is none. The host itself does not count. */
const above = (host: string, domains: ReadonlyMap<string, Verdict>): Verdict | undefined => {
  for (let dot = host.indexOf("."); dot !== -1; dot = host.indexOf(".", dot + 1)) {
    const verdict = domains.get(host.slice(dot + 1))
    if (verdict !== undefined) return verdict
  }
  return undefined
}
