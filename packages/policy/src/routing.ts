import type { GrantBounds, RegisteredTool, Sandboxes, SandboxName, ToolImplementation } from "@toolgate/core"
import { verdictOf } from "./constantPart.ts"
import { meetLimits } from "./meetBounds.ts"
import type { PolicyConfig, ToolRule } from "./PolicyConfig.ts"
import type { Finding, PolicyPart } from "./PolicyPart.ts"
import { allow, unopposed } from "./verdicts.ts"

/** The sandboxes there are, each with the kinds of implementation that it can run. */
export type Installed = Sandboxes["Service"]["installed"]

type Routes = Pick<PolicyConfig, "default" | "tools">

/**
 * Where a tool runs, and within which limits, by all configurations together: the host where none names a sandbox. It routes
 * only to a sandbox that is installed and that the tool has an implementation for, and never to another instead.
 */
export const routing = (configs: ReadonlyArray<Routes>, installed: Installed): PolicyPart => {
  const findings = (tool: RegisteredTool): ReadonlyArray<Finding> => {
    const routes = routesOf(configs, tool)
    const [route] = routes
    const other = routes.find(({ sandbox }) => sandbox !== route.sandbox)
    if (other !== undefined)
      return [
        denied(
          other,
          `Tool "${tool.name}" is sent to the sandbox "${route.sandbox}" and to the sandbox "${other.sandbox}".`,
          "Let the files name the same sandbox, or only one of them any."
        )
      ]
    const { sandbox } = route
    const runs = installed.get(sandbox)
    if (runs === undefined)
      return [
        denied(
          route,
          `The sandbox "${sandbox}" of tool "${tool.name}" is not installed.`,
          "Install it, or route the tool elsewhere."
        )
      ]
    if (!tool.implementations.some(({ kind }) => runs.has(kind)))
      return [
        denied(
          route,
          `Tool "${tool.name}" has no implementation that the sandbox "${sandbox}" can run.`,
          `It has: ${kindsOf(tool)}. The sandbox runs: ${[...runs].join(", ")}.`
        )
      ]
    return [{ because: becauseOf(route), effect: "allow", said: `It runs in the sandbox "${sandbox}".` }]
  }
  return {
    name: "routing",
    of: (tool) => {
      const verdict = verdictOf(findings(tool))
      // Nobody forbids what cannot be run here.
      if (verdict.decision === "deny") return { ...verdict, refusal: "SandboxUnavailable" }
      const limits = configs
        .flatMap((config) => rulesFor(config, tool).map((rule) => rule.limits))
        .reduce(meetLimits, {})
      const [{ sandbox }] = routesOf(configs, tool)
      const bounds: GrantBounds = Object.keys(limits).length === 0 ? { sandbox } : { sandbox, limits }
      return allow(unopposed, Object.freeze(bounds))
    },
    explain: ({ tool }) => findings(tool)
  }
}

/** The rules of a tool, by its name and its aliases, all of which hold; else the default, if there is one. */
export const rulesFor = (
  { default: fallback, tools }: Routes,
  { name, aliases }: Pick<RegisteredTool, "name" | "aliases">
): ReadonlyArray<ToolRule> => {
  const named = [name, ...aliases].flatMap((one) => tools.get(one) ?? [])
  return named.length > 0 || fallback === undefined ? named : [fallback]
}

/** The names of sandboxes that a policy routes to and that are not installed, each with the place where it stands. */
export const missingSandboxes = (
  config: Routes,
  installed: Installed
): ReadonlyArray<{ readonly sandbox: SandboxName; readonly source: string }> =>
  [config.default, ...config.tools.values()].flatMap((rule) =>
    rule?.sandbox === undefined || installed.has(rule.sandbox) ? [] : [{ sandbox: rule.sandbox, source: rule.source }]
  )

interface Route {
  readonly sandbox: SandboxName
  readonly source: string
}

const routesOf = (configs: ReadonlyArray<Routes>, tool: RegisteredTool): readonly [Route, ...ReadonlyArray<Route>] => {
  const [first = { sandbox: "host", source: "built in" }, ...others] = configs.flatMap((config) =>
    rulesFor(config, tool).flatMap(({ sandbox, source }) => (sandbox === undefined ? [] : [{ sandbox, source }]))
  )
  return [first, ...others]
}

const becauseOf = ({ sandbox, source }: Route) => ({ layer: "routing", rule: `sandbox: ${sandbox}`, source })

const denied = (route: Route, said: string, change: string): Finding => ({
  because: becauseOf(route),
  effect: "deny",
  said,
  change
})

const kindsOf = ({ implementations }: { readonly implementations: ReadonlyArray<ToolImplementation> }) =>
  [...new Set(implementations.map(({ kind }) => kind))].join(", ")
