import { blockText, commonMedia, convertMedia, modelBlocks } from "@toolgate/providers"
import type { ToolExecution } from "toolgate"
import type { GateTool } from "../GateTool.ts"

/** The fields of a JSON-RPC message that a tool server reads. */
interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly name?: unknown
    readonly arguments?: unknown
    readonly protocolVersion?: unknown
    readonly requestId?: unknown
    readonly _meta?: { readonly progressToken?: unknown; readonly "claudecode/toolUseId"?: unknown }
  }
}

/** The SDK's transport to a server in this process. */
export interface McpTransport {
  onmessage?: (message: unknown) => void
  onclose?: () => void
  readonly start: () => Promise<void>
  readonly send: (message: object) => unknown
  readonly close: () => Promise<void>
}

/** The default MCP revision, if the client names none. */
const latest = "2025-11-25"

/**
 * An in-process MCP server for a gate's tools. It serves tools only, so that an app with the Claude Agent SDK needs no
 * MCP SDK. A connection's calls end with it.
 */
export class GateMcpServer {
  private readonly tools: ReadonlyMap<string, GateTool>

  constructor(tools: ReadonlyArray<GateTool>) {
    this.tools = new Map(tools.map((tool) => [tool.name, tool]))
  }

  async connect(transport: McpTransport): Promise<void> {
    const calls = new Map<unknown, AbortController>()
    transport.onclose = () => {
      for (const stop of calls.values()) stop.abort()
    }
    transport.onmessage = (message: unknown) => {
      const { id, method, params } = objectOf(message) as Message
      if (method === "notifications/cancelled") calls.get(params?.requestId)?.abort()
      if (method === undefined || id === undefined) return
      // A second request under the same id would hide the end of the first.
      if (calls.has(id)) return
      const stop = new AbortController()
      calls.set(id, stop)
      const answer = async () => {
        const body = await this.answer(method, params, stop.signal, transport)
        calls.delete(id)
        await transport.send({ jsonrpc: "2.0", id, ...body })
      }
      // A disconnected client reads no answer.
      answer().catch(() => {})
    }
    await transport.start()
  }

  private async answer(method: string, given: unknown, signal: AbortSignal, transport: McpTransport): Promise<object> {
    const params = objectOf(given) as NonNullable<Message["params"]>
    if (method === "initialize") {
      const { protocolVersion } = params
      return result({
        protocolVersion: typeof protocolVersion === "string" ? protocolVersion : latest,
        capabilities: { tools: {} },
        serverInfo: { name: "toolgate", version: "1" }
      })
    }
    if (method === "ping") return result({})
    if (method === "tools/list")
      return result({
        tools: [...this.tools.values()].map(({ name, title, description, parameters: inputSchema }) => ({
          name,
          ...(title === undefined ? {} : { title }),
          description,
          inputSchema
        }))
      })
    if (method === "tools/call") return this.call(params, signal, transport)
    return { error: { code: -32601, message: `Unknown method "${method}".` } }
  }

  private async call(
    { name, arguments: args = {}, _meta }: NonNullable<Message["params"]>,
    signal: AbortSignal,
    transport: McpTransport
  ): Promise<object> {
    const tool = typeof name === "string" ? this.tools.get(name) : undefined
    if (tool === undefined) return { error: { code: -32602, message: `There is no tool ${JSON.stringify(name)}.` } }
    const { progressToken, "claudecode/toolUseId": toolUseId } = objectOf(_meta) as NonNullable<typeof _meta>
    let progress = 0
    const onOutput = async ({ text: message }: { readonly text: string }) => {
      const params = { progressToken, progress: ++progress, message }
      try {
        await transport.send({ jsonrpc: "2.0", method: "notifications/progress", params })
      } catch {
        // A disconnected client reads no progress, and its calls end anyway.
      }
    }
    const id = typeof toolUseId === "string" ? toolUseId : undefined
    return result(
      callResult(await tool.call({ id, args, signal, ...(progressToken === undefined ? {} : { onOutput }) }))
    )
  }
}

const result = (value: object) => ({ result: value })

/** Returns a part of a message if it is an object, or else an empty object. */
const objectOf = (value: unknown): object => (typeof value === "object" && value !== null ? value : {})

/** Converts an answer to an MCP result: texts, images, audio, and whether the call failed. */
const callResult = (execution: ToolExecution): object => ({
  content: modelBlocks(execution).map(contentOf),
  ...(execution.success ? {} : { isError: true })
})

const contentOf = (block: ReturnType<typeof modelBlocks>[number]): object => {
  if (block.type === "audio") return { type: "audio", data: block.base64, mimeType: block.mediaType }
  const shown = block.type === "image" ? convertMedia(block, commonMedia) : undefined
  return typeof shown === "object"
    ? { type: "image", data: shown.base64, mimeType: shown.mediaType }
    : { type: "text", text: blockText(block, shown) }
}
