import { randomUUID } from "node:crypto"
import type { Server } from "@modelcontextprotocol/server"
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio"
import * as Effect from "effect/Effect"
import { GateServer } from "./GateServer.ts"
import { listChanges } from "./listChanges.ts"
import type { StdioOptions } from "./ServeOptions.ts"
import { StdioTransport, UnservedLine } from "./StdioTransport.ts"

/**
 * Serves one client over standard input and output, until either side closes. Logs the first invalid line as a warning,
 * and rejects if the answers could not be written. Returns the number of messages from the client.
 */
export const serveStdio = async (options: StdioOptions): Promise<number> => {
  const gate = new GateServer(options)
  const id = randomUUID()
  let session: string | undefined
  const served = {
    caller: options.caller,
    // The client's name when it connects names its session from then on.
    session: ({ name }: { readonly name: string | undefined }) => {
      session ??= sessionName(name, id)
      return session
    }
  }
  const servers = new Set<Server>()
  // Warns once: a wrong program may print thousands of lines.
  let hasWarned = false
  const logFault = (error: Error) => {
    if (hasWarned || !(error instanceof UnservedLine))
      return Effect.logDebug(`A message of the MCP client was not served: ${error.message}`)
    hasWarned = true
    return Effect.logWarning(
      `A line on standard input is not an MCP message: ${error.message}. Further such lines are logged at the level debug.`
    )
  }
  const transport = new StdioTransport(process.stdin, process.stdout)
  const changes = await listChanges(options, (list) => {
    // A server without an initialized client cannot send notifications.
    for (const server of servers) server.notification({ method: `notifications/${list}/list_changed` }).catch(() => {})
  })
  const handle = serve(
    () => {
      const server = gate.serverFor(served)
      servers.add(server)
      server.onclose = () => void servers.delete(server)
      return server
    },
    { transport, maxSubscriptions: 16, onerror: (error) => Effect.runForkWith(options.gate)(logFault(error)) }
  )
  try {
    await new Promise<void>((resolve) => {
      const closed = transport.onclose
      transport.onclose = () => {
        closed?.()
        resolve()
      }
      options.signal?.addEventListener("abort", () => resolve(), { once: true })
      if (options.signal?.aborted === true) resolve()
    })
  } finally {
    await changes.close()
    if (session !== undefined) await gate.endSession(session)
    // The calls have ended. Their answers go out before the transport closes.
    await new Promise(setImmediate)
    await handle.close()
  }
  if (transport.outputFault !== undefined) throw transport.outputFault
  return transport.messages
}

/** Returns a session name: the client's name in printable characters, and an id. */
const sessionName = (name: string | undefined, id: string): string => {
  const shown = (name ?? "").replace(/[^\w.-]+/g, "-").slice(0, 48)
  return shown === "" ? `mcp-${id}` : `mcp-${shown}-${id}`
}
