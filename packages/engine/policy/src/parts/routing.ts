import type { GrantBounds, ResourceLimits, Sandboxes, SandboxName, ToolDefinition } from "@toolgate/core"
import { limitNames } from "@toolgate/core/access"
import { getToolRules, type ToolRules } from "../config/getToolRules.ts"
import { chooseSandbox } from "../grant/chooseSandbox.ts"
import { isConfinedCommand, resolveLimits } from "../grant/commandDefaults.ts"
import { type Confined, resolveConfinement } from "../grant/resolveConfinement.ts"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import { allow, noObjection } from "../verdict/verdicts.ts"
import { pickVerdict } from "./makeConstantPart.ts"

/** The installed sandboxes, each with the kinds of implementation that it can run. */
export type Installed = Sandboxes["Service"]["installed"]

/**
 * Returns the part of a policy that decides a tool's sandbox, confinement and limits under all configurations. If no
 * configuration names a sandbox, the tool runs in the sandbox that its implementations require. A tool is routed only
 * to an installed sandbox for which the tool has an implementation. There is no fallback to another sandbox.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { defaultConfig, makePolicy, routing } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const { judge } = makePolicy([routing([defaultConfig], new Map([["wasm", new Set(["wasm"] as const)]]))])
 * // The tool needs the host sandbox, which is not installed.
 * const verdict = judge(makePermissionRequest())
 * assert.equal(verdict.decision === "deny" && verdict.refusal, "SandboxUnavailable")
 * ```
 */
export const routing = (configs: ReadonlyArray<ToolRules>, installed: Installed): PolicyPart => {
  const findings = (tool: ToolDefinition): ReadonlyArray<Finding> => {
    const routes = routesOf(configs, tool)
    const [route] = routes
    const other = routes.find(({ sandbox }) => sandbox !== route.sandbox)
    if (other !== undefined)
      return [
        denied(
          other,
          `Tool "${tool.name}" is sent to the sandbox "${route.sandbox}" and to the sandbox "${other.sandbox}".`,
          "Name the same sandbox in all files, or name a sandbox in one file only."
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
    const { limits, byDefault } = limitsIn(configs, tool)
    const said = `${saidOf(sandbox, resolveConfinement(configs, tool))}${defaultsSaid(byDefault)}${chainSaid(tool, limits)}`
    return [{ because: becauseOf(route), effect: "allow", said }]
  }
  return {
    name: "routing",
    of: (tool) => {
      const verdict = pickVerdict(findings(tool))
      // This is not a prohibition: the tool cannot run here.
      if (verdict.decision === "deny") return { ...verdict, refusal: "SandboxUnavailable" }
      const { limits } = limitsIn(configs, tool)
      const sandbox = resolveSandbox(configs, tool)
      const { confinement, env, path } = resolveConfinement(configs, tool)
      // These bounds are always set, so that no other judge can waive confinement or grant variables and folders.
      const bounds: GrantBounds = {
        sandbox,
        confinement,
        env: Object.freeze(env),
        path: Object.freeze(path),
        ...(Object.keys(limits).length === 0 ? {} : { limits })
      }
      return allow(noObjection, Object.freeze(bounds))
    },
    explain: ({ tool }) => findings(tool)
  }
}

export const resolveSandbox = (configs: ReadonlyArray<ToolRules>, tool: ToolDefinition): SandboxName =>
  routesOf(configs, tool)[0].sandbox

/** Returns the sandboxes to which a policy routes tools and that are not installed, each with the place of its name. */
export const findMissingSandboxes = (
  config: ToolRules,
  installed: Installed
): ReadonlyArray<{ readonly sandbox: SandboxName; readonly source: string }> =>
  [config.default, ...config.tools.values()].flatMap((rule) =>
    rule?.sandbox === undefined || installed.has(rule.sandbox) ? [] : [{ sandbox: rule.sandbox, source: rule.source }]
  )

const limitsIn = (configs: ReadonlyArray<ToolRules>, tool: ToolDefinition) => {
  const { confinement } = resolveConfinement(configs, tool)
  return resolveLimits(configs, tool, isConfinedCommand(tool, { sandbox: resolveSandbox(configs, tool), confinement }))
}

interface Route {
  readonly sandbox: SandboxName
  readonly source: string
}

const routesOf = (
  configs: ReadonlyArray<ToolRules>,
  tool: ToolDefinition
): readonly [Route, ...ReadonlyArray<Route>] => {
  const [first = { sandbox: chooseSandbox(tool), source: "built in" }, ...others] = configs.flatMap((config) =>
    getToolRules(config, tool).flatMap(({ sandbox, source }) => (sandbox === undefined ? [] : [{ sandbox, source }]))
  )
  return [first, ...others]
}

const saidOf = (sandbox: SandboxName, { confinement, env, path }: Confined): string => {
  const how = confinement === "waived" ? ", unconfined" : ""
  const given = [
    ...(env.length === 0 ? [] : [`the ${env.length === 1 ? "variable" : "variables"} ${env.join(", ")}`]),
    ...(path.length === 0 || confinement === "waived" ? [] : [`the programs of ${path.join(", ")}`])
  ]
  return `It runs in the sandbox "${sandbox}"${how}${given.length === 0 ? "" : `, with ${given.join(" and ")}`}.`
}

const defaultsSaid = ({ processes, outputBytes, memoryShare }: Partial<ResourceLimits>): string => {
  const said = [
    ...(processes === undefined ? [] : [`processes ${processes}`]),
    ...(outputBytes === undefined ? [] : [`output ${outputBytes / 2 ** 20}MiB`]),
    ...(memoryShare === undefined ? [] : [`memory ${memoryShare * 100}% of the machine's memory`])
  ]
  return said.length === 0 ? "" : ` Its limits by default: ${said.join(", ")}.`
}

/** Returns the limits of a policy on the calls that a tool's script makes. */
const chainSaid = (
  { implementations }: ToolDefinition,
  { chainCalls, chainCallMs, chainMs, chainInlineBytes }: Partial<ResourceLimits>
): string => {
  if (!implementations.some(({ kind }) => kind === "script")) return ""
  const said = [
    ...(chainCalls === undefined ? [] : [`${limitNames.chainCalls} ${chainCalls}`]),
    ...(chainCallMs === undefined ? [] : [`${limitNames.chainCallMs} ${timeText(chainCallMs)}`]),
    ...(chainMs === undefined ? [] : [`${limitNames.chainMs} ${timeText(chainMs)}`]),
    ...(chainInlineBytes === undefined ? [] : [`${limitNames.chainInlineBytes} ${sizeText(chainInlineBytes)}`])
  ]
  return said.length === 0 ? "" : ` Limits of a script's calls, unless the tool's are lower: ${said.join(", ")}.`
}

const timeText = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`)
const sizeText = (bytes: number): string => (bytes % 1024 === 0 ? `${bytes / 1024}KiB` : `${bytes}B`)

const becauseOf = ({ sandbox, source }: Route) => ({ layer: "routing", rule: `sandbox: ${sandbox}`, source })

const denied = (route: Route, said: string, change: string): Finding => ({
  because: becauseOf(route),
  effect: "deny",
  said,
  change
})

const kindsOf = ({ implementations }: ToolDefinition) =>
  [...new Set(implementations.map(({ kind }) => kind))].join(", ")
