import { EventEmitter } from "node:events"
import { createInterface } from "node:readline"
import { PassThrough } from "node:stream"
import type { SpawnedProcess } from "@anthropic-ai/claude-agent-sdk"

// biome-ignore lint/suspicious/noExplicitAny: lines of a protocol that has no published types
type Line = Record<string, any>

/** The SDK as a program sees it: the SDK answers the program's requests until the program returns its last words. */
export interface Claude {
  /** Sends a request of the control protocol, and returns the answer. */
  readonly request: (request: Line) => Promise<Line>
  /** Sends an MCP request to a server in the SDK's process, and returns the answer. */
  readonly mcp: (server: string, method: string, params: Line) => Promise<Line>
  /** The MCP notifications from the SDK. */
  readonly notifications: ReadonlyArray<Line>
  /** The SDK's initialization request. */
  readonly initialized: Line
}

/**
 * Replaces Claude Code, which is not installed here: speaks the SDK's JSON lines over the streams of a fake process.
 * The SDK's loop is the real one.
 */
export const fakeClaude = (program: (claude: Claude) => Promise<string>): SpawnedProcess => {
  const [stdin, stdout, events] = [new PassThrough(), new PassThrough(), new EventEmitter()]
  const waiting = new Map<string, (answer: Line) => void>()
  const notifications: Array<Line> = []
  let ids = 0
  const send = (line: Line) => stdout.write(`${JSON.stringify(line)}\n`)
  const request: Claude["request"] = (asked) =>
    new Promise((resolve) => {
      const request_id = `fake-${++ids}`
      waiting.set(request_id, resolve)
      send({ type: "control_request", request_id, request: asked })
    })
  const mcp: Claude["mcp"] = async (server_name, method, params) => {
    const message = { jsonrpc: "2.0", id: ++ids, method, params }
    return (await request({ subtype: "mcp_message", server_name, message })).mcp_response
  }
  const state = { killed: false, exitCode: null as number | null }
  const exit = () => {
    if (state.exitCode !== null) return
    state.exitCode = 0
    stdout.end()
    events.emit("exit", 0, null)
  }
  createInterface({ input: stdin }).on("line", async (text) => {
    const line: Line = JSON.parse(text)
    if (line.type === "control_response") waiting.get(line.response.request_id)?.(line.response.response)
    if (line.type !== "control_request") return
    if (line.request.subtype === "mcp_message") notifications.push(line.request.message)
    const response = { subtype: "success", request_id: line.request_id, response: {} }
    send({ type: "control_response", response })
    if (line.request.subtype !== "initialize") return
    const result = await program({ request, mcp, notifications, initialized: line.request })
    send({ type: "result", subtype: "success", is_error: false, result, num_turns: 1, session_id: "s", uuid: "u" })
    exit()
  })
  stdin.on("end", exit)
  return {
    stdin,
    stdout,
    get killed() {
      return state.killed
    },
    get exitCode() {
      return state.exitCode
    },
    kill: () => {
      state.killed = true
      exit()
      return true
    },
    on: (event: string, listener: () => void) => void events.on(event, listener),
    once: (event: string, listener: () => void) => void events.once(event, listener),
    off: (event: string, listener: () => void) => void events.off(event, listener)
  } as unknown as SpawnedProcess
}
