import {
  type GrantBounds,
  type HostAccess,
  isHosted,
  type PermissionRequest,
  type Principal,
  type SandboxName,
  type ToolDefinition
} from "@toolgate/core"
import type { PolicyConfig, ToolRule } from "@toolgate/policy"
import { protectedPaths, secretPaths } from "@toolgate/policy"
import { hosts, ports } from "../world/names.ts"
import { installed, type World } from "../world/world.ts"
import { allowedPathsDecide, capabilitiesDecide, ceilingDecides, toolHostsDecide } from "./bounds.ts"
import { confirmationDecides, isNetworkDenied } from "./confirmation.ts"
import { type Decision, strictest } from "./decision.ts"
import { cascadeDecides } from "./layers.ts"
import { matchesHost } from "./matchesHost.ts"
import { outsideDecides } from "./outside.ts"
import { isOpaque, patternsOf, rulesDecide } from "./rules.ts"
import type { Groups } from "./selects.ts"

/**
 * Returns the decision that the documentation prescribes. Every part of every file is asked, from scratch and in full,
 * for everyone in the chain, and the strictest decision counts.
 */
export const decide = (
  { configs, known, judges }: Pick<World, "configs" | "known" | "judges">,
  request: PermissionRequest
): Decision => {
  const { tool, context } = request
  const chain = chainOf(context.principal)
  const decisions: Array<Decision> = []
  if (!tool.callers.includes(context.caller.kind)) decisions.push("deny")
  for (const principal of chain) decisions.push(ceilingDecides(principal, tool, request))
  configs.forEach((config, i) => {
    // A file may use the groups of the files before it.
    const groups: Groups = new Map(configs.slice(0, i + 1).flatMap((one) => [...one.groups]))
    // `protectedPaths.test.ts` tests this part separately.
    const { of } = protectedPaths({ ...config, isFirst: i === 0 })
    const ofTool = of(tool, { principal: context.principal, caller: context.caller })
    decisions.push((typeof ofTool === "function" ? ofTool(request) : ofTool).decision)
    // `secretPaths.test.ts` does the same for this part.
    const secrets = secretPaths({ ...config, isFirst: i === 0 }, (one) => isEnforced(configs, one))
    const secretsOfTool = secrets.of(tool, { principal: context.principal, caller: context.caller })
    decisions.push((typeof secretsOfTool === "function" ? secretsOfTool(request) : secretsOfTool).decision)
    if (i === 0)
      for (const principal of chain)
        decisions.push(outsideDecides({ config, groups, known, entries: entriesOf(config, tool) }, principal, request))
    const entries = entriesOf(config, tool)
    if (entries.some(({ allowed }) => !allowed)) decisions.push("deny")
    decisions.push(toolHostsDecide(entries, request))
    for (const principal of chain) {
      decisions.push(cascadeDecides(configs, i, groups, tool, principal))
      decisions.push(capabilitiesDecide(config, groups, tool, principal, request))
    }
    decisions.push(allowedPathsDecide(config, tool, request))
    decisions.push(rulesDecide(config, groups, known, request))
    decisions.push(confirmationDecides(config, groups, known, request))
    if (isNetworkDenied(config, request) && mayConnect({ configs, judges }, request)) decisions.push("deny")
  })
  for (const { judge } of judges) decisions.push(judge(request).decision)
  decisions.push(routingDecides({ configs, judges }, request))
  if (isOpaque(request) && mayHide({ configs, known, judges }, request)) decisions.push("ask")
  return strictest(decisions)
}

/**
 * Whether a file names a sandbox for the tool. If no file does, the tool decides. A file that does narrows.
 */
export const isRouted = (configs: World["configs"], tool: ToolDefinition): boolean =>
  configs.some((config) => entriesOf(config, tool).some(({ sandbox }) => sandbox !== undefined))

const chainOf = (principal: Principal): ReadonlyArray<Principal> =>
  principal.parent === undefined ? [principal] : [principal, ...chainOf(principal.parent)]

/** Returns the entries for a tool under its name and its aliases, all of which hold; otherwise the default. */
const entriesOf = (
  { tools, default: fallback }: PolicyConfig,
  { name, aliases }: ToolDefinition
): ReadonlyArray<ToolRule> => {
  const named = [name, ...aliases].flatMap((one) => tools.get(one) ?? [])
  return named.length === 0 && fallback !== undefined ? [fallback] : named
}

type Rest = Pick<World, "configs" | "judges">

/** Whether the grant of the call would include a host or waive confinement. */
const mayConnect = ({ configs, judges }: Rest, request: PermissionRequest): boolean => {
  const { tool, resources } = request
  if (isWaived(configs, tool) && judged(judges, request).every(({ confinement }) => confinement !== "required"))
    return true
  const bounds = hostBounds({ configs, judges }, request)
  // A tool that names its hosts is granted those hosts. Another tool that reaches the network is granted every host
  // within the bounds.
  const servers = namesHosts(tool)
    ? resources.filter((one) => one.kind === "host")
    : reachesNetwork(tool)
      ? everyHost
      : []
  return servers.some(({ host, port }) =>
    bounds.every((bound) => bound.some((pattern) => matchesHost(pattern, host, port) === true))
  )
}

const namesHosts = ({ resources }: ToolDefinition): boolean => resources.some(({ kind }) => kind === "url")

/** Whether a tool reaches hosts that it does not name. One that only computes has to say so. */
const reachesNetwork = ({ sideEffects, effects, permission }: ToolDefinition): boolean =>
  effects.includes("network_access") || (permission !== "compute" && ["EXECUTE", "NETWORK"].includes(sideEffects))

