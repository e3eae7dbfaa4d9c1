import { builtins, shell } from "@toolgate/builtins"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Scope from "effect/Scope"
import { checkOptions, is } from "../checkOptions.ts"
import { createToolgate } from "../createToolgate.ts"
import { toolgateOptions } from "../optionNames.ts"
import type { PolicyFiles } from "../PolicyFiles.ts"
import { partsOf, rememberParts } from "../partsOf.ts"
import type { Toolgate } from "../Toolgate.ts"
import type { ToolgateOptions } from "../ToolgateOptions.ts"
import { connectSource, type ToolSource } from "./connectSource.ts"
import { addUntaken, type ChosenTools, chosenTools, type StartAgent } from "./readToolbox.ts"

/**
 * The options of `openGate`: those of `createToolgate` with defaults for policy and tools, plus what is read from files.
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
  /** Defaults to `"default"`. */
  readonly policy?: ToolgateOptions<E>["policy"]
  /** Whether the `toolgate.yaml` of the workspace narrows a file policy. Default true. */
  readonly projectPolicy?: boolean
  /** The tools that are not from files. Defaults to the built-in tools and `shell`. */
  readonly tools?: ToolgateOptions<E>["tools"]
  /** Servers whose tools are called through the gate, such as the result of `readMcpServers("mcp.yaml")` from `@toolgate/mcp-client`. */
  readonly servers?: ToolSource<Servers> | undefined
  /** The selected tools of a toolbox from `readToolbox`, and the agents that they start. */
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
  /** The path of the workspace's `toolgate.yaml`, if it narrows the policy. */
  readonly project: string | undefined
  /** The result of connecting `servers`. For MCP servers, it is the service `McpServers`. */
  readonly servers: Servers | undefined
}

/**
 * Opens a gate from configuration files: policy files (narrowed by the workspace's `toolgate.yaml`), catalogues, plugins, skills, MCP
 * servers and a toolbox. Rejects like `createToolgate`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, writeFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { openGate } from "toolgate/config"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "gate-"))
 * await writeFile(join(folder.path, "note.txt"), "hello")
 * await writeFile(join(folder.path, "toolgate.yaml"), "version: 1\nrules: { deny: [write_file] }\n")
 *
 * // The file toolgate.yaml narrows the default policy.
 * await using gate = await openGate({ workspace: folder.path })
 * const { success } = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "note.txt" } })
 * assert.equal(success, true)
 * const { error } = await gate.dispatch({ id: "2", tool: "write_file", args: { path: "note.txt", content: "" } })
 * assert.equal(error?.why, "PolicyDenied")
 * ```
 */
export const openGate = async <E = never, Servers = unknown>(
  config: GateConfig<E, Servers>
): Promise<ConfiguredGate<Servers>> => {
  if (!Predicate.isObject(config))
    throw new TypeError('Cannot open the gate: pass an options object with at least "workspace".')
  checkOptions("Cannot open the gate", config, configOptions)
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
  servers: is('the result of a function such as readMcpServers("mcp.yaml")', hasFunction("connect")),
  toolbox: is(
    'the result of readToolbox with the selected tools, as in { ...toolbox, tools: ["calculate"] }',
    (given) => hasFunction("toolsOf")(given) && Array.isArray((given as Partial<ChosenTools>).tools)
  )
}

/** Merges pin rules. The app's rules take precedence over those of its servers. */
const pinsWith = (
  given: ToolgateOptions["pins"],
  owners: ToolSource<unknown>["owners"] = {}
): Pick<ToolgateOptions, "pins"> => {
  if (Object.keys(owners).length > 0) return { pins: { ...given, owners: { ...owners, ...given?.owners } } }
  return given === undefined ? {} : { pins: given }
}

/** Narrows a file policy with the workspace's `toolgate.yaml`. Other policies are returned unchanged. */
const narrowed = async <E>(policy: ToolgateOptions<E>["policy"], workspace: string) => {
  const named = policy === "default" ? undefined : filesOf(policy)
  if (policy !== "default" && (named === undefined || named.narrowedBy !== undefined)) return { policy }
  // Loaded lazily.
  const { findPolicy, findProjectPolicy } = await import("@toolgate/policy-files")
  const files = named?.files ?? [findPolicy()].filter((path) => path !== undefined)
  const project = await Effect.runPromise(findProjectPolicy(workspace, files))
  return project === undefined ? { policy } : { policy: { ...named, files, narrowedBy: project }, project }
}

const filesOf = (policy: unknown): PolicyFiles | undefined =>
  typeof policy === "object" && policy !== null && "files" in policy && Array.isArray(policy.files)
    ? (policy as PolicyFiles)
    : undefined
