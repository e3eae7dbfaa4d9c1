import { realpathSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { type Principal, quoted } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { ToolDispatchEngine } from "@toolgate/dispatch"
import type { McpConfig, McpServers, SignIns } from "@toolgate/mcp-client"
import { Processes } from "@toolgate/processes"
import { processUnder } from "@toolgate/sandbox-host"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { GateParts } from "../partsOf.ts"
import type { PinsChoice } from "../pinsChoice.ts"

/**
 * The MCP servers of a `mcp.yaml`, and what the gate needs to know beside it.
 *
 * ```ts
 * import { loadMcpConfig } from "@toolgate/mcp-client"
 * import * as Effect from "effect/Effect"
 * import { openGate } from "toolgate/config"
 *
 * const { servers, pins } = await Effect.runPromise(loadMcpConfig("mcp.yaml"))
 * const signIns = { folder: "/var/lib/app/sign-ins", command: (server: string) => `app sign-in ${server}` }
 * export const gate = await openGate({ workspace: ".", mcp: { servers, pins, signIns } })
 * ```
 */
export interface McpOptions extends Pick<McpConfig, "servers"> {
  /** The rule about the definitions of all servers' tools. Without it, they are in force as they come. */
  readonly pins?: McpConfig["pins"] | undefined
  /** The sign-ins at servers that want one. Without it, such servers are not connected. */
  readonly signIns?: SignIns
  /** The principal for whose commands the policy says which files the servers may not see. The gate's own by default. */
  readonly principal?: Principal
  /** The version of the program, which servers are told. */
  readonly version?: string
}

/** Reads the choice of MCP servers. What is left out of a `mcp.yaml` is logged when the servers are connected. */
export const readServers = async (
  choice: string | McpOptions
): Promise<McpOptions & Partial<Pick<McpConfig, "leftOut">>> => {
  if (typeof choice !== "string") return choice
  const { loadMcpConfig } = await clientCode()
  return Effect.runPromise(loadMcpConfig(choice))
}

/** Returns the rules about the definitions of servers' tools, which those of the app come before. */
export const pinsWith = async (
  { servers, pins }: McpOptions,
  given: PinsChoice | undefined
): Promise<PinsChoice | undefined> => {
  if (pins === undefined) return given
  const { serverOwner } = await clientCode()
  const rule = pins === "first" ? "first-use" : "approved"
  const owners = Object.fromEntries([...servers.values()].map((server) => [serverOwner(server), rule] as const))
  return { ...given, owners: { ...owners, ...given?.owners } }
}

/**
 * Connects the servers in the background, and puts their tools behind a gate, until the scope closes. The log says which of them were left
 * out, and which have not answered in time.
 */
export const connectServers = Effect.fnUntraced(function* (
  { servers, signIns, principal, version, leftOut = [] }: Awaited<ReturnType<typeof readServers>>,
  { services, base }: GateParts
) {
  const { McpServers, ServerFault } = yield* Effect.promise(clientCode)
  for (const { what, name, problems } of leftOut)
    yield* Effect.logWarning(
      `The ${what} ${quoted(name)} is left out. ${problems.map(({ source, message }) => `${source}: ${message}`).join("; ")}`
    )
  // What the policy keeps from the commands of a shell, it keeps from a server: its process is held as theirs are.
  const masks = Effect.gen(function* () {
    const call = { id: "masks", tool: "shell", args: { command: "true" } }
    const judged = yield* Context.get(services, ToolDispatchEngine).judge(
      call,
      principal === undefined ? base : { ...base, principal }
    )
    if (judged.decision === "deny")
      return yield* new ServerFault({
        message: 'Its files cannot be masked: that takes the bounds of the tool "shell", which the policy denies.'
      })
    return judged.grant.access.files.flatMap(({ except = [] }) => except)
  })
  const isExposed = signIns !== undefined && isBeneath(followLinks(signIns.folder), base.workspace)
  if (isExposed && [...servers.values()].some(({ source }) => source.kind === "http"))
    yield* Effect.logWarning(
      `No sign-in at an MCP server is used: calls that work in the workspace could read "${signIns.folder}".`
    )
  const layer = McpServers.layer({
    servers,
    workspace: base.workspace,
    version: version ?? "0",
    ...(isExposed || signIns === undefined ? {} : { signIns }),
    hold: (grant) =>
      Effect.gen(function* () {
        const { files } = grant.access
        if (files.length === 0) return yield* processUnder(grant)
        const except = yield* masks
        const masked = files.map((file) => ({ ...file, except: [...(file.except ?? []), ...except] }))
        return yield* processUnder({ ...grant, access: { ...grant.access, files: masked } })
      })
  }).pipe(Layer.provide([Processes.layer, Layer.succeedContext(services)]))
  const connected = Context.get(yield* Layer.build(layer), McpServers)
  yield* Effect.forkScoped(logLate(connected))
  return connected
})

const logLate = Effect.fnUntraced(function* ({ ready, status }: McpServers["Service"]) {
  yield* ready
  for (const { server, state } of yield* status)
    if (state === "starting")
      yield* Effect.logWarning(`The MCP server "${server}" has not answered yet. Its tools come when it does.`)
})

/** Loads the client of MCP, which is installed beside the gate. */
const clientCode = async (): Promise<typeof import("@toolgate/mcp-client")> => {
  try {
    return await import("@toolgate/mcp-client")
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause
    throw new TypeError('The option "mcp" needs the package "@toolgate/mcp-client": install it beside "toolgate".', {
      cause
    })
  }
}

/** Returns a path with its links followed, as far as it is there. */
const followLinks = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(followLinks(dirname(path)), basename(path))
  }
}