/** Whether the files waive the confinement of a tool's commands. */
const isWaived = (configs: World["configs"], tool: ToolDefinition): boolean => {
  const waives = configs.flatMap((config, i) =>
    entriesOf(config, tool).flatMap(({ unconfined }) => (unconfined ? [[i, unconfined.value] as const] : []))
  )
  return waives.some(([i, value]) => i === 0 && value) && waives.every(([, value]) => value)
}

const judged = (judges: World["judges"], request: PermissionRequest): ReadonlyArray<GrantBounds> =>
  judges.flatMap(({ judge }) => {
    const verdict = judge(request)
    return verdict.decision === "deny" ? [] : [verdict.bounds]
  })

/** Returns the lists of hosts of everyone who bounds the hosts of a call. */
const hostBounds = ({ configs, judges }: Rest, request: PermissionRequest): ReadonlyArray<ReadonlyArray<string>> => {
  const { tool, context } = request
  const named = (all: ReadonlyArray<HostAccess>) =>
    all.map(({ host, port }) => (port === "any" ? host : `${host}:${port}`))
  return [
    ...configs.flatMap((config) => entriesOf(config, tool)).map(({ net }) => net?.map(({ text }) => text)),
    ...chainOf(context.principal).flatMap(({ agent, ceiling }) => [
      ceiling.hosts && named(ceiling.hosts),
      ...configs.map(({ agents }) => agents?.get(agent)?.net?.map(({ text }) => text))
    ]),
    ...judged(judges, request).map(({ hosts }) => hosts && named(hosts))
  ].filter((bound) => bound !== undefined)
}

/** Whether someone bounds the files of a call. */
const areFilesBounded = ({ configs, judges }: Rest, request: PermissionRequest): boolean => {
  const { tool, context } = request
  return (
    judged(judges, request).some(({ files }) => files !== undefined) ||
    chainOf(context.principal).some(
      ({ agent, ceiling }) =>
        ceiling.files !== undefined || configs.some(({ agents }) => agents?.get(agent)?.fs !== undefined)
    ) ||
    configs.some(({ permissions }) =>
      [...permissions].some(
        ([type, { allowedPaths }]) => allowedPaths !== undefined && (type === "filesystem" || type === tool.permission)
      )
    )
  )
}

/** Whether a boundary of the run enforces the grant of a tool. */
const isEnforced = (configs: World["configs"], tool: ToolDefinition): boolean => {
  const kinds = tool.implementations.map(({ kind }) => kind)
  const sandbox = configs.flatMap((config) => entriesOf(config, tool).flatMap((entry) => entry.sandbox ?? []))[0]
  const isOnHost =
    sandbox === "host" || (sandbox === undefined && (kinds.includes("function") || kinds.includes("command")))
  const isAtProvider = sandbox === "provider" || (sandbox === undefined && isHosted(tool))
  return (
    (!isOnHost && !isAtProvider) ||
    (kinds.includes("command") && !kinds.includes("function") && !isWaived(configs, tool))
  )
}

/**
 * Whether the part of a call that cannot be read may match a pattern of any file or exceed a bound, and no boundary of
 * the run enforces it.
 */
const mayHide = (world: Pick<World, "configs" | "known" | "judges">, request: PermissionRequest): boolean => {
  const { configs, known } = world
  const { tool } = request
  const isWalled = isEnforced(configs, tool)
  const bounds = hostBounds(world, request)
  const hasEveryHost =
    reachesNetwork(tool) && !namesHosts(tool) && bounds.every((bound) => bound.some((host) => host === "**"))
  if (!isWalled && (areFilesBounded(world, request) || (bounds.length > 0 && !hasEveryHost))) return true
  return configs.some((config, i) =>
    patternsOf(config, new Map(configs.slice(0, i + 1).flatMap((one) => [...one.groups])), known, tool).some(
      ({ kind, where }) => {
        if (kind === "host") return !isWalled || hasEveryHost
        if (kind === "command" || !isWalled) return true
        return (
          where !== undefined && /^\/(?:usr|s?bin|lib(?:32|64|x32)?|nix|gnu|etc|opt|proc|dev|sys)(?:\/|$)/i.test(where)
        )
      }
    )
  )
}

const everyHost = [...hosts, "new.api.example.org", "x.new.org", "new.test", "10.0.0.1"].flatMap((host) =>
  [...ports, 8080].map((port) => ({ host, port }))
)

/**
 * Returns the decision about the sandbox. All files that name a sandbox have to name the same one; it has to be
 * installed, and has to run the tool. If no file names a sandbox, the tool runs on the host, or in wasm if the host can
 * run none of its implementations, or at its provider.
 */
const routingDecides = (
  { configs, judges }: Pick<World, "configs" | "judges">,
  request: PermissionRequest
): Decision => {
  const { implementations } = request.tool
  const isForHost = implementations.some(({ kind }) => kind === "function" || kind === "command")
  const named = configs.flatMap(
    (config): ReadonlyArray<SandboxName | undefined> => entriesOf(config, request.tool).map(({ sandbox }) => sandbox)
  )
  if (named.filter(Boolean).length === 0) named.push(isForHost ? "host" : isHosted(request.tool) ? "provider" : "wasm")
  for (const { judge } of judges) {
    const verdict = judge(request)
    if (verdict.decision !== "deny") named.push(verdict.bounds.sandbox)
  }
  const [sandbox = "", ...others] = new Set(named.filter((one) => one !== undefined))
  const runs = installed.get(sandbox)
  const canRun = implementations.some(({ kind }) => runs?.has(kind))
  return others.length > 0 || !canRun ? "deny" : "allow"
}
