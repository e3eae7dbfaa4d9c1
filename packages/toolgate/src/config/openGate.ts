import { builtins, shell } from "@toolgate/builtins"
import type { McpServers } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { checkOptions } from "../checkOptions.ts"
import { createToolgate, type Toolgate } from "../createToolgate.ts"
import { toolgateOptions } from "../optionNames.ts"
import type { PolicyFiles } from "../PolicyFiles.ts"
import { partsOf, rememberParts } from "../partsOf.ts"
import type { ToolgateOptions } from "../ToolgateOptions.ts"
import { connectServers, type McpOptions, pinsWith, readServers } from "./connectServers.ts"
import { addUntaken, type ChosenTools, chosenTools, type StartAgent } from "./readToolbox.ts"

/**
 * The options of `openGate`: those of `createToolgate`, of which the policy and the tools have defaults, and what else stands in files.
 *
 * ```ts
 * import type { GateConfig } from "toolgate/config"
 *
 * export const config: GateConfig = {
 *   workspace: ".",
 *   policy: { files: ["/etc/app/toolgate.yaml"] },
 *   catalogue: "tools.yaml",
 *   mcp: "mcp.yaml"
 * }
 * ```
 */
export interface GateConfig<E = never> extends Omit<ToolgateOptions<E>, "policy" | "tools"> {
  /** The policy: `"default"` unless another one is named. */
  readonly policy?: ToolgateOptions<E>["policy"]
  /** Whether the `toolgate.yaml` of the workspace narrows a policy of files. It does unless this is `false`. */
  readonly projectPolicy?: boolean
  /** The tools beside those of files: the built-in ones and `shell` by default. */
  readonly tools?: ToolgateOptions<E>["tools"]
  /** The path of a `mcp.yaml` with the servers whose tools are behind the gate, or what it says. Needs the package `@toolgate/mcp-client`. */
  readonly mcp?: string | McpOptions
  /** The wanted tools of a toolbox that `readToolbox` has read, with the agents that they start. */
  readonly toolbox?: ChosenTools
}

/**
 * A gate that was opened from files.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type { ConfiguredGate } from "toolgate/config"
 *
 * // Says what is behind the gate once each server was tried.
 * export const describe = async ({ project, servers }: ConfiguredGate) => {
 *   if (project !== undefined) console.log(`${project} narrows the policy.`)
 *   if (servers === undefined) return
 *   await Effect.runPromise(servers.tried)
 *   for (const { server, state } of await Effect.runPromise(servers.status)) console.log(server, state)
 * }
 * ```
 */
export interface ConfiguredGate extends Toolgate {
  /** The path of the `toolgate.yaml` of the workspace that narrows the policy, if one does. */
  readonly project: string | undefined
  /** The MCP servers behind the gate, if it has any. */
  readonly servers: McpServers["Service"] | undefined
}

/**
 * Opens a gate from the files of a machine: policy files, which the `toolgate.yaml` of the workspace narrows, catalogues, plugins, skills and
 * MCP servers. Rejects as `createToolgate` does, and with `McpConfigInvalid` for a `mcp.yaml` that cannot be used.
 *
 * ```ts
 * import { openGate } from "toolgate/config"
 *
 * await using gate = await openGate({ workspace: "." })
 * const { success, error } = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "README.md" } })
 * console.log(success ? "Read." : error?.message)
 * ```
 */
export const openGate = async <E = never>(config: GateConfig<E>): Promise<ConfiguredGate> => {
  checkOptions("A gate cannot be opened", config, configOptions)
  const { policy: chosen = "default", projectPolicy = true, tools = defaultTools, mcp, toolbox, ...rest } = config
  const { policy, project } = projectPolicy ? await narrowed(chosen, config.workspace) : { policy: chosen }
  const servers = mcp === undefined ? undefined : await readServers(mcp)
  const pins = servers === undefined ? rest.pins : await pinsWith(servers, rest.pins)
  let started: Toolgate | undefined
  // No call is made before the gate is open.
  const start: StartAgent = async (request) => (started as Toolgate).startAgent(request)
  const { annotated, further } = toolbox === undefined ? none : await chosenTools(toolbox, rest.catalogue, start)
  const gate = await createToolgate({
    ...rest,
    policy,
    tools: [...tools, ...annotated],
    agents: { ...(await toolbox?.agentsOf(toolbox.tools)), ...rest.agents },
    settings: [...(rest.settings ?? []), toolbox?.file, mcp].filter((path) => typeof path === "string"),
    ...(pins === undefined ? {} : { pins })
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
      servers === undefined || servers.servers.size === 0
        ? undefined
        : await Effect.runPromiseWith(parts.services)(Scope.provide(connectServers(servers, parts), scope))
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

const configOptions = { ...toolgateOptions, projectPolicy: true, mcp: true, toolbox: true }

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
