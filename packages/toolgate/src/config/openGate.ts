import { builtins, shell } from "@toolgate/builtins"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Scope from "effect/Scope"
import { checkOptions, is } from "../checkOptions.ts"
import { createToolgate, type Toolgate } from "../createToolgate.ts"
import { toolgateOptions } from "../optionNames.ts"
import type { PolicyFiles } from "../PolicyFiles.ts"
import { partsOf, rememberParts } from "../partsOf.ts"
import type { ToolgateOptions } from "../ToolgateOptions.ts"
import { connectSource, type ToolSource } from "./connectSource.ts"
import { addUntaken, type ChosenTools, chosenTools, type StartAgent } from "./readToolbox.ts"

/**
 * The options of `openGate`: those of `createToolgate`, of which the policy and the tools have defaults, and what else stands in files.
 *
 * ```ts
 * import { readMcpServers } from "@toolgate/mcp-client"
 * import type { GateConfig } from "toolgate/config"
 *
 * export const configFrom = async (folder: string): Promise<GateConfig> => ({
 *   workspace: ".",
 *   policy: { files: [`${folder}/toolgate.yaml`] },
 *   catalogue: `${folder}/tools.yaml`,
 *   servers: await readMcpServers(`${folder}/mcp.yaml`)
 * })
 * ```
 */
export interface GateConfig<E = never, Servers = unknown> extends Omit<ToolgateOptions<E>, "policy" | "tools"> {
  /** The policy: `"default"` unless another one is named. */
  readonly policy?: ToolgateOptions<E>["policy"]
  /** Whether the `toolgate.yaml` of the workspace narrows a policy of files. It does unless this is `false`. */
  readonly projectPolicy?: boolean
  /** The tools beside those of files: the built-in ones and `shell` by default. */
  readonly tools?: ToolgateOptions<E>["tools"]
  /** The servers whose tools are behind the gate, such as `readMcpServers("mcp.yaml")` of `@toolgate/mcp-client`. */
  readonly servers?: ToolSource<Servers> | undefined
  /** The wanted tools of a toolbox that `readToolbox` has read, with the agents that they start. */
  readonly toolbox?: ChosenTools
}

/**
 * A gate that was opened from files.
 *
 * ```ts
 * import type { ConfiguredGate } from "toolgate/config"
 *
 * export const describe = ({ project, tools }: ConfiguredGate) => {
 *   if (project !== undefined) console.log(`${project} narrows the policy.`)
 *   console.log(`${tools.list().length} tools.`)
 * }
 * ```
 */
export interface ConfiguredGate<Servers = unknown> extends Toolgate {
  /** The path of the `toolgate.yaml` of the workspace that narrows the policy, if one does. */
  readonly project: string | undefined
  /** The result of connecting `servers`: for MCP servers, the service `McpServers`. */
  readonly servers: Servers | undefined
}

/**
 * Opens a gate from the files of a machine: policy files, which the `toolgate.yaml` of the workspace narrows, catalogues, plugins, skills,
 * MCP servers and a toolbox. Rejects as `createToolgate` does.
 *
 * ```ts
 * import { openGate } from "toolgate/config"
 *
 * await using gate = await openGate({ workspace: "." })
 * const { success, error } = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "README.md" } })
 * console.log(success ? "Read." : error?.message)
 * ```
 */
export const openGate = async <E = never, Servers = unknown>(
  config: GateConfig<E, Servers>
): Promise<ConfiguredGate<Servers>> => {
  if (!Predicate.isObject(config)) throw new TypeError("A gate needs its options: the workspace at least.")
  checkOptions("A gate cannot be opened", config, configOptions)
  const { policy: chosen = "default", projectPolicy = true, tools = defaultTools, servers, toolbox, ...rest } = config
  const { policy, project } = projectPolicy ? await narrowed(chosen, config.workspace) : { policy: chosen }
  let started: Toolgate | undefined
  // No call is made before the gate is open.
  const start: StartAgent = async (request) => (started as Toolgate).startAgent(request)
  const { annotated, further } = toolbox === undefined ? none : await chosenTools(toolbox, rest.catalogue, start)
  const gate = await createToolgate({
    ...rest,
    policy,
    tools: [...tools, ...annotated],
    agents: { ...(await toolbox?.agentsOf(toolbox.tools)), ...rest.agents },
    settings: [...(rest.settings ?? []), ...(servers?.files ?? []), toolbox?.file ?? []].flat(),
    ...pinsWith(rest.pins, servers?.owners)
  })
  started = gate
  const parts = partsOf(gate)
  const scope = Effect.runSync(Scope.make())
  const close = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await gate.close()
  }
  try {
    await Effect.runPromiseWith(parts.services)(addUntaken(further))
    const connected =
      servers === undefined
        ? undefined
        : await Effect.runPromiseWith(parts.services)(Scope.provide(connectSource(servers, parts), scope))
    const opened = { ...gate, project, servers: connected, close, [Symbol.asyncDispose]: close }
    rememberParts(opened, parts)
    return opened
  } catch (cause) {
    await close()
    throw cause
  }
}

const defaultTools = [...builtins(), shell]

const none = { annotated: [], further: [] }

const hasFunction = (name: string) => (given: unknown) =>
  Predicate.hasProperty(given, name) && typeof given[name] === "function"

const configOptions = {
  ...toolgateOptions,
  projectPolicy: is("true or false", (given) => typeof given === "boolean"),
  servers: is('what a function such as readMcpServers("mcp.yaml") resolves to', hasFunction("connect")),
  toolbox: is(
    'what readToolbox resolves to, with the wanted tools as in { ...toolbox, tools: ["calculate"] }',
    (given) => hasFunction("toolsOf")(given) && Array.isArray((given as Partial<ChosenTools>).tools)
  )
}

/** Returns the rules about definitions, of which those of the app come before those of its servers. */
const pinsWith = (
  given: ToolgateOptions["pins"],
  owners: ToolSource<unknown>["owners"] = {}
): Pick<ToolgateOptions, "pins"> => {
  if (Object.keys(owners).length > 0) return { pins: { ...given, owners: { ...owners, ...given?.owners } } }
  return given === undefined ? {} : { pins: given }
}

/** Returns a policy of files as the `toolgate.yaml` of the workspace narrows it. Any other policy is not narrowed. */
const narrowed = async <E>(policy: ToolgateOptions<E>["policy"], workspace: string) => {
  const named = policy === "default" ? undefined : filesOf(policy)
  if (policy !== "default" && (named === undefined || named.narrowedBy !== undefined)) return { policy }
  // Code of policy files is loaded only when it is needed.
  const { findPolicy, findProjectPolicy } = await import("@toolgate/policy-files")
  const files = named?.files ?? [findPolicy()].filter((path) => path !== undefined)
  const project = await Effect.runPromise(findProjectPolicy(workspace, files))
  return project === undefined ? { policy } : { policy: { ...named, files, narrowedBy: project }, project }
}

const filesOf = (policy: unknown): PolicyFiles | undefined =>
  typeof policy === "object" && policy !== null && "files" in policy && Array.isArray(policy.files)
    ? (policy as PolicyFiles)
    : undefined
