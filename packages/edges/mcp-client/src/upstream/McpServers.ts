import { type ResolvedPath, ToolRegistry } from "@toolgate/core"
import { holdsReference, type ReferenceSources } from "@toolgate/local-secrets/references"
import { Processes, type ProcessSpec } from "@toolgate/processes"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { createAccessTokens, type SignIns, waitForSignIn } from "../authorization/SignIns.ts"
import type { McpConfig, McpServerEntry, StdioSource } from "../config/McpConfig.ts"
import { resolveSource } from "../config/resolveSource.ts"
import type { McpSdk } from "./Connection.ts"
import { createServerGrant, type ServerGrant } from "./createServerGrant.ts"
import type { ListedTool } from "./listedTool.ts"
import type { McpServerStatus } from "./McpServerStatus.ts"
import type { ServerOffers } from "./offers/ServerOffers.ts"
import { ServerFault } from "./ServerFault.ts"
import { UpstreamServer } from "./UpstreamServer.ts"

/** The options of the servers behind a gate. */
export interface McpServersOptions {
  readonly servers: McpConfig["servers"]
  /** The version of the gate, which the handshake sends to servers. */
  readonly version: string
  /** The folder in which servers run. Relative paths in entries start here. */
  readonly workspace: ResolvedPath
  /**
   * Starts a process under a grant, as `processUnder` of `@toolgate/sandbox-host` does. A caller with a policy adds the
   * policy's exceptions to the grant's files here.
   */
  readonly hold: (
    grant: ServerGrant,
    server: McpServerEntry
  ) => Effect.Effect<Pick<ProcessSpec, "environment" | "limits" | "confinement">, ServerFault>
  /** The sources from which references are resolved each time that a server starts. Default: those of this process. */
  readonly references?: Partial<ReferenceSources>
  /** The sign-ins for servers that need one. Without this option, such servers are not connected. */
  readonly signIns?: SignIns
  /** The longest that `ready` waits for servers, in milliseconds. Default: 5 s. */
  readonly startMs?: number
}

/**
 * The MCP servers behind a gate. Building the layer connects each server and adds its tools to the gate's registry. A
 * lost connection is re-established. A failing server does not affect the others.
 */
export class McpServers extends Context.Service<
  McpServers,
  {
    /** Returns the state of every server, in the order of the configuration. */
    readonly status: Effect.Effect<ReadonlyArray<McpServerStatus>>
    /** Settles once every server was tried, whether or not it connected. */
    readonly tried: Effect.Effect<void>
    /** Settles as `tried` does, or after `startMs`. Lists that clients request wait for this. */
    readonly ready: Effect.Effect<void>
    /** Settles once the server of a tool with this name was tried, or at once if no server can have such a tool. */
    readonly readyFor: (tool: string) => Effect.Effect<void>
    /** The features besides tools that entries allow, whether or not a server is connected. */
    readonly opens: ReadonlySet<"resources" | "prompts">
    /** Returns the latest resources and prompts of the servers, in the order of the configuration. */
    readonly offers: () => ReadonlyArray<ServerOffers>
    /** Returns the latest definitions of the server's registered tools. */
    readonly listed: (server: string) => ReadonlyArray<ListedTool>
    /** Calls a function whenever a server's resources change, until the scope closes. */
    readonly listen: (changed: () => void) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@toolgate/mcp-client/McpServers") {
  /** Connects the servers in the background. Building the layer does not wait for them. */
  static readonly layer = (options: McpServersOptions): Layer.Layer<McpServers, never, ToolRegistry | Processes> =>
    Layer.effect(McpServers, make(options))
}

const defaultStartMs = 5_000

const make = Effect.fnUntraced(function* (options: McpServersOptions) {
  const registry = yield* ToolRegistry
  const processes = yield* Processes
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const listeners = new Set<() => void>()
  const servers = [...options.servers.values()].map(
    (entry) =>
      new UpstreamServer(entry, {
        workspace: options.workspace,
        version: options.version,
        registry,
        open: opened(entry, options, processes),
        searched: searchedPath(entry, options),
        offersChanged: () => {
          for (const changed of listeners) changed()
        },
        signedIn: options.signIns === undefined ? Effect.never : waitForSignIn(options.signIns, entry.name),
        log: (line) => void runFork(line)
      })
  )
  yield* Effect.addFinalizer(() => Effect.forEach(servers, ({ close }) => close))
  // Servers take time to shut down, so they do it in parallel.
  const together = yield* Scope.fork(yield* Effect.scope, "parallel")
  for (const { live } of servers) yield* Effect.forkIn(live, together)
  const tried = Effect.forEach(servers, ({ tried }) => Deferred.await(tried), { discard: true })
  const ready = yield* Effect.forkIn(Effect.timeoutOption(tried, options.startMs ?? defaultStartMs), together)
  return {
    status: Effect.forEach(servers, ({ status }) => status),
    tried,
    ready: Effect.asVoid(Fiber.await(ready)),
    readyFor: (tool: string) => {
      const owner = servers.find(({ offers }) => tool.startsWith(`mcp__${offers.server}__`))
      return owner === undefined ? Effect.void : Deferred.await(owner.tried)
    },
    opens: new Set(
      [...options.servers.values()].flatMap(({ allow }) =>
        allow.filter((one) => one === "resources" || one === "prompts")
      )
    ),
    offers: () => servers.map(({ offers }) => offers),
    listed: (server: string) => servers.find(({ offers }) => offers.server === server)?.listed ?? [],
    listen: (changed: () => void) =>
      Effect.acquireRelease(
        Effect.sync(() => void listeners.add(changed)),
        () => Effect.sync(() => listeners.delete(changed))
      )
  }
})

const heldAs = (
  source: StdioSource,
  entry: McpServerEntry,
  { workspace, hold }: Pick<McpServersOptions, "workspace" | "hold">
) =>
  Effect.try({
    try: () => createServerGrant(source, workspace),
    catch: (cause) =>
      cause instanceof ServerFault ? cause : new ServerFault({ message: "Its files cannot be found.", cause })
  }).pipe(Effect.flatMap((grant) => hold(grant, entry)))

/**
 * Returns the PATH for a server's program, unless it depends on how the gate was started, such as from a terminal or by
 * an MCP client.
 */
const searchedPath = Effect.fnUntraced(function* (
  entry: McpServerEntry,
  options: Pick<McpServersOptions, "workspace" | "hold">
) {
  const { source } = entry
  if (source.kind === "http") return undefined
  const own = source.env.PATH
  if (own !== undefined) return holdsReference(own) ? undefined : own
  return source.unconfined ? undefined : (yield* heldAs(source, entry, options)).environment.PATH
})

/** Resolves the references of a server's entry, and starts the process or returns the address. */
const opened = Effect.fnUntraced(function* (
  entry: McpServerEntry,
  { workspace, hold, references, signIns }: McpServersOptions,
  processes: Processes["Service"]
) {
  const { source, secrets } = yield* resolveSource(entry, references)
  if (source.kind === "http") {
    const url = URL.parse(source.url)
    if (url === null) return yield* new ServerFault({ message: "Its URL is invalid." })
    const tokens = (sdk: McpSdk) => createAccessTokens(sdk, entry.name, source, signIns)
    return { kind: "http", url, headers: source.headers, secrets, tokens } as const
  }
  const held = yield* heldAs(source, entry, { workspace, hold })
  const process = yield* processes.start({
    ...held,
    environment: { ...held.environment, ...source.env },
    words: source.command,
    workingFolder: workspace,
    channel: "stdio",
    input: "nothing"
  })
  return { kind: "stdio", process, secrets } as const
})
