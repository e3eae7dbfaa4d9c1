import type { Readable, Writable } from "node:stream"
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type Transport
} from "@modelcontextprotocol/server"
import { findDuplicateMember, parseJson } from "@toolgate/core/json"
import { FrameBuffer } from "@toolgate/runner/protocol"

/** A line from the client that is not a valid request. */
export class UnservedLine extends Error {}

/**
 * The stdio transport of the client that started this process: one message per line. The SDK's transport drops
 * malformed requests, and their clients would wait for an answer.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: <T extends JSONRPCMessage>(message: T) => void
  private readonly input: Readable
  private readonly output: Writable
  private readonly held = new FrameBuffer()
  private isOpen = true
  /** The number of messages from the client. */
  messages = 0
  /** The error after which no answer can be written. */
  outputFault: Error | undefined

  constructor(input: Readable, output: Writable) {
    this.input = input
    this.output = output
  }

  async start(): Promise<void> {
    const { input, output, end } = this
    input.on("data", this.take)
    for (const event of ["error", "end", "close"]) input.on(event, end)
    // This listener is never removed: a closed pipe must not crash the gate before its calls have ended.
    output.on("error", (cause) => {
      this.outputFault ??= cause
      end(cause)
    })
    if (input.readableEnded || input.destroyed) setImmediate(end)
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.isOpen ? this.write([message]) : Promise.reject(new Error("The connection has ended."))
  }

  async close(): Promise<void> {
    this.end()
  }

  private readonly end = (cause?: unknown): void => {
    if (!this.isOpen) return
    this.isOpen = false
    if (cause instanceof Error) this.onerror?.(cause)
    this.input.off("data", this.take)
    this.input.pause()
    this.onclose?.()
  }

  private readonly take = (bytes: Buffer): void => {
    let rest = bytes
    while (this.isOpen) {
      const end = rest.indexOf("\n")
      const piece = end === -1 ? rest : rest.subarray(0, end)
      if (this.held.length + piece.length > longestLine) {
        this.end(new UnservedLine(`it is longer than ${longestLine} bytes, so the connection was ended`))
      } else if (end === -1) {
        if (piece.length > 0) this.held.add(piece)
        return
      } else {
        this.line(this.whole(piece))
        rest = rest.subarray(end + 1)
      }
    }
  }

  private whole(piece: Buffer): string {
    if (this.held.length === 0) return piece.toString()
    this.held.add(piece)
    return Buffer.from(this.held.take()).toString()
  }

  private line(text: string): void {
    let parsed: unknown
    try {
      parsed = parseJson(text)
    } catch {
      if (text.trim() !== "") this.onerror?.(new UnservedLine("it is not JSON"))
      return
    }
    const twice = findDuplicateMember(parsed, text)
    if (twice !== undefined) this.refuse(parsed, twice.message, `The request cannot be read: ${twice.message}.`)
    else if (isMessage(parsed)) {
      this.messages++
      this.onmessage?.(parsed)
    } else this.refuse(parsed, "it is not a message of JSON-RPC 2.0", Array.isArray(parsed) ? batch : malformed)
  }

  /** Answers each request in an invalid line with an error. */
  private refuse(parsed: unknown, why: string, message: string): void {
    this.onerror?.(new UnservedLine(why))
    const error = { code: ProtocolErrorCode.InvalidRequest, message }
    const refusals = [parsed].flat().flatMap((one) => {
      const id = idOfRequest(one)
      return id === undefined ? [] : [{ jsonrpc: "2.0" as const, id, error }]
    })
    if (refusals.length > 0) this.write(refusals).catch(() => {})
  }

  private write(messages: ReadonlyArray<JSONRPCMessage>): Promise<void> {
    const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join("")
    return new Promise((resolve, reject) => {
      this.output.write(lines, (error) => (error ? reject(error) : resolve()))
    })
  }
}

const isMessage = (value: unknown): value is JSONRPCMessage =>
  isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)

/**
 * Returns the id of a malformed request. Answers have no id here, because two sides could otherwise answer each other
 * for ever.
 */
const idOfRequest = (value: unknown): string | number | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  const { id, method, result, error } = value as Readonly<Record<string, unknown>>
  if (method === undefined && (result !== undefined || error !== undefined)) return undefined
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : undefined
}

const malformed = "This is not a valid JSON-RPC 2.0 request of MCP."
const batch = "Batches are not supported. Send each request on a separate line."

const longestLine = 10 * 1024 * 1024
