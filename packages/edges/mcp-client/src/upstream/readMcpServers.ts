import { realpathSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { type Principal, quoted, type ResolvedPath, type ToolRegistry } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { Processes, type ProcessSpec } from "@toolgate/processes"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { SignIns } from "../authorization/SignIns.ts"
import { loadMcpConfig } from "../config/loadMcpConfig.ts"
import type { McpConfig } from "../config/McpConfig.ts"
import type { ServerGrant } from "./createServerGrant.ts"
import { getServerOwner } from "./getServerOwner.ts"
import { McpServers } from "./McpServers.ts"
import { ServerFault } from "./ServerFault.ts"

/** The parts of a gate that its MCP servers use. */
interface GateOfServers {
  readonly workspace: ResolvedPath
  /** Returns how a process runs under a grant and the gate's policy. */
  readonly hold: (
    grant: ServerGrant,
    principal?: Principal
  ) => Effect.Effect<Pick<ProcessSpec, "environment" | "limits" | "confinement">, { readonly message: string }>
}

interface McpOptions {
  /** The sign-ins for servers that need one. Without this option, such servers are not connected. */
  readonly signIns?: SignIns
  /** The principal whose policy hides files from the servers' processes. Default: the gate's principal. */
  readonly principal?: Principal
  /** The version of the program, which the handshake sends to servers. */
  readonly version?: string
}

/**
 * The MCP servers of a configuration, as `openGate` of `toolgate/config` takes them.
 *
 * ```ts
 * import type { McpSource } from "@toolgate/mcp-client"
 *
 * export const owners = (source: McpSource) => Object.keys(source.owners)
 * ```
 */
export interface McpSource {
  /** The pinning rule for each owner's tool definitions. */
  readonly owners: Readonly<Record<string, "first-use" | "approved">>
  /** The path of the configuration, if it was read from a file. */
  readonly files: ReadonlyArray<string>
  /** Connects the servers in the background and adds their tools to a gate, until the scope closes. */
  readonly connect: (gate: GateOfServers) => Effect.Effect<McpServers["Service"], never, Scope.Scope | ToolRegistry>
}

/**
 * Reads the servers of a `mcp.yaml`, or takes a parsed one, for a gate. Without `pins`, definitions apply without
 * pinning. The gate's log names servers that were left out or did not answer in time. Rejects with `McpConfigInvalid`
 * if the file cannot be used.
 *
 * ```ts
 * import { readMcpServers } from "@toolgate/mcp-client"
 * import * as Effect from "effect/Effect"
 * import { openGate } from "toolgate/config"
 *
 * await using gate = await openGate({ workspace: ".", servers: await readMcpServers("mcp.yaml") })
 * await Effect.runPromise(gate.servers?.tried ?? Effect.void)
 * console.log(gate.tools.list().map(({ name }) => name).join(", "))
 * ```
 */
export const readMcpServers = async (
  config: string | (Pick<McpConfig, "servers"> & { readonly pins?: McpConfig["pins"] | undefined }),
  options: McpOptions = {}
): Promise<McpSource> => {
  const read = typeof config === "string" ? await Effect.runPromise(loadMcpConfig(config)) : { leftOut: [], ...config }
  const { servers, pins } = read
  const rule = pins === "first" ? "first-use" : "approved"
  return {
    owners:
      pins === undefined ? {} : Object.fromEntries([...servers.values()].map((one) => [getServerOwner(one), rule])),
    files: typeof config === "string" ? [config] : [],
    connect: (gate) => connect(read, options, gate)
  }
}

const connect = Effect.fnUntraced(function* (
  { servers, leftOut }: Pick<McpConfig, "servers" | "leftOut">,
  { signIns, principal, version = "0" }: McpOptions,
  { workspace, hold }: GateOfServers
) {
  for (const { what, name, problems } of leftOut)
    yield* Effect.logWarning(
      `The ${what} ${quoted(name)} is left out. ${problems.map(({ source, message }) => `${source}: ${message}`).join("; ")}`
    )
  const isExposed = signIns !== undefined && isBeneath(followLinks(signIns.folder), workspace)
  if (isExposed && [...servers.values()].some(({ source }) => source.kind === "http"))
    yield* Effect.logWarning(
      `Sign-ins at MCP servers are ignored, because calls in the workspace could read "${signIns.folder}".`
    )
  const layer = McpServers.layer({
    servers,
    workspace,
    version,
    ...(isExposed || signIns === undefined ? {} : { signIns }),
    hold: (grant) => Effect.mapError(hold(grant, principal), ({ message }) => new ServerFault({ message }))
  })
  const connected = Context.get(yield* Layer.build(Layer.provide(layer, Processes.layer)), McpServers)
  yield* Effect.forkScoped(logLate(connected))
  return connected
})

const logLate = Effect.fnUntraced(function* ({ ready, status }: McpServers["Service"]) {
  yield* ready
  for (const { server, state } of yield* status)
    if (state === "starting")
      yield* Effect.logWarning(`The MCP server "${server}" has not answered yet. Its tools are added once it does.`)
})

/** Resolves the links of a path, up to the first missing part. */
const followLinks = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(followLinks(dirname(path)), basename(path))
  }
}
