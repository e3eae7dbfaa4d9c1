import type { ToolRegistry } from "@toolgate/core"
import { ToolDispatchEngine } from "@toolgate/dispatch"
import { type McpConfig, McpServers, ServerFault } from "@toolgate/mcp-client"
import type { McpCaller } from "@toolgate/mcp-server"
import { Processes } from "@toolgate/processes"
import { processUnder } from "@toolgate/sandbox-host"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { GateParts } from "toolgate/effect"
import { Screen } from "../Screen.ts"
import { version } from "../version.ts"
import { areWithin, signIns } from "./signIns.ts"

/**
 * Puts the servers of a `mcp.yaml` behind a gate, until the scope closes. The log says which servers and tools there are not. Returns
 * the servers, if there are any. `file` is the flag that names the `mcp.yaml`.
 */
export const mcpServersHere = Effect.fnUntraced(function* (
  { servers }: Pick<McpConfig, "servers">,
  { services, base }: GateParts,
  { principal }: Pick<McpCaller, "principal">,
  file: Option.Option<string>
) {
  if (servers.size === 0) return undefined
  const engine = Context.get(services, ToolDispatchEngine)
  // What the policy keeps from the commands of a shell, it keeps from a server: its process is held as theirs are.
  const masks = Effect.gen(function* () {
    const call = { id: "masks", tool: "shell", args: { command: "true" } }
    const judged = yield* engine.judge(call, { ...base, principal })
    if (judged.decision === "deny")
      return yield* new ServerFault({
        message: 'Its files cannot be masked: that takes the bounds of the tool "shell", which the policy denies.'
      })
    return judged.grant.access.files.flatMap(({ except = [] }) => except)
  })
  const screen = yield* Screen
  const kept = signIns(file)
  const isExposed = areWithin(kept, base.workspace)
  if (isExposed && [...servers.values()].some(({ source }) => source.kind === "http"))
    yield* screen.notice(
      `toolgate: No sign-in is used: calls that work in the workspace could read "${kept.folder}".\n`
    )
  const layer = McpServers.layer({
    servers,
    workspace: base.workspace,
    version,
    ...(isExposed ? {} : { signIns: kept }),
    hold: (grant) =>
      Effect.gen(function* () {
        const { files } = grant.access
        if (files.length === 0) return yield* processUnder(grant)
        const except = yield* masks
        const masked = files.map((file) => ({ ...file, except: [...(file.except ?? []), ...except] }))
        return yield* processUnder({ ...grant, access: { ...grant.access, files: masked } })
      })
  }).pipe(Layer.provide([Processes.layer, Layer.succeedContext(services as Context.Context<ToolRegistry>)]))
  const mcp = Context.get(yield* Layer.build(layer), McpServers)
  const late = Effect.gen(function* () {
    yield* mcp.ready
    for (const { server, state } of yield* mcp.status)
      if (state === "starting")
        yield* screen.notice(
          `toolgate: The MCP server "${server}" has not answered yet. Its tools come when it does.\n`
        )
  })
  yield* Effect.forkScoped(late)
  return mcp
})

/** Waits until each server was tried once, for a while. */
export const waitForServers = (mcp: McpServers["Service"] | undefined): Effect.Effect<unknown> =>
  mcp === undefined ? Effect.void : Effect.timeoutOption(mcp.tried, "20 seconds")
